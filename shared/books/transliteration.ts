import { toSkeleton } from "./normalize-search-text.ts";

/** S, or C before front vowels. */
const sibilant = "s|c";

/**
 * Latin letters that transliterations use for an Arabic consonant: ALA-LC, DMG, English, French and Turkish.
 */
const consonants: Readonly<Record<string, string>> = {
  ب: "b|p",
  ت: "t",
  ث: "th|t",
  ج: "j|dj|g|c",
  ح: "h",
  خ: "kh|k|h",
  د: "d",
  ذ: "dh|d|z|th",
  ر: "r",
  ز: "z",
  س: sibilant,
  ش: "sh|ch|sch|s",
  ص: sibilant,
  ض: "dh|d|z",
  ط: "t",
  ظ: "z|dh|th|d",
  غ: "gh|g",
  ف: "f|ph|v",
  ق: "q|k|g|c",
  ك: "k|c|q|ck",
  ل: "l",
  م: "m",
  ن: "n",
  ه: "h",
};

/** Sound classes, coarse enough that all transliterations of a name share its key. */
const classes: Readonly<Record<string, string>> = {
  ب: "b",
  ت: "t",
  ث: "t",
  ج: "k",
  ح: "k",
  خ: "k",
  د: "t",
  ذ: "t",
  ر: "r",
  ز: "t",
  س: "s",
  ش: "s",
  ص: "s",
  ض: "t",
  ط: "t",
  ظ: "t",
  غ: "k",
  ف: "f",
  ق: "k",
  ك: "k",
  ل: "l",
  م: "m",
  ن: "n",
  ه: "k",
  b: "b",
  p: "b",
  t: "t",
  d: "t",
  z: "t",
  s: "s",
  j: "k",
  k: "k",
  q: "k",
  g: "k",
  c: "k",
  x: "k",
  h: "k",
  f: "f",
  v: "f",
  l: "l",
  m: "m",
  n: "n",
  r: "r",
};

const maxLatinLength = 24;
const maxArabicLength = 16;
const minWordLength = 3;

export const isArabic = (word: string) => /^\p{Script=Arabic}+$/u.test(word);
export const isLatin = (word: string) => /^[a-z]+$/.test(word);

/** The class of each consonant, prefixed with the script; null for words that cannot be matched. */
export function getTransliterationKey(word: string): string | null {
  if (isArabic(word)) {
    const skeletonWord = toSkeleton(word);
    if (word.length < minWordLength || skeletonWord.length > maxArabicLength) return null;
    return toClasses("arabic", skeletonWord.replace(/[حه]$/u, ""));
  }
  if (!isLatin(word) || word.length < minWordLength || word.length > maxLatinLength) return null;
  return toClasses("latin", getLatinConsonants(word));
}

/** The keys that the same name can have in the other script. */
export function getOppositeKeys(word: string): string[] {
  const key = getTransliterationKey(word);
  if (key === null) return [];
  const [script, classesOfWord = ""] = key.split(":");
  if (script === "arabic") {
    const merged = toClasses("latin", withMergedDigraphs(toSkeleton(word)));
    const keys = [`latin:${classesOfWord}`, ...(merged ? [merged] : [])];
    const feminine = /ه$/u.test(word) ? keys.map((each) => `${each}t`) : [];
    return [...new Set([...keys, ...feminine])];
  }
  const forms = listLatinForms(word).flatMap((form) => [form, withSplitDigraphs(form)]);
  const keys = forms.flatMap((form) => toClasses("arabic", getLatinConsonants(form)) ?? []);
  const feminine = /[aeiou]t$/.test(word) ? keys.map((each) => each.slice(0, -1)) : [];
  return [...new Set([...keys, ...feminine])].filter((each) => !each.endsWith(":"));
}

/** Inside of words, `sh` can be two letters: Ishaq is إسحاق and Azhar is أزهر. */
const withSplitDigraphs = (latin: string) => latin.replace(/(?<=[aeiou])([skgtdz])h(?=[aeiou])/g, "$1-h");

const withMergedDigraphs = (arabic: string) =>
  arabic.replace(/[حه]$/u, "").replace(/(?<=.[سصكقجغتثدذزطظض])[حه]/gu, "");

