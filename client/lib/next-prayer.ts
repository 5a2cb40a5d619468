/** The prayer that comes next at the reader's place. */
export interface NextPrayer {
  readonly name: string;
  readonly at: Date;
  /** As the place's clocks show a moment. */
  readonly timeOf: (moment: Date) => string;
}

let ask: () => NextPrayer | null = () => null;

/** Null on a device that was told no place, or while that is not known yet. */
export const nextPrayer = (): NextPrayer | null => ask();

/** Tells whoever asks from now on. @returns a function that takes it back. */
export function setNextPrayerProvider(answer: () => NextPrayer | null): () => void {
  ask = answer;
  return () => {
    if (ask === answer) ask = () => null;
  };
}
