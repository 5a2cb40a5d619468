import { normalizeSearchText, toSkeleton } from "#shared/books/normalize-search-text.ts";
import { surahs } from "./surahs.ts";

/** A surah, from 1, and a verse of it; null for the whole surah. */
export interface VerseReference {
  readonly surah: number;
  readonly verse: number | null;
}

const numbers =
  /^(?:(?:the\s+)?(?:holy\s+)?(?:qur\S?an|koran|القر[اآ]ن(?:\s+الكريم)?)\s+)?(\d{1,3})\s*[:：/.]\s*(\d{1,3})(?:\s*[-–]\s*\d{1,3})?$/iu;
const prefix = /^(?:(?:surah?|surat|surat|soorah?|sourate?|sure|سوره)\s+)/u;
const verseAtEnd = /\s+(?:(?:verse|ayah?|ayat|aya|ايه|الايه)\s+)?(\d{1,3})$/u;
const article = /^(?:a[lrnstdz]|ash|adh|ath|el)\s+/u;
const joinedArticle = /^(?:a[lrnstdz]|ash|adh|ath|el)(?=.{3})/u;
/** Shorter names, such as Sad and At-Tin, are also English words. */
const minBareName = 4;

const verseNames: ReadonlyMap<string, VerseReference> = new Map([
  ["ايه الكرسي", { surah: 2, verse: 255 }],
  ["ayat al kursi", { surah: 2, verse: 255 }],
  ["ayatul kursi", { surah: 2, verse: 255 }],
]);

/** Parses "2:255" and names such as "الرحمن", "ar-Rahman" and "surah yasin 9"; null for anything else. */
export function parseVerseReference(text: string): VerseReference | null {
  const [, surah, verse] = numbers.exec(toLatinDigits(text.trim())) ?? [];
  if (surah) return toReference(Number(surah), Number(verse));

  const normalized = normalizeSearchText(text);
  const known = verseNames.get(normalized);
  if (known) return known;
  const named = normalized.replace(prefix, "");
  const isCalledSurah = named !== normalized;
  if (isCalledSurah && /^\d{1,3}$/.test(named)) return toReference(Number(named), null);
  const number = verseAtEnd.exec(named)?.[1];
  const found = findSurah(named.replace(verseAtEnd, ""), isCalledSurah || number !== undefined);
  return found === null ? null : toReference(found, number === undefined ? null : Number(number));
}

const toLatinDigits = (text: string) =>
  text.replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15));

function toReference(surah: number, verse: number | null): VerseReference | null {
  const [, , count = 0] = surahs[surah - 1] ?? [];
  return count === 0 || (verse !== null && (verse < 1 || verse > count)) ? null : { surah, verse };
}

/** @param isNamed whether the text says that this is a surah */
function findSurah(name: string, isNamed: boolean): number | null {
  if (/^\p{Script=Arabic}/u.test(name)) {
    return names.get(name) ?? (isNamed ? (names.get(`ال${name}`) ?? null) : null);
  }
  const bare = names.get(name);
  if (bare !== undefined && (isNamed || name.length >= minBareName)) return bare;
  if (isNamed || article.test(name)) return sounds.get(toSound(name)) ?? null;
  const joined = name.replace(joinedArticle, "");
  return joined === name ? null : (sounds.get(toSound(joined)) ?? null);
}

const toSound = (name: string) => toSkeleton(name.replace(article, "").replaceAll(" ", ""));

/** Other usual names. */
const otherNames: readonly (readonly [string, surah: number])[] = [
  ["ali imran", 3],
  ["aal imran", 3],
  ["aal e imran", 3],
  ["اسرايل", 17],
  ["بني اسراييل", 17],
  ["ياسين", 36],
  ["yaseen", 36],
  ["المومن", 40],
  ["تبارك", 67],
  ["الانشراح", 94],
  ["inshirah", 94],
  ["اللهب", 111],
  ["lahab", 111],
];

const names = new Map<string, number>(otherNames);
const sounds = new Map<string, number>(otherNames.map(([name, surah]) => [toSound(name), surah]));
for (const [index, [name, transliteration]] of surahs.entries()) {
  const latin = normalizeSearchText(transliteration);
  names.set(normalizeSearchText(name), index + 1);
  for (const each of [latin, latin.replace(article, ""), latin.replaceAll(" ", "")])
    names.set(each, index + 1);
  sounds.set(toSound(latin), index + 1);
}
