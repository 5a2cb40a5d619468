const honorifics = /[\u{FD40}-\u{FD4F}\u{FDCF}\u{FDFA}\u{FDFB}\u{FDFD}-\u{FDFF}]/gu;

/** Diacritics of all scripts, tatweel, and invisible characters. */
const ignoredCharacters = /[\p{M}\p{Cf}\u{0640}]/gu;

const apostrophes = /['’‘‛`´′ʹʻʼʽʾʿʔʕˀˁˈꞌ＇ء]/gu;

const equivalentLetters: Readonly<Record<string, string>> = {
  // Arabic, Persian and Urdu letters that readers treat as equal.
  ٱ: "ا",
  ى: "ي",
  ی: "ي",
  ې: "ي",
  ے: "ي",
  ة: "ه",
  ہ: "ه",
  ھ: "ه",
  ە: "ه",
  ۃ: "ه",
  ک: "ك",
  ڪ: "ك",
  گ: "ك",
  پ: "ب",
  چ: "ج",
  ژ: "ز",
  ڤ: "ف",
  ڨ: "ق",
  // Latin letters without a Unicode decomposition.
  ı: "i",
  ø: "o",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ħ: "h",
  ς: "σ",
};
const variant = new RegExp(`[${Object.keys(equivalentLetters).join("")}]`, "gu");

export function normalizeSearchText(text: string): string {
  return text
    .replace(honorifics, " ")
    .normalize("NFKD")
    .replace(ignoredCharacters, "")
    .toLowerCase()
    .replace(ignoredCharacters, "")
    .replace(apostrophes, "")
    .replace(variant, (letter) => equivalentLetters[letter] ?? letter)
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

export function getNormalizedWords(text: string): string[] {
  const normalized = normalizeSearchText(text);
  return normalized === "" ? [] : normalized.split(" ");
}

/** Words that begin like the Arabic article but are not. */
const unchangedWords = new Set(["الله", "الا", "الي", "الم", "الر", "التي", "الذي", "الان"]);

export function toSkeleton(word: string): string {
  if (/^\p{Script=Arabic}/u.test(word)) return withoutArticle(word);
  if (!/^[a-z]+$/.test(word)) return word;
  const skeleton = word
    .replace(/kh/g, "x")
    .replace(/ck|[qc](?!h)/g, "k")
    .replace(/ch/g, "sh")
    .replace(/dj/g, "j")
    .replace(/ph/g, "f")
    .replace(/([dtgz])h/g, "$1")
    .replace(/oo|ou/g, "u")
    .replace(/ee/g, "i")
    .replace(/(?!^)y/g, "i")
    .replace(/[owv]/g, "u")
    .replace(/e/g, "a")
    .replace(/(.)\1+/g, "$1")
    .replace(/x/g, "kh")
    .replace(/(?<=..)h$/, "");
  return skeleton.length < 2 ? word : skeleton;
}

function withoutArticle(word: string): string {
  if (unchangedWords.has(word)) return word;
  return word.replace(/^(?:[وف]?(?:[بك]?ال|لل))(?=.{2})/u, "");
}
