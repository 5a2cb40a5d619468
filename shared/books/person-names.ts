import { getNormalizedWords, toSkeleton } from "./normalize-search-text.ts";
import {
  finalYaForms,
  getLatinConsonants,
  getSoundClasses,
  isArabic,
  isLatin,
  isTransliteration,
} from "./transliteration.ts";

/**
 * The parts of a compound name written as one word: `abd` and `rahman` for Abdurrahman; empty for other
 * words.
 */
export function splitCompoundName(word: string): string[] {
  for (const pattern of compounds) {
    const parts = pattern.exec(word)?.groups;
    if (parts)
      return [parts["first"] ?? "", parts["last"] ?? ""].map((part) => (part === "llah" ? "allah" : part));
  }
  return [];
}

const compounds = [
  /^(?<first>abd)[aeiou](?:l(?=[^l])|([dnrstz])(?=\2))?(?<last>llah|[^aeiou]?[aeiou].{2,}|[^aeiou]{2}[aeiou].+)$/,
  /^(?<first>.{3,}?)[aeiou]d?(?<last>d(?:in|ine|een))$/,
  /^(?<first>.{3,})[aeou](?<last>llah)$/,
  /^(?<first>عبد)(?<last>ال.{2,})$/u,
  /^(?<first>.{2,})(?<last>الدين|الله)$/u,
];

const nameConnectors = new Set("al el ibn bin ben bint و بن ابن بنت".split(" "));
const getNameWords = (name: string) => getNormalizedWords(name).filter((word) => !nameConnectors.has(word));

/**
 * The same for all transliterations of a person's name; null for names of one word, which identify nobody. Coarser
 * than the keys of words: without the letters that are written `h` or `kh`, so that Ishaq and إسحاق are equal.
 */
export function getNameKey(name: string): string | null {
  const words = getNameWords(name);
  if (words.length < 2 || !words.every((word) => word.length > 1 && (isArabic(word) || isLatin(word))))
    return null;
  return words.map(getNameWordKey).join(" ");
}

function getNameWordKey(word: string): string {
  const consonants = isArabic(word)
    ? toSkeleton(word).replace(/[حخه]/gu, "")
    : getLatinConsonants(word.replaceAll("kh", "h")).replaceAll("h", "");
  return getSoundClasses(consonants);
}

/** The people whose name in the other script is the same word by word; the closest only. */
export function findSameNames<Named extends { readonly name: string }>(
  name: string,
  others: readonly Named[],
): Named[] {
  const words = getNameWords(name);
  if (words.length < 2) return [];
  for (const finalYa of finalYaForms) {
    const found = others.filter((other) => {
      const otherWords = getNameWords(other.name);
      return (
        otherWords.length === words.length &&
        words.every((word, n) => isTransliteration(word, otherWords[n] ?? "", finalYa))
      );
    });
    if (found.length > 0) return found;
  }
  return [];
}
