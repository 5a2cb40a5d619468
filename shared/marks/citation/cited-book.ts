import type { Contributor } from "#shared/books/book.ts";
import type { BookDetail } from "#shared/books/contract.ts";

/** What a citation says about a book; texts are empty when unknown. */
export interface CitedBook {
  readonly id: string;
  readonly title: string;
  readonly subtitle: string;
  readonly authors: readonly CitedPerson[];
  readonly editors: readonly CitedPerson[];
  readonly translators: readonly CitedPerson[];
  /** As in the book, such as "2nd edition" or "الطبعة الثانية". */
  readonly edition: string;
  readonly publisher: string;
  /** Negative before the common era. */
  readonly publishedYear: number | null;
}

export interface CitedPerson {
  readonly name: string;
  /** As in the catalogue, such as "808هـ"; empty when unknown. */
  readonly deathYear: string;
}

/** The place of a passage; null where unknown. */
export interface CitedPlace {
  /** The label of the printed page, such as "214", or "1/214" with its volume. */
  readonly page?: string | null;
  readonly chapter: string | null;
  /** Its number in the chapter, from 1. */
  readonly sentence: number | null;
}

const edition = /^(?:الطبعة \S.*|ط\.? ?\d+|(?:\S+ ){1,3}edition|\d+(?:st|nd|rd|th) ed\.?)$/iu;
const inParentheses = /\s*[([]([^()[\]]+)[)\]]\s*$/u;

/** The details of a book as a citation needs them. The edition is read from the subtitle or title. */
export function toCitedBook(
  detail: Pick<BookDetail, "id" | "title" | "subtitle" | "author" | "publisher" | "publishedYear"> & {
    readonly contributors: readonly Pick<Contributor, "name" | "role">[];
  },
): CitedBook {
  const listPeople = (role: Contributor["role"]) =>
    detail.contributors.filter((one) => one.role === role).map(({ name }) => toCitedPerson(name));
  const authors = listPeople("author");
  const title = splitEdition(detail.title);
  const subtitle = edition.test(detail.subtitle)
    ? { text: "", edition: detail.subtitle }
    : splitEdition(detail.subtitle);
  return {
    id: detail.id,
    title: title.text,
    subtitle: subtitle.text,
    authors: authors.length > 0 || !detail.author ? authors : [toCitedPerson(detail.author)],
    editors: listPeople("editor"),
    translators: listPeople("translator"),
    edition: subtitle.edition || title.edition,
    publisher: detail.publisher,
    publishedYear: detail.publishedYear,
  };
}

function splitEdition(text: string): { readonly text: string; readonly edition: string } {
  const found = inParentheses.exec(text);
  return found && edition.test(found[1] ?? "")
    ? { text: text.slice(0, found.index), edition: found[1] ?? "" }
    : { text, edition: "" };
}

const death = /^(?:ت\.?|توفي(?: سنة)?|المتوفى(?: سنة)?|d\.|died)\s*:?\s*(?=\p{N})(.+)$/iu;
const lifetime = /^(?:\p{N}+\s*[\p{L}.]*)\s*[-–]\s*(\p{N}.*)$/u;

/** Splits "ابن خلدون (ت 808هـ)" and "Ibn Khaldun (1332–1406)" into name and death year. */
export function toCitedPerson(text: string): CitedPerson {
  const found = inParentheses.exec(text);
  const years = found && (death.exec(found[1] ?? "") ?? lifetime.exec(found[1] ?? ""));
  if (!years) return { name: text, deathYear: "" };
  return { name: text.slice(0, found.index), deathYear: (years[1] ?? "").trim() };
}
