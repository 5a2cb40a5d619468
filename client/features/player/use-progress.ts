import type { Seconds } from "#shared/api/schemas.ts";
import { formatBookDuration, formatBookTime } from "./engine/timeline.ts";
import { usePlayer, usePlayerSettings, usePlayerState } from "./use-player.ts";

/** What the time slider shows: the chapter or the whole book, as the listener chose. */
export interface Progress {
  readonly isOfBook: boolean;
  readonly time: Seconds;
  readonly whole: Seconds;
  /** Divides what is shown: at double speed an hour passes in half of one. */
  readonly rate: number;
  readonly seek: (time: Seconds) => void;
}

/** How far the listener is, drawn again as time passes. */
export function useProgress(): Progress {
  const { engine } = usePlayer();
  const isOfBook = usePlayerSettings().timeDisplay === "book";
  const time = usePlayerState((state) => state.time);
  const index = usePlayerState((state) => state.chapterIndex);
  const duration = usePlayerState((state) => state.duration);
  const playlist = usePlayerState((state) => state.playlist);
  const rate = usePlayerState((state) => state.rate);
  if (!isOfBook || !playlist) {
    return { isOfBook: false, time, whole: duration, rate, seek: (to) => engine.seek(to) };
  }
  return {
    isOfBook,
    time: formatBookTime(playlist, { index, time }),
    whole: formatBookDuration(playlist),
    rate,
    seek: (to) => engine.seekInBook(to),
  };
}
