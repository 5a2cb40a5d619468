import { isSpelledAs } from "./latin-spelling.ts";
import { toSkeleton } from "./normalize-search-text.ts";

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
