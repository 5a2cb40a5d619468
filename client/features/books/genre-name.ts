import { findGenreKey } from "#shared/books/genre-keys.ts";
import { t } from "#client/lib/i18n/i18n.ts";

/** The localized name of a genre or theme; names that an operator added are not translated. */
export function getGenreName(name: string): string {
  const key = findGenreKey(name);
  return key ? t(key) : name;
}
