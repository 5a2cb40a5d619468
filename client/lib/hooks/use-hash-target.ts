import { useEffect } from "react";
import { useLocation } from "react-router-dom";

/** Brings what the address names behind `#` into view, also when the page's code came after the address. */
export function useHashTarget(): string {
  const { hash } = useLocation();
  const id = hash.slice(1);
  useEffect(() => {
    if (id) document.getElementById(id)?.scrollIntoView();
  }, [id]);
  return id;
}
