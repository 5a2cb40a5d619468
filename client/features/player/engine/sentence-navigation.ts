import { Store, useStore } from "#client/lib/store.ts";

export interface SentenceNavigation {
  readonly go: (direction: 1 | -1) => void;
  readonly isAvailable: boolean;
}

const registered = new Store<SentenceNavigation | null>(null);

/**
 * Registers the sentences of the open text with the player.
 *
 * @returns a function that unregisters them
 */
export function registerSentenceNavigation(navigation: SentenceNavigation): () => void {
  registered.set(navigation);
  return () => {
    if (registered.getState() === navigation) registered.set(null);
  };
}

/** Null while no text is synchronized with the audio. */
export const useSentenceNavigation = (): SentenceNavigation | null => useStore(registered);
