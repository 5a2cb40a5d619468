import type { Language } from "#shared/api/language.ts";
import { findGenreKey } from "#shared/books/genre-keys.ts";
import type { RoutePath } from "#shared/routes/route-table.ts";
import { findKey, translate } from "#server/i18n/translate.ts";

/** The texts of a static page; `heading` is empty where it is the title. */
export function getPageTexts(
  language: Language,
  path: RoutePath,
): { readonly title: string; readonly heading: string; readonly description: string } {
  const getText = (part: string) => {
    const key = findKey(`page.${path}.${part}`);
    return key ? translate(language, key) : "";
  };
  return { title: getText("title"), heading: getText("heading"), description: getText("description") };
}

/** A genre's localized name; names that an operator added are not translated. */
export function localizeGenre(language: Language, name: string): string {
  const key = findGenreKey(name);
  return key ? translate(language, key) : name;
}

const maxLength = 200;

export function getExcerpt(text: string): string {
  const line = text.replace(/\s+/gu, " ").trim();
  const characters = Array.from(line);
  if (characters.length <= maxLength) return line;
  const cut = characters.slice(0, maxLength).join("");
  const end = cut.lastIndexOf(" ");
  return `${(end > maxLength / 2 ? cut.slice(0, end) : cut).replace(/[\s.,;:،؛-]+$/u, "")}…`;
}
