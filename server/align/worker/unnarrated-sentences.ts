import { createNotNarrated } from "#server/align/low-confidence.ts";
import type { AlignTask, FoundAudioChapter } from "./task.ts";

type Book = Pick<AlignTask, "sentences" | "files" | "requested" | "firstSentences">;

export function markUnnarrated(
  found: readonly FoundAudioChapter[],
  book: Book,
): readonly FoundAudioChapter[] {
  const narrated = new Set(found.flatMap(({ sentences }) => sentences.map(({ sentence }) => sentence)));
  return found.map((chapter) => {
    const last = chapter.sentences.at(-1);
    const end = last && findFirstAfter(chapter, found, book);
    if (!last || end === null || end === undefined) return chapter;
    const gaps: [first: number, last: number][] = [];
    for (let sentence = last.sentence + 1; sentence < end; sentence++) {
      const gap = gaps.at(-1);
      if (narrated.has(sentence)) continue;
      narrated.add(sentence);
      if (gap?.[1] === sentence - 1) gap[1] = sentence;
      else gaps.push([sentence, sentence]);
    }
    const uncertainties = gaps.map(([first, until]) => createNotNarrated(first, until, last.end));
    return uncertainties.length > 0
      ? { ...chapter, uncertainties: [...chapter.uncertainties, ...uncertainties] }
      : chapter;
  });
}

function findFirstAfter(
  { number }: FoundAudioChapter,
  found: readonly FoundAudioChapter[],
  { sentences, files, requested, firstSentences }: Book,
): number | null {
  const firstSentenceByChapter = new Map(firstSentences);
  for (const chapter of found) {
    const [first] = chapter.sentences;
    if (first) firstSentenceByChapter.set(chapter.number, first.sentence);
    else firstSentenceByChapter.delete(chapter.number);
  }
  const later = files
    .flatMap(({ chapters }) => chapters.map((each) => each.number))
    .filter((n) => n > number);
  const next = later.sort((a, b) => a - b).find((each) => firstSentenceByChapter.has(each));
  if (next !== undefined) return firstSentenceByChapter.get(next) ?? null;
  return requested === null ? sentences.length : null;
}
