import { Store, useStore } from "#client/lib/store.ts";

export interface SentenceNavigation {
  readonly go: (direction: 1 | -1) => void;
  readonly areKnown: boolean;
}

const offered = new Store<SentenceNavigation | null>(null);

/** Gives the player the sentences of the text that is open. @returns a function that takes them away. */
export function registerSentenceNavigation(steps: SentenceNavigation): () => void {
  offered.set(steps);
  return () => {
    if (offered.getState() === steps) offered.set(null);
  };
}

/** Null while no text is synchronized with the audio. */
export const useSentenceNavigation = (): SentenceNavigation | null => useStore(offered);
