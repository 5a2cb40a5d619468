import { useSyncExternalStore } from "react";

let isWanted = false;
const listeners = new Set<() => void>();

/** Brings the player's bar onto the screen; its code comes with the first call. */
export function showPlayer(): void {
  isWanted = true;
  for (const listener of listeners) listener();
}

/** Whether the player was ever used since the app began. */
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
