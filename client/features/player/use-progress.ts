import type { Seconds } from "#shared/api/schemas.ts";
import { getBookDuration, toBookTime } from "./engine/timeline.ts";
import { usePlayer, usePlayerSettings, usePlayerState } from "./use-player.ts";

export interface Progress {
  readonly isWholeBook: boolean;
  readonly time: Seconds;
  readonly duration: Seconds;
  readonly rate: number;
  readonly seek: (time: Seconds) => void;
}

export function useProgress(): Progress {
  const { engine } = usePlayer();
  const isWholeBook = usePlayerSettings().timeDisplay === "book";
  const time = usePlayerState((state) => state.time);
  const index = usePlayerState((state) => state.chapterIndex);
  const duration = usePlayerState((state) => state.duration);
  const playlist = usePlayerState((state) => state.playlist);
  const rate = usePlayerState((state) => state.rate);
  if (!isWholeBook || !playlist) {
    return { isWholeBook: false, time, duration, rate, seek: (to) => engine.seek(to) };
  }
  return {
    isWholeBook,
    time: toBookTime(playlist, { index, time }),
    duration: getBookDuration(playlist),
    rate,
    seek: (to) => engine.seekInBook(to),
  };
}
