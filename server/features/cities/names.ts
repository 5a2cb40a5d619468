import { normalizeSearchText, toSkeleton } from "#shared/books/normalize-search-text.ts";

export const nameKinds = { own: 0, phonetic: 1, laterWord: 2, fromDictionary: 3 } as const;

const articles = new Set(["al", "el", "ar", "as", "ash", "ad", "az", "an", "at"]);

export function toPhoneticKey(normalized: string): string {
  const [first = "", ...others] = normalized.split(" ");
  const words = articles.has(first) && others.length ? others : [first, ...others];
  return words.map(toSkeleton).join(" ");
}

const normalizedNames = new Map<string, string>();

/** Caches normalized names, because they are compared several times. */
export function normalizeName(name: string): string {
  const normalized = normalizedNames.get(name) ?? normalizeSearchText(name);
  normalizedNames.set(name, normalized);
  return normalized;
}

export function getSearchKeys(name: string): ReadonlyArray<readonly [key: string, kind: number]> {
  const normalized = normalizeName(name);
  if (normalized === "") return [];
  const phonetic = toPhoneticKey(normalized);
  const words = normalized.split(" ");
  return [
    [normalized, nameKinds.own],
    ...(phonetic === normalized || phonetic === "" ? [] : [[phonetic, nameKinds.phonetic] as const]),
    ...words.flatMap((word, index) =>
      index > 0 && word.length > 2 ? [[words.slice(index).join(" "), nameKinds.laterWord] as const] : [],
    ),
  ];
}
