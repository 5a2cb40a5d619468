/** Combining marks of Latin, Greek, Cyrillic, Hebrew and Arabic; those of other scripts distinguish letters. */
const marks = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u08d3-\u08ff]/g;

/** Tatweel, joiners, and the signs by which transliteration writes ʿayn and hamza. */
const signs = /[\u0640\u200b-\u200f\u00ad\u02b9-\u02bf\u2018\u2019'`´]/g;

const letters: Readonly<Record<string, string>> = { ٱ: "ا", ى: "ي", ی: "ي", ک: "ك", ة: "ه", ہ: "ه" };

/** The form by which words are compared: without case, vowel signs and variants of letters. */
export function foldWord(text: string): string {
  return text
    .normalize("NFKD")
    .replace(marks, "")
    .replace(signs, "")
    .normalize("NFKC")
    .replace(/[ٱىیکةہ]/g, (letter) => letters[letter] ?? letter)
    .toLowerCase()
    .replace(/[\s\u00a0_-]+/g, " ")
    .trim();
}

const arabicLetters = /[\u0621-\u064a\u066e-\u06d3]/;

export const isArabic = (text: string): boolean => arabicLetters.test(text);

/** A selection as a word to look up: without the punctuation around it. */
export const trimWord = (text: string): string =>
  text.replace(/^[^\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, "").replace(/\s+/g, " ");
