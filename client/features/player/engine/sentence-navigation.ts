import { useSyncExternalStore } from "react";

/** Takes the sound a sentence on or back, as the open text knows them. */
export interface SentenceNavigation {
  readonly go: (direction: 1 | -1) => void;
  /** Of the chapter that is loaded at least one is known. */
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

/** The sentences one can go on and back by; null while no text goes along with the sound. */
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
