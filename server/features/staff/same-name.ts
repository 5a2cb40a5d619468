import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";

const getKey = (name: string) => normalizeSearchText(name) || name.toLowerCase();

export const isSameName = (left: string, right: string): boolean => getKey(left) === getKey(right);
