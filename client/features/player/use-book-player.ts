import { useQuery } from "@tanstack/react-query";
import type { Seconds } from "#shared/api/schemas.ts";
import type { BookId } from "#shared/books/book.ts";
import type { Playlist } from "#shared/player/contract.ts";
import { playerContract } from "#shared/player/contract.ts";
import type { Locator, Position } from "#shared/positions/position.ts";
import { findGuestPosition, getPositionTracker, usePosition } from "#client/features/positions/index.ts";
import { query } from "#client/lib/api/query.ts";
import { useSession } from "#client/lib/api/session.ts";
import { getRewindAtOpening } from "./engine/smart-rewind.ts";
import { getBookDuration, getChapterStart, type TrackPosition } from "./engine/timeline.ts";
import { showPlayer } from "./player-visibility.ts";
import { useLazyPlayer, usePlayerState } from "./use-player.ts";

const endsWithin: Seconds = 1;

export function useBookPlayer(bookId: BookId) {
  const player = useLazyPlayer();
  const { user, isLoading } = useSession();
  const playlist = useQuery({
    ...query(playerContract.getPlaylist, { params: { bookId } }),
    enabled: !isLoading,
    staleTime: 0,
    refetchOnMount: "always",
  });
  const position = usePosition(bookId);
  const isPlaying = usePlayerState((state) => state.isPlaying && state.track?.bookId === bookId);
  const isLoaded = usePlayerState((state) => state.track?.bookId === bookId);

  const locator = user ? position.data?.audio : findGuestPosition(bookId)?.locator;
  const start =
    playlist.data && startFrom(playlist.data, locator ?? null, position.data?.isApproximate ?? false);

  const rewindTo = ({ index, time }: TrackPosition): TrackPosition => {
    const savedAt = position.data?.current?.at;
    const isOn = player().settings.getState().rewindsAfterPause;
    const seconds = savedAt && isOn ? getRewindAtOpening(Date.now() - savedAt.getTime()) : 0;
    return { index, time: Math.max(0, time - seconds) };
  };

  return {
    error: playlist.error,
    isReady: start !== undefined && (user === null || !position.isLoading),
    retry: () => void playlist.refetch(),
    isPlaying,
    isSample: playlist.data?.portion === "sample",
    hasStarted: isLoaded || (start !== undefined && (start.position.index > 0 || start.position.time > 0)),
    isApproximate: !isLoaded && start !== undefined && start.playlist.isStartApproximate,
    cue: () => {
      if (start) player().engine.cue(start.playlist, start.position);
      showPlayer();
    },
    restore: () => {
      if (start) player().engine.cue(start.playlist, rewindTo(start.position));
    },
    toggle: () => {
      const { engine } = player();
      if (isPlaying) engine.pause();
      else if (isLoaded) {
        const newest = chooseNewer(position.data?.current ?? null, start?.position ?? null);
        if (newest) engine.setPosition(newest);
        engine.play();
      } else if (start)
        engine.playBook(start.playlist, rewindTo(start.position), start.isFinished ? "restart" : "play");
      showPlayer();
    },
  };
}

/** Null while the position is the one that the player reported last. */
function chooseNewer(current: Position | null, trackPosition: TrackPosition | null): TrackPosition | null {
  const lastSavedAt = current && getPositionTracker().getLastSaved(current.bookId);
  return lastSavedAt && current.at >= lastSavedAt ? trackPosition : null;
}

function startFrom(
  playlist: Playlist,
  locator: Locator | null,
  isApproximate: boolean,
): { readonly playlist: Playlist; readonly position: TrackPosition; readonly isFinished: boolean } {
  const beginning = { ...playlist, startFromChapter: 1, startFromTime: 0, isStartApproximate: false };
  if (locator && (1 - locator.fraction) * getBookDuration(playlist) < endsWithin) {
    return { playlist: beginning, position: { index: 0, time: 0 }, isFinished: true };
  }
  const index = playlist.chapters.findIndex(({ chapterNumber }) => chapterNumber === locator?.chapter);
  const chapter = playlist.chapters[index];
  if (!locator || !chapter || chapter.isLocked)
    return { playlist, position: getChapterStart(playlist), isFinished: false };
  const [startFromChapter, startFromTime] = [chapter.chapterNumber, locator.offset ?? 0];
  const from = { ...playlist, startFromChapter, startFromTime, isStartApproximate: isApproximate };
  return { playlist: from, position: { index, time: startFromTime }, isFinished: false };
}
