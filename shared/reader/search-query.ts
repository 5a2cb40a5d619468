/** A search as typed: `lamp "white whale" -shark -"old man"`. */
export interface ParsedSearch {
  /** The words outside of quotation marks, in order. */
  readonly words: string;
  /** In quotation marks. */
  readonly phrases: readonly string[];
  /** Words and phrases after a minus. */
  readonly excluded: readonly string[];
}

const quotes = '"“”„‟«»＂';

const token = new RegExp(
  `((?<!\\S)[-−])?(?:[${quotes}]([^${quotes}]*)(?:[${quotes}]|$)|([^\\s${quotes}]+))`,
  "gu",
);

/** Never fails: a quotation mark that is not closed ends with the text. */
export function parseSearch(text: string): ParsedSearch {
  const [words, phrases, excluded]: [string[], string[], string[]] = [[], [], []];
  for (const [, minus, phrase, word] of text.matchAll(token)) {
    const found = (phrase ?? word ?? "").trim();
    if (!/[\p{L}\p{N}]/u.test(found)) continue;
    if (minus) excluded.push(found);
    else (word === undefined ? phrases : words).push(found);
  }
  return { words: words.join(" "), phrases, excluded };
}
