import { useCallback, useEffect, useState } from "react";
import type { Ebook } from "#shared/reader/contract.ts";
import { showPlayer, useIsPlayerShown } from "#client/features/player/index.ts";
import type { ReadAlong } from "./session/use-read-along.ts";

export interface BookAudio {
  readonly isEnabled: boolean;
  readonly isPreloaded: boolean;
  readonly isListenRequested: boolean;
  /** Null while loading. */
  readonly readAlong: ReadAlong | null;
  readonly onReadAlongChange: (readAlong: ReadAlong | null) => void;
  readonly onStarted: () => void;
  /** Plays from the page; null for a book without a recording. */
  readonly listen: (() => void) | null;
}

/** @param showsPlayer whether the player is shown below the text */
export function useBookAudio({ hasAudiobook }: Ebook, showsPlayer: boolean): BookAudio {
  const isEnabled = useIsPlayerShown();
  const [readAlong, setReadAlong] = useState<ReadAlong | null>(null);
  const [isPreloaded, setPreloaded] = useState(showsPlayer && hasAudiobook);
  const [isListenRequested, setListenRequested] = useState(false);
  useEffect(() => {
    if (isPreloaded) showPlayer();
  }, [isPreloaded]);

  const listen = useCallback(() => {
    setPreloaded(true);
    setListenRequested(true);
  }, []);
  const onStarted = useCallback(() => setListenRequested(false), []);
  return {
    isEnabled,
    isPreloaded,
    isListenRequested,
    readAlong,
    onReadAlongChange: setReadAlong,
    onStarted,
    listen: hasAudiobook ? listen : null,
  };
}
