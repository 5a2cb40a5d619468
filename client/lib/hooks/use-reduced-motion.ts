import { useSyncExternalStore } from "react";

const reducedMotionQuery =
  typeof matchMedia === "function" ? matchMedia("(prefers-reduced-motion: reduce)") : null;

export function useReducedMotion(): boolean {
  return useSyncExternalStore(
    onChange,
    () => reducedMotionQuery?.matches ?? false,
    () => false,
  );
}

function onChange(listener: () => void): () => void {
  reducedMotionQuery?.addEventListener("change", listener);
  return () => reducedMotionQuery?.removeEventListener("change", listener);
}
