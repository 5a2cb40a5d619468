import { type AudioPart, audioShare } from "#shared/positions/audio-share.ts";
import type { Locator } from "#shared/positions/position.ts";
import { type AudibleChapter, toAudioPosition } from "./audio-position.ts";
import { sentenceAtTime } from "./sentence-at-time.ts";

/** What is known when a place is told while a book is read and heard. */
export interface KnownPosition {
  readonly chapters: readonly AudibleChapter[];
  readonly parts: readonly AudioPart[];
  readonly isPlaying: boolean;
}

/**
 * One place for text and sound. While it plays, the sound alone tells where the reader is, and learns the sentence from
 * the map; a page turned in the silence tells it, and learns the moment. Null for what is not to be told.
 */
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
