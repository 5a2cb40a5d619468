import type { QuranSentence } from "#shared/reader/contract.ts";

const separator = " … ";

const countCharacters = (text: string) => text.replace(/\s+/g, "").length;

export interface CharacterRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Where the verses of a sentence are in its text on the page; white space is not counted. Empty when the page
 * has other words than the server's text.
 *
 * @param pageText may lack white space between elements
 */
export function findVerses({ ranges, text = "" }: QuranSentence, pageText: string): CharacterRange[] {
  const verses = text.split(separator);
  if (verses.length !== ranges.length) return [];
  const letters = pageText.replace(/\s+/g, "");
  const collapsed = pageText.replace(/\s+/g, " ").trim();
  const found = ranges.flatMap(([at], index) => {
    const verse = (verses[index] ?? "").replace(/\s+/g, "");
    const start = letters.lastIndexOf(verse, countCharacters(collapsed.slice(0, at)));
    return verse === "" || start < 0 ? [] : [{ start, end: start + verse.length }];
  });
  return found.length === ranges.length ? found : [];
}
