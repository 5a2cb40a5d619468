/** The freely readable sample of a book. */
export interface Sample {
  readonly spineIndex: number;
  readonly paragraphs: number;
  /** Number of sentences in those blocks. */
  readonly sentences: number;
}

export type BlockSizes = ReadonlyArray<{ readonly words: number; readonly sentences: number }>;

const share = 0.1;

const fewWords = 20;

export function createSample(documents: readonly BlockSizes[]): Sample {
  const getWords = (blocks: BlockSizes) => blocks.reduce((sum, { words }) => sum + words, 0);
  const total = documents.reduce((sum, blocks) => sum + getWords(blocks), 0);
  if (total < fewWords * documents.length) {
    const whole = documents.length === 1 ? 0 : Math.max(1, Math.floor(documents.length * share));
    const blocks = documents.length === 1 ? (documents[0] ?? []).slice(0, 1) : [];
    return { spineIndex: whole, paragraphs: blocks.length, sentences: sentencesIn(blocks) };
  }
  let left = Math.floor(total * share);
  let input = 0;
  for (const [spineIndex, blocks] of documents.entries()) {
    const words = getWords(blocks);
    if (words <= left) {
      left -= words;
      input += words;
      continue;
    }
    const fitting = blocksWithin(blocks, left);
    const taken = blocks.slice(0, fitting === 0 && input === 0 ? 1 : fitting);
    return { spineIndex, paragraphs: taken.length, sentences: sentencesIn(taken) };
  }
  return { spineIndex: documents.length, paragraphs: 0, sentences: 0 };
}

function blocksWithin(blocks: BlockSizes, words: number): number {
  let left = words;
  const tooMany = blocks.findIndex((block) => {
    left -= block.words;
    return left < 0;
  });
  return tooMany < 0 ? blocks.length : tooMany;
}

const sentencesIn = (blocks: BlockSizes) => blocks.reduce((sum, { sentences }) => sum + sentences, 0);
