import { readSentence } from "#shared/positions/sentence-times.ts";

export interface PrintedPage {
  readonly label: string;
  /** The first sentence on the page. */
  readonly sentence: string;
}

/** The print page of a sentence, by its label; null before the first page. */
export function findPrintedPage(pages: readonly PrintedPage[], sentence: string): string | null {
  return pages.findLast((page) => isAtOrBefore(page.sentence, sentence))?.label ?? null;
}

function isAtOrBefore(a: string, b: string): boolean {
  const [first, second] = [readSentence(a), readSentence(b)];
  return (
    first.spineIndex - second.spineIndex < 0 ||
    (first.spineIndex === second.spineIndex && first.number <= second.number)
  );
}

/** The page with a label, also when its digits are written in another script. */
export function findPageByLabel(pages: readonly PrintedPage[], label: string): PrintedPage | undefined {
  const wanted = normalizeLabel(label);
  return pages.find((page) => normalizeLabel(page.label) === wanted);
}

const normalizeLabel = (label: string) =>
  label
    .toLowerCase()
    .replace(/\s+/gu, "")
    .replace(/[\u0660-\u0669\u06F0-\u06F9]/gu, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf));