/**
 * The candidates that are usual transliterations of a word; all normalized. Because final alef maqsura is
 * normalized to ya, `a` for a final ya counts only when no candidate matches without it.
 *
 * @param candidates words in the other script
 */
export function findTransliterations(word: string, candidates: readonly string[]): string[] {
  const isWordArabic = isArabic(word);
  const forms = isWordArabic ? listArabicForms(word) : listLatinForms(word);
  const isMatch = (candidate: string, finalYa: readonly string[]) =>
    isWordArabic
      ? matches(listLatinForms(candidate), forms, finalYa)
      : matches(forms, listArabicForms(candidate), finalYa);
  const found = candidates.filter((candidate) => isMatch(candidate, strictFinalYa));
  if (found.length > 0) return found;
  return candidates.filter(
    (candidate) => (isWordArabic ? word : candidate).endsWith("ي") && isMatch(candidate, lenientFinalYa),
  );
}

const strictFinalYa = ["i", "y", "ee"];
const lenientFinalYa = [...strictFinalYa, "e", "a"];
/** What a final ya can be written as; the second only counts when nothing matches the first. */
export const finalYaForms = [strictFinalYa, lenientFinalYa];

/** @param finalYa one of `finalYaForms` */
export function isTransliteration(a: string, b: string, finalYa: readonly string[]): boolean {
  if (isArabic(a)) return isLatin(b) && matches(listLatinForms(b), listArabicForms(a), finalYa);
  return isLatin(a) && isArabic(b) && matches(listLatinForms(a), listArabicForms(b), finalYa);
}

function matches(latin: readonly string[], arabic: readonly string[], finalYa: readonly string[]): boolean {
  const spellings = arabic.flatMap(withSingleVowels);
  return latin.some((word) => spellings.some((letters) => isSpelledAs(word, letters, finalYa)));
}

/** A Latin word with and without its article; empty for long words. */
const listLatinForms = (word: string) =>
  word.length > maxLatinLength ? [] : [word, ...withoutArticle(word)];

/** An Arabic word with and without its conjunction; empty for long words. */
function listArabicForms(word: string): string[] {
  const skeletonWord = toSkeleton(word);
  return skeletonWord.length > maxArabicLength ? [] : [skeletonWord, ...withoutConjunction(skeletonWord)];
}

function toClasses(script: string, characters: string): string | null {
  const key = getSoundClasses(characters);
  return key === "" ? null : `${script}:${key}`;
}

/** The class of each consonant; other characters are dropped. */
export const getSoundClasses = (characters: string) =>
  characters.replace(/./gu, (letter) => classes[letter] ?? "");

export function getLatinConsonants(word: string): string {
  return word
    .replace(/([^aeiou]{1,2}|[aeiou])\1+/g, "$1")
    .replace(/sch|sh|ch/g, "s")
    .replace(/dj/g, "j")
    .replace(/ck/g, "k")
    .replace(/ph/g, "f")
    .replace(/([kgtdz])h/g, "$1")
    .replace(/c(?=[eiy])/g, "s")
    .replace(/h$/, "");
}

/** The word without an article written together with it: `bukhari` for `albukhari`, `salam` for `assalam`. */
function withoutArticle(word: string): string[] {
  const withoutArticle = /^(?:[ae]l|[ae]([dnrstz]|sh)(?=\1))(.{3,})$/.exec(word)?.[2];
  return withoutArticle === undefined ? [] : [withoutArticle];
}

/** Hamza on a seat is normalized to the seat, which doubles long vowels: رئيس and النسائي, but not النووي. */
function withSingleVowels(arabic: string): string[] {
  const single = arabic.replace(/([ايو])\1+(?!$)|(?<=ا)(ي)ي$/gu, "$1$2");
  return single === arabic ? [arabic] : [arabic, single];
}

const withoutConjunction = (arabic: string) => (/^و.{3,}/u.test(arabic) ? [arabic.slice(1)] : []);

/**
 * Whether a Latin word can be read as the Arabic letters. Positions in the word that the letters so far can
 * end at are bits of a number, because a regular expression per candidate takes fifty times as long to
 * compile.
 */
