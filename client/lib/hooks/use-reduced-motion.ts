import { useSyncExternalStore } from "react";

const still = typeof matchMedia === "function" ? matchMedia("(prefers-reduced-motion: reduce)") : null;

/** Whether this visitor's device asks for as little movement as possible. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(
    onChange,
    () => still?.matches ?? false,
    () => false,
  );
}

function onChange(listener: () => void): () => void {
  still?.addEventListener("change", listener);
  return () => still?.removeEventListener("change", listener);
}
