import { Store, useStore } from "#client/lib/store.ts";

export interface SentenceNavigation {
  readonly go: (direction: 1 | -1) => void;
  readonly areKnown: boolean;
}

const offered = new Store<SentenceNavigation | null>(null);

/**
 * Registers the sentences of the open text with the player.
 *
 * @returns a function that unregisters them
 */
export function registerSentenceNavigation(steps: SentenceNavigation): () => void {
  offered.set(steps);
  return () => {
    if (offered.getState() === steps) offered.set(null);
  };
}

/** Null while no text is synchronized with the audio. */
export const useSentenceNavigation = (): SentenceNavigation | null => useStore(offered);
