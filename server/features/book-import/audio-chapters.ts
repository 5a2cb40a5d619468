import path from "node:path";
import type { FoundChapter } from "./audio/audio-info.ts";
import type { Tags } from "./audio/tags.ts";
import { getChapterType } from "./chapter-type.ts";
import { compareNaturally } from "./natural-order.ts";

export interface AudioPart {
  readonly file: string;
  readonly tags: Pick<Tags, "title" | "album" | "track" | "disc">;
  readonly chapters: readonly FoundChapter[];
  /** Seconds. */
  readonly duration: number;
}

export interface BookChapter {
  readonly chapterNumber: number;
  readonly chapterType: string;
  readonly title: string;
  /** Index of the audio file. */
  readonly part: number;
  /** Seconds in that file. */
  readonly start: number;
  readonly end: number;
}

export function sortByName<P extends AudioPart>(parts: readonly P[]): readonly P[] {
  const trackNumbers = parts.map(({ tags }) =>
    tags.track === null ? null : (tags.disc ?? 1) * 100_000 + tags.track,
  );
  const isNumbered = !trackNumbers.includes(null) && new Set(trackNumbers).size === parts.length;
  const byName = [...parts].sort((a, b) => compareNaturally(a.file, b.file));
  if (!isNumbered) return byName;
  const trackByPart = new Map(parts.map((part, i) => [part, trackNumbers[i] ?? 0]));
  return byName.sort((a, b) => (trackByPart.get(a) ?? 0) - (trackByPart.get(b) ?? 0));
}

/** The chapters of a book: those in a file, else the file itself. */
export function getChapters(parts: readonly AudioPart[], bookTitle: string): readonly BookChapter[] {
  const titles = getFileTitles(parts, bookTitle);
  const found = parts.flatMap((part, index) => {
    const ownTitles =
      part.chapters.length > 1 || (part.chapters[0]?.title && parts.length === 1) ? part.chapters : [];
    const chapters = ownTitles.length
      ? ownTitles
      : [{ title: titles[index] ?? "", start: 0, end: part.duration }];
    return chapters.map((chapter) => ({ ...chapter, part: index }));
  });
  return found.map(({ title, start, end, part }, i) => ({
    chapterNumber: i + 1,
    chapterType: getChapterType(title),
    title: title || `Chapter ${i + 1}`,
    part,
    start,
    end,
  }));
}

function getFileTitles(parts: readonly AudioPart[], bookTitle: string): string[] {
  if (parts.length === 1) return [parts[0]?.tags.title || bookTitle];
  const tagged = parts.map(({ tags }) => (tags.title === tags.album ? "" : tags.title));
  const areDistinct = new Set(tagged).size > parts.length / 2;
  return parts.map(({ file }, i) => (areDistinct && tagged[i]) || toTitle(file, bookTitle));
}

/** "01 - Sonnet I.mp3" is "Sonnet I"; a numeric name has no title. */
export function toTitle(file: string, bookTitle: string): string {
  const stem = path.basename(file, path.extname(file)).replaceAll("_", " ").normalize("NFC");
  const withoutNumber = stem.replace(
    /^\s*(?:(?:cd|disc|disk)\s*\p{Nd}+\s*[-–. ]*)?\p{Nd}{1,4}(?:[-.]\p{Nd}{1,3})?\s*[-–.:)]*\s*/iu,
    "",
  );
  const startsWithTitle = withoutNumber.toLowerCase().startsWith(bookTitle.toLowerCase()) && bookTitle !== "";
  const remaining = startsWithTitle
    ? withoutNumber.slice(bookTitle.length).replace(/^[\s\-–.:,]*\d*[\s\-–.:,]*/, "")
    : withoutNumber;
  return (remaining || (startsWithTitle ? "" : withoutNumber)).replace(/\s+/g, " ").trim();
}

/** A minute, plus a second that players read ahead. */
const minSampleSeconds = 61;
const singleChapterFraction = 0.1;
const maxLeadSeconds = 120;

/**
 * The end of the audio sample in seconds from the first file's start: after the first chapter, but at least
 * a minute; a tenth of the whole for a book of one chapter, and the minute when other chapters precede.
 */
export function getSampleEnd(chapters: readonly BookChapter[], durations: readonly number[]): number {
  const total = durations.reduce((sum, each) => sum + each, 0);
  const [first, ...others] = chapters;
  if (!first) return Math.min(total, minSampleSeconds);
  const isFirst = others.every(({ part, start }) => part > first.part || start >= first.end - 0.05);
  if (!isFirst || first.start > maxLeadSeconds) return Math.min(total, minSampleSeconds);
  const length = (first.end - first.start) * (others.length === 0 ? singleChapterFraction : 1);
  return Math.min(total, first.start + Math.max(minSampleSeconds, length));
}

/** Seconds of each file before a time in the whole book. */
export function splitAt(time: number, durations: readonly number[]): number[] {
  let before = 0;
  return durations.map((duration) => {
    const inside = Math.min(duration, Math.max(0, time - before));
    before += duration;
    return inside;
  });
}
