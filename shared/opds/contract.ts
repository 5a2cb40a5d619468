import * as z from "zod/mini";
import { stream } from "#shared/api/contract.ts";
import { Cursor, rawText } from "#shared/api/schemas.ts";
import { BookFormat, BookId, ContributorId } from "#shared/books/book.ts";
import { maxSearchLength } from "#shared/books/contract.ts";
import { ShelfId } from "#shared/shelves/contract.ts";

/** The roots of the catalogue in OPDS 1.2 and OPDS 2.0. */
export const opdsRoots = { atom: "/opds", json: "/opds/v2" } as const;
export type OpdsVersion = keyof typeof opdsRoots;

export const opdsMediaTypes = {
  navigation: "application/atom+xml;profile=opds-catalog;kind=navigation",
  acquisition: "application/atom+xml;profile=opds-catalog;kind=acquisition",
  entry: "application/atom+xml;type=entry;profile=opds-catalog",
  feed: "application/opds+json",
  publication: "application/opds-publication+json",
  search: "application/opensearchdescription+xml",
  authentication: "application/opds-authentication+json",
  progression: "application/opds-progression+json",
  webPublication: "application/webpub+json",
  positions: "application/vnd.readium.position-list+json",
  audiobook: "application/audiobook+json",
} as const;

/** The part of a list. `last` is a page; `before` and `after` are the ends of others. */
const pageQuery = {
  after: z.optional(Cursor),
  before: z.optional(Cursor),
  page: z.optional(z.literal("last")),
};

export const PageQuery = z.strictObject(pageQuery);
export type PageQuery = z.infer<typeof PageQuery>;

export const opdsSorts = ["new", "popular", "title"] as const;

export const CatalogueQuery = z.strictObject({
  query: z.optional(rawText(maxSearchLength)),
  /** A genre name. */
  genre: z.optional(rawText(100)),
  author: z.optional(ContributorId),
  language: z.optional(z.string().check(z.maxLength(35), z.regex(/^[A-Za-z0-9-]+$/))),
  format: z.optional(BookFormat),
  isFree: z.optional(z.stringbool()),
  sort: z.optional(z.enum(opdsSorts)),
  ...pageQuery,
});
export type CatalogueQuery = z.infer<typeof CatalogueQuery>;

export const LibraryQuery = z.strictObject({
  format: z.optional(z.enum(["ebook", "audiobook"])),
  after: z.optional(Cursor),
});
export type LibraryQuery = z.infer<typeof LibraryQuery>;

export const ShelfQuery = z.strictObject({ after: z.optional(Cursor) });
export type ShelfQuery = z.infer<typeof ShelfQuery>;

const bookParams = z.strictObject({ bookId: BookId });
const bookErrors = ["unauthenticated", "subscription_required"] as const;

const answers = { 304: "Not modified" };
const publicFeed = { method: "GET", access: "guest", scope: "read", budget: "opds", answers } as const;

const describeFeeds = (version: OpdsVersion) => {
  const root = opdsRoots[version];
  const [name, feed, list, book] =
    version === "atom"
      ? (["OPDS 1.2", opdsMediaTypes.navigation, opdsMediaTypes.acquisition, opdsMediaTypes.entry] as const)
      : (["OPDS 2.0", opdsMediaTypes.feed, opdsMediaTypes.feed, opdsMediaTypes.publication] as const);
  const navigation = (path: string, about: string) =>
    stream({ ...publicFeed, path: `${root}${path}`, summary: `${name}: ${about}`, produces: feed });
  return {
    root: navigation("", "the lists of the catalogue"),
    genres: navigation("/genres", "the genres"),
    languages: navigation("/languages", "the languages"),
    authors: stream({ ...navigation("/authors", "authors by name"), query: PageQuery }),
    series: stream({ ...navigation("/series", "series by name"), query: PageQuery }),
    books: stream({
      ...navigation("/books", "books by genre, author, language, format, or found by words"),
      produces: list,
      query: CatalogueQuery,
    }),
    seriesBooks: stream({
      ...navigation("/series/:seriesId", "the books of a series in order"),
      produces: list,
      params: z.strictObject({ seriesId: z.uuid() }),
    }),
    book: stream({
      ...navigation("/books/:bookId", "one book"),
      produces: book,
      params: bookParams,
    }),
    library: stream({
      ...navigation("/library", "the user's library"),
      access: "reader",
      produces: list,
      query: LibraryQuery,
    }),
    shelves: stream({
      ...navigation("/shelves", "the shelves of the user, and those that they follow"),
      access: "reader",
    }),
    shelfBooks: stream({
      ...navigation("/shelves/:shelfId", "the books of a shelf that the caller may see, in its order"),
      produces: list,
      params: z.strictObject({ shelfId: ShelfId }),
      query: ShelfQuery,
    }),
  };
};

const [atom, json] = [describeFeeds("atom"), describeFeeds("json")];

export const opdsStreams = {
  getAtomRoot: atom.root,
  getAtomGenres: atom.genres,
  getAtomLanguages: atom.languages,
  getAtomAuthors: atom.authors,
  getAtomSeries: atom.series,
  getAtomBooks: atom.books,
  getAtomSeriesBooks: atom.seriesBooks,
  getAtomBook: atom.book,
  getAtomLibrary: atom.library,
  getAtomShelves: atom.shelves,
  getAtomShelfBooks: atom.shelfBooks,
  getJsonRoot: json.root,
  getJsonGenres: json.genres,
  getJsonLanguages: json.languages,
  getJsonAuthors: json.authors,
  getJsonSeries: json.series,
  getJsonBooks: json.books,
  getJsonSeriesBooks: json.seriesBooks,
  getJsonBook: json.book,
  getJsonLibrary: json.library,
  getJsonShelves: json.shelves,
  getJsonShelfBooks: json.shelfBooks,

  getSearchDescription: stream({
    ...publicFeed,
    path: "/opds/search.xml",
    summary: "OPDS 1.2: how the catalogue is searched (OpenSearch)",
    produces: opdsMediaTypes.search,
  }),

  /** The documents, resources and contents of the EPUB that the caller may read (Readium Web Publication). */
  getWebManifest: stream({
    ...publicFeed,
    path: "/opds/books/:bookId/manifest.json",
    summary: "A text as a Readium Web Publication, as far as the caller may read it",
    params: bookParams,
    errors: bookErrors,
    produces: opdsMediaTypes.webPublication,
  }),

  getPositionList: stream({
    ...publicFeed,
    path: "/opds/books/:bookId/positions.json",
    summary: "The positions of a Readium Web Publication, one for each 1,024 bytes",
    params: bookParams,
    errors: bookErrors,
    produces: opdsMediaTypes.positions,
  }),

  getAudiobookManifest: stream({
    ...publicFeed,
    path: "/opds/books/:bookId/audiobook.json",
    summary: "A recording as a Readium audiobook, as far as the caller may hear it",
    params: bookParams,
    errors: bookErrors,
    produces: opdsMediaTypes.audiobook,
  }),

  /** Also the body of a 401 from the catalogue. */
  getAuthentication: stream({
    ...publicFeed,
    path: "/opds/authentication.json",
    summary: "How apps sign in to the catalogue (Authentication for OPDS 1.0)",
    produces: opdsMediaTypes.authentication,
  }),
};
