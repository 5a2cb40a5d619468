import type { Seconds } from "#shared/api/schemas.ts";
import type { Chapter } from "#shared/player/contract.ts";
import { getDuration } from "./timeline.ts";

/** Seconds at both ends of each chapter that are not played. */
export interface ChapterSkips {
  readonly intro: Seconds;
  readonly outro: Seconds;
}

export const noSkips: ChapterSkips = { intro: 0, outro: 0 };

/** A chapter with less than this between intro and outro is played whole. */
const minRest: Seconds = 10;

const canSkip = (chapter: Chapter, { intro, outro }: ChapterSkips) =>
  getDuration(chapter) - intro - outro >= minRest;

/** Where playback of a chapter begins, in seconds of it. */
export const getPlayedStart = (chapter: Chapter, skips: ChapterSkips): Seconds =>
  canSkip(chapter, skips) ? skips.intro : 0;

/** Where playback goes on to the next chapter, in seconds of it. */
export const getPlayedEnd = (chapter: Chapter, skips: ChapterSkips): Seconds =>
  getDuration(chapter) - (canSkip(chapter, skips) ? skips.outro : 0);
