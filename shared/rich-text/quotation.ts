import type { BookId } from "#shared/books/book.ts";
import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import type { SentenceId } from "#shared/positions/position.ts";

/** Longer passages are cut when they are quoted. */
export const maxQuotation = 1_000;

/**
 * Whether the words of a quotation stand in its book: `changed` when a later edition has other words there,
 * `unchecked` when the viewer may read only a part of the book, which does not have them.
 */
export type QuotationState = "verified" | "changed" | "missing" | "unchecked";

export interface DifferencePart {
  readonly type: "same" | "removed" | "inserted";
  readonly text: string;
}

export interface Quotation {
  readonly state: QuotationState;
  /** Where the words stand, or those that replaced them; null for neither. */
  readonly sentence: SentenceId | null;
  /** From the quotation to the current words; empty unless it is `changed`. */
  readonly difference: readonly DifferencePart[];
}

/** A passage that is being quoted. */
export interface QuotedPassage {
  readonly bookId: BookId;
  readonly title: string;
  readonly sentence: SentenceId;
  /** The content version of the text; null for unknown. */
  readonly version: string | null;
  readonly exact: string;
}

const markdownCharacters = /[\\`*_[\]<>@|]/g;
/** Characters that would begin a list or another quotation. */
const blockStart = /^(\d+(?=[.)])|(?=[-+]))/;

const escapeMarkdown = (text: string) =>
  text.replace(markdownCharacters, "\\$&").replace(blockStart, (start) => `${start}\\`);

/** The Markdown of a quotation: a block quote that ends with a link to the passage. */
export function writeQuotation({ bookId, title, sentence, version, exact }: QuotedPassage): string {
  const words = cutQuotation(exact.replace(/\s+/g, " ").trim());
  const url = `/read/${bookId}?sentence=${sentence}${version === null ? "" : `&version=${version}`}`;
  return `> ${escapeMarkdown(words)}\n>\n> [${escapeMarkdown(title.replace(/\s+/g, " "))}](${url})`;
}

/** At most `maxQuotation` characters, whole words. */
export function cutQuotation(text: string): string {
  if (text.length <= maxQuotation) return text;
  return text
    .slice(0, maxQuotation + 1)
    .replace(/\s+\S*$/u, "")
    .slice(0, maxQuotation);
}

const quotationPattern =
  /^>[^\n]*(?:\n>[^\n]*)*\n>[ \t]*\[([^\n]*)\]\(\/read\/([0-9a-f-]{36})\?sentence=(s\d{1,4}-\d{1,6})(?:&version=[0-9a-f]+)?\)[ \t]*$/gm;

/** The quotations in a Markdown source, for a preview. */
export function listQuotations(
  source: string,
): Array<Pick<QuotedPassage, "bookId" | "exact"> & { readonly sentence: SentenceId }> {
  return [...source.matchAll(quotationPattern)].map(([block, , bookId = "", sentence = ""]) => ({
    bookId: bookId as BookId,
    sentence: sentence as SentenceId,
    exact: block
      .split("\n")
      .slice(0, -1)
      .map((line) =>
        line
          .replace(/^>\s?/, "")
          .replace(/\|\|/g, "")
          .replace(/\\([^\p{L}\p{N}\s])/gu, "$1"),
      )
      .join(" ")
      .trim(),
  }));
}

/** The words that were removed from one text and inserted in another (longest common subsequence). */
export function compareWords(before: string, after: string): DifferencePart[] {
  const [removed, inserted] = [splitWords(before), splitWords(after)];
  const lengths = measureCommon(removed, inserted);
  const parts: DifferencePart[] = [];
  const add = (type: DifferencePart["type"], text: string) => {
    const last = parts.at(-1);
    if (last?.type === type) parts[parts.length - 1] = { type, text: `${last.text} ${text}` };
    else parts.push({ type, text });
  };
  let [a, b] = [0, 0];
  while (a < removed.length || b < inserted.length) {
    const [old, current] = [removed[a], inserted[b]];
    if (old && current && old.key === current.key) {
      add("same", current.text);
      a += 1;
      b += 1;
    } else if (old && (!current || (lengths[a + 1]?.[b] ?? 0) >= (lengths[a]?.[b + 1] ?? 0))) {
      add("removed", old.text);
      a += 1;
    } else if (current) {
      add("inserted", current.text);
      b += 1;
    }
  }
  return parts;
}

interface Word {
  readonly text: string;
  /** Equal for words that differ only in vowel signs, case and punctuation. */
  readonly key: string;
}

const splitWords = (text: string): Word[] =>
  (text.match(/\S+/gu) ?? []).map((word) => ({ text: word, key: normalizeSearchText(word) || word }));

/** For each pair of positions the number of common words after them. */
function measureCommon(a: readonly Word[], b: readonly Word[]): number[][] {
  const lengths = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i--) {
    const [row = [], next = []] = [lengths[i], lengths[i + 1]];
    for (let j = b.length - 1; j >= 0; j--) {
      row[j] = a[i]?.key === b[j]?.key ? (next[j + 1] ?? 0) + 1 : Math.max(next[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return lengths;
}
