import { type AudioPart, audioShare } from "#shared/positions/audio-share.ts";
import type { Locator } from "#shared/positions/position.ts";
import { type AudibleChapter, toAudioPosition } from "./audio-position.ts";
import { sentenceAtTime } from "./sentence-at-time.ts";

export interface KnownPosition {
  readonly chapters: readonly AudibleChapter[];
  readonly parts: readonly AudioPart[];
  readonly isPlaying: boolean;
}

export function combinePositions(
  place: Locator,
  { chapters, parts, isPlaying }: KnownPosition,
): Locator | null {
  const { chapter: chapterNumber, offset = 0 } = place;
  if (chapterNumber !== undefined) {
    const audibleChapter = chapters.find((chapter) => chapter.chapterNumber === chapterNumber);
    const sentence = audibleChapter && sentenceAtTime(offset, audibleChapter.sentences)?.sentence;
    return sentence ? { ...place, sentence } : place;
  }
  if (isPlaying) return null;
  const audioPosition = place.sentence === undefined ? null : toAudioPosition(place.sentence, chapters);
  if (!audioPosition) return place;
  const fraction = audioShare(audioPosition.chapterNumber, audioPosition.time, parts);
  return { ...place, chapter: audioPosition.chapterNumber, offset: audioPosition.time, fraction };
}
