export interface NextPrayer {
  readonly name: string;
  readonly at: Date;
  readonly formatTime: (time: Date) => string;
}

let currentProvider: () => NextPrayer | null = () => null;

export const getNextPrayer = (): NextPrayer | null => currentProvider();

/** @returns a function that unsubscribes */
export function setNextPrayerProvider(provider: () => NextPrayer | null): () => void {
  currentProvider = provider;
  return () => {
    if (currentProvider === provider) currentProvider = () => null;
  };
}
