import type { Seconds } from "#shared/api/schemas.ts";
import type { Chapter, Playlist } from "#shared/player/contract.ts";
import { getAudioFraction } from "#shared/positions/audio-fraction.ts";
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

export const getBookDuration = ({ chapters }: Playlist): Seconds =>
  chapters.reduce((total, chapter) => total + getDuration(chapter), 0);

export function toBookTime({ chapters }: Playlist, { index, time }: TrackPosition): Seconds {
  return chapters.slice(0, index).reduce((total, chapter) => total + getDuration(chapter), 0) + time;
}

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

export function toLocator({ chapters }: Playlist, { index, time }: TrackPosition): Locator {
  const chapter = chapters[index]?.chapterNumber ?? 1;
  const parts = chapters.map((each) => ({
    chapterNumber: each.chapterNumber,
    duration: getDuration(each),
  }));
  return { chapter, offset: Math.max(0, time), fraction: getAudioFraction(chapter, time, parts) };
}

const maxGap = 0.5;

export function isContinuous(chapter: Chapter, next: Chapter): boolean {
  return chapter.audioUrl === next.audioUrl && Math.abs(next.start - chapter.end) <= maxGap;
}
