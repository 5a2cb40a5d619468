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
    const heard = chapters.find((chapter) => chapter.chapterNumber === chapterNumber);
    const sentence = heard && sentenceAtTime(offset, heard.sentences)?.sentence;
    return sentence ? { ...place, sentence } : place;
  }
  if (isPlaying) return null;
  const spot = place.sentence === undefined ? null : toAudioPosition(place.sentence, chapters);
  if (!spot) return place;
  const fraction = audioShare(spot.chapterNumber, spot.time, parts);
  return { ...place, chapter: spot.chapterNumber, offset: spot.time, fraction };
}
