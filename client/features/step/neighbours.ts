import { neighbourOf } from "./sounding.ts";
import type { HeardChapter, SoundSpot } from "./spots.ts";

/** Where the next sentence begins, or the one before, also in the chapter beside; null past either end of the book. */
export function neighbourSpot(
  { chapterNumber, time }: SoundSpot,
  chapters: readonly HeardChapter[],
  direction: 1 | -1,
): SoundSpot | null {
  const own = chapters.find((chapter) => chapter.chapterNumber === chapterNumber);
  const found = own && neighbourOf(time, own.sentences, direction);
  if (found) return { chapterNumber, time: found[1] };
  const isBeside = (chapter: HeardChapter) =>
    chapter.sentences.length > 0 && (chapter.chapterNumber - chapterNumber) * direction > 0;
  const beside = direction === 1 ? chapters.find(isBeside) : chapters.findLast(isBeside);
  const sentence = beside?.sentences.at(direction === 1 ? 0 : -1);
  return beside && sentence ? { chapterNumber: beside.chapterNumber, time: sentence[1] } : null;
}