function isSpelledAs(word: string, arabic: string, finalYa: readonly string[]): boolean {
  const characters = [...arabic];
  let ends = 1;
  for (const [n, letter] of characters.entries()) {
    if (n === 0) ends = matchInitial(word, letter, characters.length);
    else {
      const start = skipVowels(word, ends, 0, 2);
      const forms =
        n === characters.length - 1
          ? getFinalForms(letter, finalYa)
          : getInnerForms(letter, characters[n - 1]);
      const isOptional = n === 1 && /[اع]/u.test(characters[0] ?? "") && /[اويع]/u.test(letter);
      ends = matchForms(word, start, forms) | (isOptional ? start : 0);
    }
    if (ends === 0) return false;
  }
  return ((ends | matchForms(word, ends, ["e"])) & (1 << word.length)) !== 0;
}

const vowels = "aeiou";

/** Short vowels are not written in Arabic. */
function skipVowels(word: string, starts: number, min: number, max: number): number {
  let [ends, position] = [min === 0 ? starts : 0, starts];
  for (let count = 1; count <= max; count++) {
    let next = 0;
    for (let at = 0; at < word.length; at++) {
      if (position & (1 << at) && vowels.includes(word.charAt(at))) next |= 1 << (at + 1);
    }
    position = next;
    if (count >= min) ends |= next;
  }
  return ends;
}

function matchForms(word: string, starts: number, forms: readonly string[]): number {
  let ends = 0;
  for (let at = 0; at <= word.length; at++) {
    if (!(starts & (1 << at))) continue;
    for (const form of forms) {
      if (!word.startsWith(form, at)) continue;
      // C is pronounced like S before these letters only.
      const isSoft = form.startsWith("c") && forms === softForms;
      if (!isSoft || /[eiy]/.test(word.charAt(at + form.length))) ends |= 1 << (at + form.length);
    }
  }
  return forms === sibilantForms ? ends | matchForms(word, starts, softForms) : ends;
}

/** A letter as often as transliterations write it: once, doubled, or with its first letter doubled. */
function listRepetitions(form: string): string[] {
  const first = form.charAt(0);
  const single = [form, first + form];
  return form.length === 2 ? [...single, form + form, first + form + form] : single;
}

const softForms = listRepetitions("c");
const sibilantForms = listRepetitions("s");

const consonantForms = new Map(
  Object.entries(consonants).map(([letter, latin]) => [
    letter,
    latin === sibilant ? sibilantForms : latin.split("|").flatMap(listRepetitions),
  ]),
);

function matchInitial(word: string, letter: string, length: number): number {
  // Maghrebi spellings drop the first vowel of long names: Driss for إدريس.
  if (letter === "ا") return skipVowels(word, 1, length < 5 ? 1 : 0, 2);
  if (letter === "ع") return skipVowels(word, 1, 1, 2);
  return matchForms(word, 1, initialForms[letter] ?? consonantForms.get(letter) ?? []);
}

const initialForms: Readonly<Record<string, readonly string[]>> = {
  و: ["w", "v", "o", "ou", "u"],
  ي: ["y", "i", "j"],
};

const longVowelForms: Readonly<Record<string, readonly string[]>> = {
  ا: ["a", "e", "o"],
  و: ["w", "ww", "u", "o"],
  ي: ["y", "yy", "i", "ee"],
  ع: ["a", ""],
};

/** After these letters ya can be `e`: Ismael is إسماعيل. */
const yaForms = ["y", "yy", "i", "ee", "e"];

function getInnerForms(letter: string, previous = ""): readonly string[] {
  if (letter === "ي" && /[اع]/u.test(previous)) return yaForms;
  return longVowelForms[letter] ?? consonantForms.get(letter) ?? [];
}

const finalHa = ["h", "t", "ah", "at", "eh", "et", "a", "e"];

/** With `t` as in Turkish: Ahmet is أحمد. */
const finalDal = ["d", "t"].flatMap(listRepetitions);

function getFinalForms(letter: string, finalYa: readonly string[]): readonly string[] {
  if (letter === "ي") return finalYa;
  if (letter === "د") return finalDal;
  return letter === "ه" ? finalHa : getInnerForms(letter);
}
