import { useSyncExternalStore } from "react";

export interface SentenceNavigation {
  readonly go: (direction: 1 | -1) => void;
  readonly areKnown: boolean;
}

let offered: SentenceNavigation | null = null;
const listeners = new Set<() => void>();

/** Gives the player the sentences of the text that is open. @returns a function that takes them away. */
export function registerSentenceNavigation(steps: SentenceNavigation): () => void {
  offer(steps);
  return () => {
    if (offered === steps) offer(null);
  };
}

function offer(steps: SentenceNavigation | null): void {
  offered = steps;
  for (const listener of listeners) listener();
}

/** Null while no text is synchronized with the audio. */
export function useSentenceNavigation(): SentenceNavigation | null {
  return useSyncExternalStore(
    subscribe,
    () => offered,
    () => null,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
