/** The prayer that comes next at the reader's place. */
export interface ComingPrayer {
  readonly name: string;
  readonly at: Date;
  /** As the place's clocks show a moment. */
  readonly timeOf: (moment: Date) => string;
}

let ask: () => ComingPrayer | null = () => null;

/** Null on a device that was told no place, or while that is not known yet. */
export const comingPrayer = (): ComingPrayer | null => ask();

/** Tells whoever asks from now on. @returns a function that takes it back. */
export function setNextPrayerProvider(answer: () => ComingPrayer | null): () => void {
  ask = answer;
  return () => {
    if (ask === answer) ask = () => null;
  };
}
