import type { ReplyOf } from "#shared/api/contract.ts";
import { readSentence } from "#shared/positions/sentence-times.ts";
import type { readerContract } from "#shared/reader/contract.ts";
import { type Chapter, findChapterOfSentence } from "./chapters.ts";
import type { BookStructure } from "./engine/position/location.ts";

export type SearchHit = ReplyOf<typeof readerContract.searchInBook>["hits"][number];

export interface ChapterHits {
  /** Null before the first entry of the contents. */
  readonly chapter: Chapter | null;
  readonly hits: readonly SearchHit[];
}

export interface HitGroup {
  /** The search as it is written; otherwise its words. */
  readonly isExact: boolean;
  readonly chapters: readonly ChapterHits[];
}

/** Hits of the whole search and of its words, both by chapter in reading order. */
export function groupHits(
  hits: readonly SearchHit[],
  { sections, chapters }: Pick<BookStructure, "sections" | "chapters">,
): HitGroup[] {
  const indexes = new Map(sections.map(({ item }, index) => [item.index, index]));
  const findChapter = ({ sentence, spineIndex }: SearchHit) =>
    findChapterOfSentence(chapters, indexes.get(spineIndex) ?? -1, readSentence(sentence).number);

  return [true, false].flatMap((isExact) => {
    const group: { chapter: Chapter | null; hits: SearchHit[] }[] = [];
    for (const hit of hits.filter((each) => each.isExact === isExact).toSorted(compareHits)) {
      const chapter = findChapter(hit);
      const last = group.at(-1);
      if (last && last.chapter === chapter) last.hits.push(hit);
      else group.push({ chapter, hits: [hit] });
    }
    return group.length > 0 ? [{ isExact, chapters: group }] : [];
  });
}

const compareHits = (a: SearchHit, b: SearchHit) =>
  a.spineIndex - b.spineIndex ||
  readSentence(a.sentence).number - readSentence(b.sentence).number ||
  a.start - b.start;
