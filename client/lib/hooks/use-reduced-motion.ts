import { useSyncExternalStore } from "react";

const still = typeof matchMedia === "function" ? matchMedia("(prefers-reduced-motion: reduce)") : null;

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
