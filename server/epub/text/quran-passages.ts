import type { SanitizedDocument } from "#shared/epub/sanitize/sanitize-document.ts";
import { getBlocks } from "#shared/epub/sanitize/write-document.ts";
import { splitSentences, type TextSpan } from "#shared/reader/sentences.ts";
import type { PassageBlock } from "#server/quran-detection/bracket-detection.ts";
import { type BlockPassages, findPassages, isSpeakable } from "#server/quran-detection/find-passages.ts";
import type { QuranIndex } from "#server/quran-detection/quran-index.ts";

export interface SentencePassage {
  /** Sentence number on the page, from 0. */
  readonly number: number;
  /** Ranges of the sentence with collapsed white space, in order. */
  readonly ranges: ReadonlyArray<readonly [start: number, end: number]>;
  readonly isWhole: boolean;
}

/** Finds Qur'an passages in a page; sentences without one are omitted. */
export function getPagePassages(
  document: Pick<SanitizedDocument, "body">,
  index: QuranIndex | null,
): SentencePassage[] {
  const blocks = getBlocks(document).map(({ text, pieces }): PassageBlock => {
    const markedSpans = pieces.flatMap(({ token, at, length }) => {
      const piece = document.body[token];
      return piece?.type === "text" && piece.isQuran ? [{ start: at, end: at + length }] : [];
    });
    return { text, sentences: splitSentences(text), marked: markedSpans };
  });
  return groupBySentence(blocks, findPassages(blocks, index));
}

export function groupBySentence(blocks: readonly PassageBlock[], found: BlockPassages): SentencePassage[] {
  let number = 0;
  return blocks.flatMap(({ text, sentences }, block) =>
    sentences.flatMap((sentence) => {
      const sentencePassage = toSentencePassage(text, sentence, found[block] ?? []);
      const passage = sentencePassage && { number, ...sentencePassage };
      number++;
      return passage ? [passage] : [];
    }),
  );
}

function toSentencePassage(
  text: string,
  { start, end }: TextSpan,
  found: readonly TextSpan[],
): Omit<SentencePassage, "number"> | null {
  const inside = found
    .map((range) => trimSpan(text, Math.max(start, range.start), Math.min(end, range.end)))
    .filter((range) => range.start < range.end);
  if (inside.length === 0) return null;
  const ends = [start, ...inside.flatMap((range) => [range.start, range.end]), end];
  const outside = ends.filter((_, at) => at % 2 === 0).map((from, at) => text.slice(from, ends[2 * at + 1]));
  const getOffset = (at: number) => text.slice(start, at).replace(/\s+/gu, " ").length;
  if (!outside.some((part) => isSpeakable(part.replace(/\p{N}/gu, "")))) {
    return { ranges: [[0, getOffset(end)]], isWhole: true };
  }
  return { ranges: inside.map((range) => [getOffset(range.start), getOffset(range.end)]), isWhole: false };
}

function trimSpan(text: string, start: number, end: number): TextSpan {
  const part = text.slice(start, Math.max(start, end));
  const leadingSpaces = part.length - part.trimStart().length;
  return leadingSpaces === part.length
    ? { start, end: start }
    : { start: start + leadingSpaces, end: start + part.trimEnd().length };
}
