import { useCallback, useEffect, useState } from "react";
import type { Ebook } from "#shared/reader/contract.ts";
import { showPlayer, useIsPlayerShown } from "#client/features/player/player-visibility.ts";
import type { SentenceStep } from "./read-along/use-read-along.ts";

export interface BookAudio {
  readonly isWanted: boolean;
  readonly isPreloaded: boolean;
  readonly isListenRequested: boolean;
  /** Null while loading. */
  readonly step: SentenceStep | null;
  readonly onStep: (step: SentenceStep | null) => void;
  readonly onHeard: () => void;
  /** Plays from the page; null for a book without a recording. */
  readonly hear: (() => void) | null;
}

/** @param isHeard whether the player is shown below the text */
export function useBookAudio({ hasAudiobook }: Ebook, isHeard: boolean): BookAudio {
  const isWanted = useIsPlayerShown();
  const [step, setStep] = useState<SentenceStep | null>(null);
  const [isPreloaded, setCued] = useState(isHeard && hasAudiobook);
  const [isListenRequested, setHearingAsked] = useState(false);
  useEffect(() => {
    if (isPreloaded) showPlayer();
  }, [isPreloaded]);

  const hear = useCallback(() => {
    setCued(true);
    setHearingAsked(true);
  }, []);
  const onHeard = useCallback(() => setHearingAsked(false), []);
  return {
    ...{ isWanted, isPreloaded, isListenRequested, step, onStep: setStep, onHeard },
    hear: hasAudiobook ? hear : null,
  };
}
