import { type AudioPart, getAudioFraction } from "#shared/positions/audio-fraction.ts";
import type { Locator } from "#shared/positions/position.ts";
import { type AudibleChapter, toAudioPosition } from "./audio-position.ts";
import { findSentenceAtTime } from "./sentence-at-time.ts";

export interface KnownPosition {
  readonly chapters: readonly AudibleChapter[];
  readonly parts: readonly AudioPart[];
  readonly isPlaying: boolean;
}

export function combinePositions(
  locator: Locator,
  { chapters, parts, isPlaying }: KnownPosition,
): Locator | null {
  const { chapter: chapterNumber, offset = 0 } = locator;
  if (chapterNumber !== undefined) {
    const audibleChapter = chapters.find((chapter) => chapter.chapterNumber === chapterNumber);
    const sentence = audibleChapter && findSentenceAtTime(offset, audibleChapter.sentences)?.sentence;
    return sentence ? { ...locator, sentence } : locator;
  }
  if (isPlaying) return null;
  const audioPosition = locator.sentence === undefined ? null : toAudioPosition(locator.sentence, chapters);
  if (!audioPosition) return locator;
  const fraction = getAudioFraction(audioPosition.chapterNumber, audioPosition.time, parts);
  return { ...locator, chapter: audioPosition.chapterNumber, offset: audioPosition.time, fraction };
}
