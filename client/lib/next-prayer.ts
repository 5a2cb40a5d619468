export interface NextPrayer {
  readonly name: string;
  readonly at: Date;
  readonly formatTime: (time: Date) => string;
}

let ask: () => NextPrayer | null = () => null;

export const getNextPrayer = (): NextPrayer | null => ask();

/** @returns a function that unsubscribes */
export function setNextPrayerProvider(answer: () => NextPrayer | null): () => void {
  ask = answer;
  return () => {
    if (ask === answer) ask = () => null;
  };
}
