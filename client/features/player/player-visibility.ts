import { useSyncExternalStore } from "react";

let isWanted = false;
const listeners = new Set<() => void>();

export function showPlayer(): void {
  isWanted = true;
  for (const listener of listeners) listener();
}

export function useIsPlayerShown(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isWanted,
    () => false,
  );
}
