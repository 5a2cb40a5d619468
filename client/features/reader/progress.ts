export interface MeasuredItem {
  readonly wordCount: number;
  readonly isLinear: boolean;
}

/** Word count of a document without words, such as an image, so that it counts as progress. */
const wordsPerImage = 20;

export const defaultReadingSpeed = 250;

export function getSectionWeights(spine: readonly MeasuredItem[]): number[] {
  return spine.map(({ wordCount, isLinear }) => (isLinear ? Math.max(wordCount, wordsPerImage) : 0));
}

export function getBookFraction(weights: readonly number[], section: number, fraction: number): number {
  const wordsBefore = sum(weights.slice(0, section));
  const total = sum(weights);
  return total ? clamp((wordsBefore + fraction * (weights[section] ?? 0)) / total) : 0;
}

export function findSection(
  weights: readonly number[],
  fraction: number,
): { readonly section: number; readonly sectionFraction: number } {
  let rest = clamp(fraction) * sum(weights);
  let last = 0;
  for (const [section, weight] of weights.entries()) {
    if (!weight) continue;
    if (rest < weight) return { section, sectionFraction: rest / weight };
    rest -= weight;
    last = section;
  }
  return { section: last, sectionFraction: 1 };
}

/** Whole minutes for a number of words; at least 1 unless none is left. */
export function getMinutesToRead(words: number, readingSpeed: number = defaultReadingSpeed): number {
  return words <= 0 ? 0 : Math.max(1, Math.round(words / readingSpeed));
}

/** Progress in percent with 1 decimal (ADR 61). */
export function getPercent(fraction: number): string {
  return (clamp(fraction) * 100).toFixed(1);
}

/** The page, from 1, at a fraction of a book. */
export function findPage(fraction: number, pageCount: number): number {
  return Math.min(pageCount, Math.floor(clamp(fraction) * pageCount) + 1);
}

/** The fraction at the start of a page. */
export function getPageFraction(page: number, pageCount: number): number {
  return pageCount ? clamp((page - 1) / pageCount) : 0;
}

/**
 * Updates the reading speed after a page. Very short and very long times are ignored.
 *
 * @param seconds how long the page was open
 */
export function updateReadingSpeed(readingSpeed: number, words: number, seconds: number): number {
  if (words < 30 || seconds < 5 || seconds > 300) return readingSpeed;
  const measured = (words / seconds) * 60;
  if (measured < 60 || measured > 800) return readingSpeed;
  return Math.round(readingSpeed * 0.9 + measured * 0.1);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function clamp(fraction: number): number {
  return Math.min(1, Math.max(0, fraction));
}
