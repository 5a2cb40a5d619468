import { useEffect } from "react";
import { useLocation } from "react-router-dom";

/** Scrolls to the `#` target, even when the page loads after the URL changed. */
export function useHashTarget(): string {
  const { hash } = useLocation();
  const id = hash.slice(1);
  useEffect(() => {
    if (id) document.getElementById(id)?.scrollIntoView();
  }, [id]);
  return id;
}
