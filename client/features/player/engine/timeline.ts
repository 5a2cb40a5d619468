import type { Seconds } from "#shared/api/schemas.ts";
import type { Chapter, Playlist } from "#shared/player/contract.ts";
import type { Locator } from "#shared/positions/position.ts";

export interface TrackPosition {
  readonly index: number;
  readonly time: Seconds;
}

export function getChapterStart({ chapters, startFromChapter, startFromTime }: Playlist): TrackPosition {
  const index = chapters.findIndex(({ chapterNumber }) => chapterNumber === startFromChapter);
  return index < 0 ? { index: 0, time: 0 } : { index, time: startFromTime };
}

export const getDuration = ({ start, end }: Chapter): Seconds => Math.max(0, end - start);

/** Seconds of the book at which chapters start, and its length; read several times a second. */
const startsByChapters = new WeakMap<readonly Chapter[], readonly Seconds[]>();

function getStarts(chapters: readonly Chapter[]): readonly Seconds[] {
  const known = startsByChapters.get(chapters);
  if (known) return known;
  const starts = [0];
  for (const chapter of chapters) starts.push((starts.at(-1) ?? 0) + getDuration(chapter));
  startsByChapters.set(chapters, starts);
  return starts;
}

export const getBookDuration = ({ chapters }: Playlist): Seconds => getStarts(chapters)[chapters.length] ?? 0;

export const toBookTime = ({ chapters }: Playlist, { index, time }: TrackPosition): Seconds =>
  (getStarts(chapters)[index] ?? 0) + time;

export function findTrackPosition({ chapters }: Playlist, time: Seconds): TrackPosition {
  let remaining = Math.max(0, time);
  for (const [index, chapter] of chapters.entries()) {
    const duration = getDuration(chapter);
    if (remaining < duration || index === chapters.length - 1)
      return { index, time: Math.min(remaining, duration) };
    remaining -= duration;
  }
  return { index: 0, time: 0 };
}

export function toLocator(playlist: Playlist, { index, time }: TrackPosition): Locator {
  const chapter = playlist.chapters[index];
  const duration = getBookDuration(playlist);
  const played = chapter ? toBookTime(playlist, { index, time: Math.min(time, getDuration(chapter)) }) : 0;
  const fraction = duration > 0 ? Math.min(1, Math.max(0, played / duration)) : 0;
  return { chapter: chapter?.chapterNumber ?? 1, offset: Math.max(0, time), fraction };
}

const maxGap = 0.5;

export function isContinuous(chapter: Chapter, next: Chapter): boolean {
  return chapter.audioUrl === next.audioUrl && Math.abs(next.start - chapter.end) <= maxGap;
}
