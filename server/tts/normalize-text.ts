import { spellOutHonorifics } from "#shared/text/honorifics.ts";

const english: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bMr\.(?=\s)/gu, "Mister"],
  [/\bMrs\.(?=\s)/gu, "Missus"],
  [/\bDr\.(?=\s)/gu, "Doctor"],
  [/\bProf\.(?=\s)/gu, "Professor"],
  [/\bSt\.(?=\s\p{Lu})/gu, "Saint"],
  [/\be\.\s?g\.,?/giu, "for example,"],
  [/\bi\.\s?e\.,?/giu, "that is,"],
  [/\betc\./giu, "and so on"],
  [/\bcf\./giu, "compare"],
  [/\bviz\./giu, "namely"],
  [/\bvol\.\s?(?=\d)/giu, "volume "],
  [/\bch(?:ap)?\.\s?(?=\d)/giu, "chapter "],
  [/\bpp\.\s?(?=\d)/giu, "pages "],
  [/\bp\.\s?(?=\d)/giu, "page "],
  [/\bno\.\s?(?=\d)/giu, "number "],
  [/(?<=\d)\s?AH\b/gu, " of the Hijra"],
  [/\(\s?(?:pbuh|s\.?a\.?w\.?s?\.?)\s?\)/giu, ", peace and blessings be upon him,"],
  [/\(\s?(?:r\.?a\.?)\s?\)/giu, ", may God be pleased with them,"],
  [/\(\s?(?:a\.?s\.?)\s?\)/gu, ", peace be upon him,"],
  [/\(\s?swt\s?\)/giu, ", glorified and exalted,"],
  [/(?<=\d)\s?[–-]\s?(?=\d)/gu, " to "],
];

const arabic: ReadonlyArray<readonly [RegExp, string]> = [
  [/(?<=\p{Nd}\s?)هـ(?=$|[\s\p{P}])/gu, " للهجرة"],
  [/(?<=\p{Nd}\s?)م(?=$|[\s\p{P}])/gu, " للميلاد"],
  [/(?<=^|[\s(])ص\.?\s?(?=\p{Nd})/gu, "صفحة "],
  [/(?<=^|[\s(])ج\.?\s?(?=\p{Nd})/gu, "جزء "],
  [/\(\s?ص\s?\)/gu, " صلى الله عليه وسلم "],
  [/\(\s?(?:رض|رضي)\s?\)/gu, " رضي الله عنه "],
  [/\(\s?ع\s?\)/gu, " عليه السلام "],
  [/إلخ\.?(?=$|[\s\p{P}])/gu, "إلى آخره"],
];

const maxCharacters = 3_000;

/**
 * The text to speak: honorifics and abbreviations in words, without note marks and URLs; empty for nothing.
 *
 * @param language a BCP 47 tag
 */
export function normalizeForSpeech(text: string, language: string): string {
  const base = language.toLowerCase().split("-")[0] ?? "";
  const isArabic = base === "ar";
  const rules = isArabic ? arabic : base === "en" ? english : [];
  const expanded = spellOutHonorifics(text, isArabic, base)
    .replace(/https?:\/\/\S+|www\.\S+/giu, " ")
    .replace(/\[\s?(?:\d{1,4}|[a-z*†‡])\s?\]/giu, " ")
    .replace(/[\u00B9\u00B2\u00B3\u2070-\u2079*†‡§¶]+/gu, " ")
    .replace(/[\u0660-\u0669\u06F0-\u06F9]/gu, (digit) => String(digit.charCodeAt(0) & 15));
  const spokenText = rules
    .reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), expanded)
    // espeak-ng reads double square brackets as phonemes, and other programs angle brackets as commands.
    .replace(/[[\]<>{}|_~^\\]/gu, " ")
    .replace(/\u0640/gu, "")
    .replace(/\s+/gu, " ")
    .trim();
  return /[\p{L}\p{N}]/u.test(spokenText) ? spokenText.slice(0, maxCharacters) : "";
}
