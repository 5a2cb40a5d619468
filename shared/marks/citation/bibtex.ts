import type { CitedBook, CitedPerson, CitedPlace } from "./cited-book.ts";
import { splitName } from "./names.ts";

/** An entry of a BibTeX file; the passage is its annotation. */
export function formatBibtex(book: CitedBook, place: CitedPlace, passage: string): string {
  const fields = {
    author: joinNames(book.authors),
    editor: joinNames(book.editors),
    translator: joinNames(book.translators),
    // In a second pair of braces, so that styles keep its capital letters.
    title: `{${escapeBibtex(book.title)}}`,
    subtitle: book.subtitle && `{${escapeBibtex(book.subtitle)}}`,
    edition: escapeBibtex(book.edition),
    publisher: escapeBibtex(book.publisher),
    year: book.publishedYear === null ? "" : String(book.publishedYear),
    ...getPlaceFields(place),
    annote: escapeBibtex(passage),
  };
  const lines = Object.entries(fields).flatMap(([name, value]) => (value ? [`  ${name} = {${value}}`] : []));
  return `@book{${createKey(book)},\n${lines.join(",\n")}\n}`;
}

function getPlaceFields({ page, chapter, sentence }: CitedPlace): Readonly<Record<string, string>> {
  const [number = "", volume = ""] = page?.split("/").reverse() ?? [];
  if (number) return { volume: escapeBibtex(volume), pages: escapeBibtex(number) };
  const parts = [chapter && `Chapter: ${chapter}`, sentence !== null && `sentence ${sentence}`];
  return { note: escapeBibtex(parts.filter(Boolean).join(", ")) };
}

const joinNames = (people: readonly CitedPerson[]) =>
  people
    .map(({ name }) => (splitName(name) && !/\sand\s/.test(name) ? toParts(name) : `{${escapeBibtex(name)}}`))
    .join(" and ");

function toParts(name: string): string {
  const split = splitName(name);
  const parts = split ? [split.family, split.suffix, split.given] : [name];
  return parts.filter(Boolean).map(escapeBibtex).join(", ");
}

const escapes: Readonly<Record<string, string>> = {
  "\\": "{\\textbackslash}",
  // BibTeX counts escaped braces too.
  "{": "{\\textbraceleft}",
  "}": "{\\textbraceright}",
  "~": "{\\textasciitilde}",
  "^": "{\\textasciicircum}",
};

const escapeBibtex = (text: string) =>
  text.replace(/[\\{}~^]/g, (character) => escapes[character] ?? "").replace(/[&%$#_]/g, "\\$&");

/** Family name, year and first long word of the title in ASCII; the start of the book's id without any. */
function createKey({ id, title, authors, publishedYear }: CitedBook): string {
  const author = authors[0]?.name ?? "";
  const family = splitName(author)?.family ?? author.split(/\s+/).at(-1) ?? "";
  const word =
    title
      .split(/\s+/)
      .map(toAscii)
      .find((one) => one.length > 3 || one === toAscii(title)) ?? "";
  const name = `${toAscii(family)}${publishedYear === null ? "" : Math.abs(publishedYear)}${word}`;
  return /^[a-z]/.test(name) ? name : `book${id.slice(0, 8)}`;
}

const toAscii = (text: string) =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");
