import { sliceWithoutSpace } from "#shared/marks/locate-quote.ts";
import { maxContext, maxQuote, type TextAnchor } from "#shared/marks/mark.ts";
import { SentenceId } from "#shared/positions/position.ts";
import { getTextFraction } from "#shared/positions/text-fraction.ts";
import { type BookStructure, getRangeCfi, type LoadedDocument } from "#client/features/reader/index.ts";
import { countBefore, getSentenceText, listPageSentences, type PageSentence } from "./sentence-text.ts";

export interface OpenText {
  readonly structure: BookStructure;
  /** The content version. */
  readonly version: string;
}

/** The selection is longer than a mark can be. */
export const tooLong = "too-long";

/**
 * The anchor of a range of a document.
 *
 * @returns null for a range without text of the book
 */
export function createAnchor(
  { doc, section }: LoadedDocument,
  range: Range,
  { structure, version }: OpenText,
): TextAnchor | typeof tooLong | null {
  const sentences = listPageSentences(doc);
  const touched = sentences.filter(({ elements }) =>
    elements.some((element) => range.intersectsNode(element)),
  );
  const covered = touched.filter((sentence) => getCoveredText(sentence, range) !== "");
  const [first, last] = [covered[0], covered.at(-1)];
  const open = structure.sections[section];
  if (!first || !last || !open) return null;

  const start = countBefore(first, range.startContainer, range.startOffset);
  const end = countBefore(last, range.endContainer, range.endOffset);
  const exact = covered.map((sentence) => getCoveredText(sentence, range)).join(" ");
  if (exact.length > maxQuote) return tooLong;
  const cfi = getRangeCfi(open, range);
  return {
    start: { sentence: SentenceId.parse(first.id), offset: start },
    end: { sentence: SentenceId.parse(last.id), offset: end },
    quote: {
      exact,
      prefix: getPrefix(sentences, first, start),
      suffix: getSuffix(sentences, last, end),
    },
    ...(cfi !== null && cfi.length <= 2_048 && { cfi }),
    fraction: getTextFraction(
      SentenceId.parse(first.id),
      structure.sections.map(({ item }) => item),
    ),
    version,
  };
}

function getCoveredText(sentence: PageSentence, range: Range): string {
  const from = countBefore(sentence, range.startContainer, range.startOffset);
  const to = countBefore(sentence, range.endContainer, range.endOffset);
  return to > from ? sliceWithoutSpace(getSentenceText(sentence), from, to) : "";
}

function getPrefix(sentences: readonly PageSentence[], first: PageSentence, start: number): string {
  const before = sentences[sentences.indexOf(first) - 1];
  const own = sliceWithoutSpace(getSentenceText(first), 0, start);
  return trimSurrogates(`${before ? getSentenceText(before) : ""} ${own}`.trim().slice(-maxContext));
}

function getSuffix(sentences: readonly PageSentence[], last: PageSentence, end: number): string {
  const after = sentences[sentences.indexOf(last) + 1];
  const own = sliceWithoutSpace(getSentenceText(last), end, Number.POSITIVE_INFINITY);
  return trimSurrogates(`${own} ${after ? getSentenceText(after) : ""}`.trim().slice(0, maxContext));
}

/** Half of a character at a cut cannot be stored. */
const trimSurrogates = (text: string) => text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, "");
