import { useMemo } from "react";
import { getBookDuration, getDuration } from "#client/features/player/engine/timeline.ts";
import { usePlayerState } from "#client/features/player/use-player.ts";

/** More marks than this are a solid line. */
const maxMarks = 150;

/** Where chapters begin, over a bar of the whole book. */
export function ChapterMarks() {
  const playlist = usePlayerState((state) => state.playlist);
  const starts = useMemo(() => {
    if (!playlist || playlist.chapters.length > maxMarks) return [];
    const duration = getBookDuration(playlist);
    let at = 0;
    return playlist.chapters.slice(0, -1).map((chapter) => {
      at += getDuration(chapter);
      return at / duration;
    });
  }, [playlist]);
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0">
      {starts.map((start) => (
        <span
          key={start}
          className="absolute inset-y-0 my-auto h-1.5 w-px bg-surface"
          style={{ insetInlineStart: `${start * 100}%` }}
        />
      ))}
    </div>
  );
}
