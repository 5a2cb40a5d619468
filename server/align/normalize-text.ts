/** Characters of one sentence that are spoken at most: about four minutes. */
const maxCharacters = 3_000;

const quoted = /\uFD3F[^\uFD3E\uFD3F]*(?:\uFD3E|$)|\uFD3E[^\uFD3E\uFD3F]*(?:\uFD3F|$)/gu;
const roman = /^(?=[IVXLC])(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})$/u;
const maxHeadingWords = 4;

export function normalizeForSpeech(sentence: string): string {
  // espeak-ng reads double square brackets as phonemes.
  const normalized = sentence
    .replace(quoted, " ")
    .replace(/[[\]<>]/gu, " ")
    .replace(/\s+/gu, " ")
    .trim();
  if (!/[\p{L}\p{N}]/u.test(normalized)) return "";
  const words = normalized.split(" ");
  const spokenText = words.length <= maxHeadingWords ? words.map(expandRomanNumeral).join(" ") : normalized;
  return spokenText.slice(0, maxCharacters);
}

/** Roman and other heading numbers are spoken as numbers. */
function expandRomanNumeral(word: string): string {
  const [, digits = "", stop = ""] = /^([IVXLC]+)(\p{P}?)$/u.exec(word) ?? [];
  return roman.test(digits) ? `${parseRomanNumeral(digits)}${stop}` : word;
}

const values: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100 };

function parseRomanNumeral(digits: string): number {
  return [...digits].reduce((sum, digit, index) => {
    const value = values[digit] ?? 0;
    return value < (values[digits[index + 1] ?? ""] ?? 0) ? sum - value : sum + value;
  }, 0);
}
