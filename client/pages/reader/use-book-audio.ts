import { useCallback, useEffect, useState } from "react";
import type { Ebook } from "#shared/reader/contract.ts";
import { showPlayer, useIsPlayerShown } from "#client/features/player/player-visibility.ts";
import type { SentenceStep } from "./read-along/use-read-along.ts";

/** The recording of an open book, as far as the page knows of it before any of its code is here. */
export interface ReadAudioFile {
  /** The player is, or was, used: what keeps text and sound in step is to be there. */
  readonly isWanted: boolean;
  readonly isPreloaded: boolean;
  readonly isListenRequested: boolean;
  /** Null until it is there. */
  readonly step: SentenceStep | null;
  readonly onStep: (step: SentenceStep | null) => void;
  readonly onHeard: () => void;
  /** Plays from the page; null for a book without a recording. */
  readonly hear: (() => void) | null;
}

/** @param isHeard the player comes with the text. */
export function useBookAudio({ hasAudiobook }: Ebook, isHeard: boolean): ReadAudioFile {
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
