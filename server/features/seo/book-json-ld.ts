import type { ContributorRole } from "#shared/books/book.ts";
import { getCoverUrl } from "#shared/books/urls.ts";
import type { BookSeoData } from "./queries.ts";

type Data = Readonly<Record<string, unknown>>;

const properties = {
  author: "author",
  narrator: "readBy",
  translator: "translator",
  editor: "editor",
  illustrator: "illustrator",
} as const satisfies Record<ContributorRole, string>;

/** A schema.org Book. The default rating of 4.5 is not included. */
export function getBookJsonLd(book: BookSeoData, origin: string): Data {
  const url = `${origin}/book/${book.id}`;
  const cover = getCoverUrl(book.id, book.coverHash, 640);
  return removeEmpty({
    "@context": "https://schema.org",
    "@type": getTypes(book),
    "@id": url,
    url,
    name: book.title,
    alternativeHeadline: book.subtitle,
    description: book.description,
    inLanguage: book.language,
    image: cover && origin + cover,
    ...getPeople(book, origin),
    publisher: book.publisher && { "@type": "Organization", name: book.publisher },
    datePublished: book.publishedYear === null ? "" : String(book.publishedYear),
    license: /^https?:\/\//.test(book.licence) ? book.licence : "",
    genre: book.genres,
    isbn: book.isbns[0] ?? "",
    bookFormat: book.hasEbook
      ? "https://schema.org/EBook"
      : book.hasAudiobook
        ? "https://schema.org/AudiobookFormat"
        : "",
    numberOfPages: book.pageCount,
    duration: book.duration === null || book.isNarrated ? "" : toIsoDuration(book.duration),
    isAccessibleForFree: book.isFree,
    isPartOf: book.series && { "@type": "BookSeries", name: book.series },
    position: book.series && book.seriesPosition,
    exampleOfWork:
      book.originalId && (book.originalState === "published" || book.originalState === "scheduled")
        ? { "@type": "Book", "@id": `${origin}/book/${book.originalId}` }
        : "",
    aggregateRating: book.averageRating !== null &&
      book.ratingCount > 0 && {
        "@type": "AggregateRating",
        ratingValue: Math.round(book.averageRating * 10) / 10,
        ratingCount: book.ratingCount,
        bestRating: 5,
        worstRating: 0.5,
      },
  });
}

function getTypes({ hasEbook, hasAudiobook, isNarrated }: BookSeoData): string | readonly string[] {
  if (!hasAudiobook || isNarrated) return "Book";
  return hasEbook ? ["Book", "Audiobook"] : "Audiobook";
}

function getPeople({ people }: BookSeoData, origin: string): Data {
  const found = Object.entries(properties).map(([role, property]) => [
    property,
    people
      .filter((each) => each.role === role)
      .map(({ id, name }) => ({ "@type": "Person", name, url: `${origin}/author/${id}` })),
  ]);
  return Object.fromEntries(found) as Data;
}

function removeEmpty(data: Data): Data {
  return Object.fromEntries(
    Object.entries(data).filter(
      ([, value]) =>
        value !== null &&
        value !== "" &&
        value !== false &&
        value !== undefined &&
        !(Array.isArray(value) && value.length === 0),
    ),
  );
}

/** "PT1H2M3S". */
export function toIsoDuration(seconds: number): string {
  const totalSeconds = Math.round(seconds);
  const parts = [
    [Math.floor(totalSeconds / 3600), "H"],
    [Math.floor((totalSeconds % 3600) / 60), "M"],
    [totalSeconds % 60, "S"],
  ] as const;
  const text = parts.filter(([amount]) => amount > 0).map(([amount, unit]) => `${amount}${unit}`);
  return `PT${text.join("") || "0S"}`;
}
