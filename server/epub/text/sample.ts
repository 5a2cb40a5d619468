import type { BlockSizes } from "#shared/epub/text/read-texts.ts";

/** The freely readable sample of a book. */
export interface Sample {
  readonly spineIndex: number;
  readonly paragraphs: number;
  /** Number of sentences in those blocks. */
  readonly sentences: number;
}

const sampleFraction = 0.1;
const minWords = 600;
/** Shorter books are open whole. */
const shortWords = 2_000;
/** A document with fewer words is a title page or a preface, not the first chapter. */
const minChapterWords = 200;
/** A first chapter that is a larger part of the book does not count. */
const maxChapterShare = 1 / 3;

const fewWords = 20;

/**
 * The largest of a tenth of the text, its first chapter and 600 words. Books with hardly any text show a
 * tenth of their documents.
 */
export function createSample(documents: readonly BlockSizes[]): Sample {
  const words = documents.map((blocks) => blocks.reduce((sum, block) => sum + block.words, 0));
  const total = words.reduce((sum, each) => sum + each, 0);
  if (total < fewWords * documents.length) {
    const wholeDocuments =
      documents.length === 1 ? 0 : Math.max(1, Math.floor(documents.length * sampleFraction));
    const blocks = documents.length === 1 ? (documents[0] ?? []).slice(0, 1) : [];
    return { spineIndex: wholeDocuments, paragraphs: blocks.length, sentences: countSentences(blocks) };
  }
  if (total < shortWords) return { spineIndex: documents.length, paragraphs: 0, sentences: 0 };
  let remaining = Math.max(Math.floor(total * sampleFraction), minWords, getFirstChapterEnd(words, total));
  let wordsBefore = 0;
  for (const [spineIndex, blocks] of documents.entries()) {
    const documentWords = words[spineIndex] ?? 0;
    if (documentWords <= remaining) {
      remaining -= documentWords;
      wordsBefore += documentWords;
      continue;
    }
    const fittingCount = countBlocksWithin(blocks, remaining);
    const included = blocks.slice(0, fittingCount === 0 && wordsBefore === 0 ? 1 : fittingCount);
    return { spineIndex, paragraphs: included.length, sentences: countSentences(included) };
  }
  return { spineIndex: documents.length, paragraphs: 0, sentences: 0 };
}

/** The words up to the end of the first chapter; 0 when it is too large a part of the book. */
function getFirstChapterEnd(words: readonly number[], total: number): number {
  const first = words.findIndex((each) => each >= minChapterWords);
  const end = words.slice(0, first + 1).reduce((sum, each) => sum + each, 0);
  return end <= total * maxChapterShare ? end : 0;
}

function countBlocksWithin(blocks: BlockSizes, words: number): number {
  let remaining = words;
  const tooMany = blocks.findIndex((block) => {
    remaining -= block.words;
    return remaining < 0;
  });
  return tooMany < 0 ? blocks.length : tooMany;
}

const countSentences = (blocks: BlockSizes) => blocks.reduce((sum, { sentences }) => sum + sentences, 0);
