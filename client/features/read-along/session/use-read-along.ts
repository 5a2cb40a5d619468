import { useEffect, useMemo, useRef, useState } from "react";
import type { Ebook } from "#shared/reader/contract.ts";
import { registerSentenceNavigation, usePlayer, usePlayerState } from "#client/features/player/index.ts";
import type { PlaybackSync } from "#client/features/read-along/playback-sync.ts";
import { useOverlay } from "#client/features/read-along/use-overlay.ts";
import { useSyncMap } from "#client/features/read-along/use-sync-map.ts";
import type { ReaderExtension } from "#client/features/reader/index.ts";
import { type ReadAlongMode, ReadAlongSession } from "./read-along-session.ts";

export interface ReadAlong {
  /** The player has loaded this book. */
  readonly isOn: boolean;
  /** Null while it has not. */
  readonly extension: ReaderExtension | null;
  /** Null until the first page is shown. */
  readonly sync: PlaybackSync | null;
  /** Plays from the first sentence that starts on the page; null while its time is unknown. */
  readonly readPageAloud: (() => void) | null;
}

/** Synchronizes the pages with the player while it has the same book. */
export function useReadAlong(ebook: Ebook, mode: ReadAlongMode): ReadAlong {
  const { bookId } = ebook;
  const player = usePlayer();
  const isOn = usePlayerState((state) => state.track?.bookId === bookId && state.displayMode !== "closed");
  const isLoaded = usePlayerState((state) => state.playlist?.bookId === bookId);
  const map = useSyncMap(bookId, isOn);
  const chapterNumber = usePlayerState(
    ({ playlist, chapterIndex }) => playlist?.chapters[chapterIndex]?.chapterNumber ?? null,
  );
  const overlay = useOverlay(bookId, isOn, isLoaded ? chapterNumber : null);
  const latest = useRef({ map, overlay, mode });
  latest.current = { map, overlay, mode };
  const [sync, setSync] = useState<PlaybackSync | null>(null);

  const session = useMemo(
    () => (isOn ? new ReadAlongSession(player, ebook, () => latest.current, setSync) : null),
    [isOn, player, ebook],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: checks again when a sync map was loaded
  useEffect(() => sync?.scheduleUpdate(), [sync, map, overlay]);
  useEffect(() => session?.completePositions(), [session]);

  useSentenceButtons(sync && session, {
    hasSentences:
      isLoaded && (map.chapters?.some(({ sentences }) => sentences.length > 0) || overlay.isMarked),
    isAvailable:
      chapterNumber !== null &&
      ((map.find(chapterNumber)?.length ?? 0) > 0 || overlay.getMarks(chapterNumber).length > 0),
  });

  const canPlayPage = sync !== null && isLoaded && map.chapters !== null;
  return useMemo(
    () => ({
      isOn,
      extension: session,
      sync,
      readPageAloud: (canPlayPage && session?.readPageAloud) || null,
    }),
    [isOn, session, sync, canPlayPage],
  );
}

interface SentenceAvailability {
  /** Whether sentence navigation is available in the book and in the loaded chapter. */
  readonly hasSentences: boolean;
  readonly isAvailable: boolean;
}

function useSentenceButtons(
  session: ReadAlongSession | null,
  { hasSentences, isAvailable }: SentenceAvailability,
): void {
  useEffect(
    () =>
      session && hasSentences ? registerSentenceNavigation({ go: session.step, isAvailable }) : undefined,
    [session, hasSentences, isAvailable],
  );
}
