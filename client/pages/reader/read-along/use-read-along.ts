import { useEffect, useMemo, useRef, useState } from "react";
import type { Ebook } from "#shared/reader/contract.ts";
import { registerSentenceNavigation } from "#client/features/player/engine/sentence-navigation.ts";
import { usePlayer, usePlayerState } from "#client/features/player/use-player.ts";
import type { PlaybackSync } from "#client/features/read-along/playback-sync.ts";
import { useOverlay } from "#client/features/read-along/use-overlay.ts";
import { useSyncMap } from "#client/features/read-along/use-sync-map.ts";
import type { ReaderExtension } from "#client/features/reader/reader-extension.ts";
import { type ReadAlongMode, ReadAlongSession } from "./read-along-session.ts";

export interface SentenceStep {
  /** The player has loaded this book. */
  readonly isOn: boolean;
  /** Null while it has not. */
  readonly companion: ReaderExtension | null;
  /** Null until the first page is shown. */
  readonly conductor: PlaybackSync | null;
  /** Plays from the first sentence that starts on the page; null while its time is unknown. */
  readonly readPageAloud: (() => void) | null;
}

/** Keeps the pages in step with the player while it has the same book. */
export function useReadAlong(ebook: Ebook, lead: ReadAlongMode): SentenceStep {
  const { bookId } = ebook;
  const player = usePlayer();
  const isOn = usePlayerState((state) => state.track?.bookId === bookId && state.displayMode !== "closed");
  const isLoaded = usePlayerState((state) => state.playlist?.bookId === bookId);
  const map = useSyncMap(bookId, isOn);
  const chapterNumber = usePlayerState(
    ({ playlist, chapterIndex }) => playlist?.chapters[chapterIndex]?.chapterNumber ?? null,
  );
  const overlay = useOverlay(bookId, isOn, isLoaded ? chapterNumber : null);
  const latest = useRef({ map, overlay, lead });
  latest.current = { map, overlay, lead };
  const [conductor, setConductor] = useState<PlaybackSync | null>(null);

  const session = useMemo(
    () => (isOn ? new ReadAlongSession(player, ebook, () => latest.current, setConductor) : null),
    [isOn, player, ebook],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a map that has come is looked at
  useEffect(() => conductor?.look(), [conductor, map, overlay]);
  useEffect(() => session?.completePositions(), [session]);

  useSteps(conductor && session, {
    isAny: isLoaded && (map.chapters?.some(({ sentences }) => sentences.length > 0) || overlay.isMarked),
    areKnown:
      chapterNumber !== null &&
      ((map.find(chapterNumber)?.length ?? 0) > 0 || overlay.marksOf(chapterNumber).length > 0),
  });

  const isHeardAnywhere = conductor !== null && isLoaded && map.chapters !== null;
  return useMemo(
    () => ({
      isOn,
      companion: session,
      conductor,
      readPageAloud: (isHeardAnywhere && session?.readPageAloud) || null,
    }),
    [isOn, session, conductor, isHeardAnywhere],
  );
}

interface KnownSteps {
  /** Whether sentence navigation is available in the book and in the loaded chapter. */
  readonly isAny: boolean;
  readonly areKnown: boolean;
}

function useSteps(session: ReadAlongSession | null, { isAny, areKnown }: KnownSteps): void {
  useEffect(
    () => (session && isAny ? registerSentenceNavigation({ go: session.step, areKnown }) : undefined),
    [session, isAny, areKnown],
  );
}
