import * as z from "zod/mini";
import { route, stream } from "#shared/api/contract.ts";
import { fileAnswers } from "#shared/api/file-answers.ts";
import { Cursor, Instant, line, queryInt, rawText } from "#shared/api/schemas.ts";
import type { Topic } from "#shared/api/topics.ts";
import { MyEntry, MyReview, Stars } from "#shared/library/entry.ts";
import { RichText } from "#shared/rich-text/rich-text.ts";
import { BookAccess } from "./access.ts";
import {
  Book,
  BookFormat,
  BookId,
  BookState,
  Contributor,
  ContributorId,
  Direction,
  Genre,
  PreferredLanguage,
} from "./book.ts";
import { bookFactReplies } from "./facts.ts";
import { BookTask } from "./tasks.ts";

/** The details of a book. */
export const BookDetail = z.extend(Book, {
  ...bookFactReplies,
  state: BookState,
  /** Set for a revision: the book whose files it replaces. */
  revisionOf: z.nullable(z.object({ id: BookId, title: z.string() })),
  contributors: z.array(Contributor),
  genres: z.array(z.string()),
  tropes: z.array(z.string()),
  series: z.nullable(
    z.object({
      id: z.uuid(),
      name: z.string(),
      position: z.nullable(z.number()),
      /** The next book of the series; null after the last. */
      next: z.nullable(z.object({ id: BookId, title: z.string() })),
      books: z.array(z.object({ position: z.nullable(z.number()), book: Book })),
    }),
  ),
  wordCount: z.nullable(z.int()),
  chapterCount: z.int(),
  /** The original of an edition or translation. */
  original: z.nullable(z.object({ id: BookId, title: z.string() })),
  /** Other editions and translations of the same original. */
  editions: z.array(z.object({ id: BookId, title: z.string(), language: z.string() })),
  allowsDownload: z.boolean(),
  access: BookAccess,
  /** Null for guests and for books outside of the reader's library. */
  myEntry: z.nullable(MyEntry),
  /** Null for guests and for readers who have not rated it. */
  myReview: z.nullable(MyReview),
  tasks: z.array(BookTask),
  /** Whether the caller may rate it: signed in, not its author, and after the release. */
  canReview: z.boolean(),
  canEdit: z.boolean(),
  isNarrated: z.boolean(),
});
export type BookDetail = z.infer<typeof BookDetail>;

const reviewParams = z.strictObject({ reviewId: z.uuid() });

export const Review = z.object({
  id: z.uuid(),
  readerName: z.string(),
  /** The username for a link; null for hidden profiles and for guests. */
  readerUsername: z.nullable(z.string()),
  stars: Stars,
  text: z.string(),
  content: RichText,
  hasSpoiler: z.boolean(),
  isMine: z.boolean(),
  /** Of a reader of the demo library. */
  isSample: z.boolean(),
  helpfulCount: z.int(),
  /** Whether the viewer found it helpful. */
  isHelpful: z.boolean(),
  createdAt: Instant,
  /** Null unless the text was changed after the first minutes. */
  editedAt: z.nullable(Instant),
});
export type Review = z.infer<typeof Review>;

export const reviewOrders = ["newest", "helpful", "highest", "lowest"] as const;
export type ReviewOrder = (typeof reviewOrders)[number];

/** A verse or surah in a Qur'an of the catalogue. */
export const Verse = z.object({
  bookId: BookId,
  title: z.string(),
  coverImageUrl: z.string(),
  /** From 1. */
  surah: z.int(),
  /** The Arabic name of the surah. */
  name: z.string(),
  transliteration: z.string(),
  /** Null for the whole surah. */
  verse: z.nullable(z.int()),
  /** Its start in the text. */
  sentence: z.string(),
});
export type Verse = z.infer<typeof Verse>;

export const Suggestion = z.object({
  kind: z.enum(["book", "contributor", "series", "genre", "verse"]),
  /** Of a verse, `<book id>?sentence=<sentence id>`. */
  id: z.string(),
  label: z.string(),
  /** Such as the author of a book. */
  detail: z.string(),
  coverImageUrl: z.string(),
});
export type Suggestion = z.infer<typeof Suggestion>;

export const sortKeys = ["createdAt", "averageRating", "title", "popularity", "relevance"] as const;

export const maxSearchLength = 200;

/** Shared by `/api/books` and the `/browse` URL. */
export const BookQuery = z.strictObject({
  search: z.optional(rawText(maxSearchLength)),
  /** A genre name. */
  genre: z.optional(rawText(100)),
  /** The name of a theme. */
  trope: z.optional(rawText(100)),
  /** A contributor's id or name. */
  author: z.optional(rawText(200)),
  format: z.optional(BookFormat),
  language: z.optional(z.string().check(z.maxLength(35), z.regex(/^[A-Za-z0-9-]+$/))),
  isFree: z.optional(z.stringbool()),
  /** Not for searches. */
  preferLanguage: PreferredLanguage,
  sortBy: z.optional(z.enum(sortKeys)),
  sortOrder: z.optional(z.enum(["asc", "desc"])),
  limit: queryInt(1, 100),
  cursor: z.optional(Cursor),
});
export type BookQuery = z.infer<typeof BookQuery>;

export const BookPage = z.object({
  books: z.array(Book),
  /** Exact without filters, else counted to 1,000. */
  total: z.int(),
  /** `total` is the counting limit: show "1,000+". */
  isTotalCapped: z.boolean(),
  nextCursor: z.nullable(Cursor),
  /** The verse or surah that the search names; on the first page only. */
  verse: z.optional(Verse),
  /** The corrected query, when the original found nothing; null otherwise. */
  searchedFor: z.nullable(z.string()),
});
export type BookPage = z.infer<typeof BookPage>;

const bookParams = z.strictObject({ bookId: BookId });
const listQuery = z.strictObject({ limit: queryInt(1, 50) });
const preferredLanguageQuery = z.extend(listQuery, { preferLanguage: PreferredLanguage });
const createBookListRoute = <const Path extends `/${string}`>(
  path: Path,
  summary: string,
  reads: readonly [Topic, ...Topic[]],
) =>
  route({
    ...({ method: "GET", path, access: "guest", sameFor: "everyone", summary, reads } as const),
    query: preferredLanguageQuery,
    response: z.array(Book),
  });

export const booksContract = {
  listBooks: route({
    method: "GET",
    path: "/api/books",
    access: "guest",
    scope: "read",
    sameFor: "everyone",
    budget: "search",
    summary: "Browses and searches the published books",
    reads: ["book"],
    query: BookQuery,
    rows: "books",
    response: BookPage,
  }),

  listLatest: createBookListRoute("/api/books/latest", "Newest books first", ["book"]),
  listTopRated: createBookListRoute("/api/books/top-rated", "Best rated books first", ["book", "review"]),

  /** The `Link` header contains the next page, if any. */
  listComingSoon: route({
    method: "GET",
    path: "/api/books/coming-soon",
    access: "guest",
    scope: "read",
    sameFor: "everyone",
    summary: "Coming books, next release first",
    reads: ["book"],
    query: z.extend(listQuery, { cursor: z.optional(Cursor) }),
    response: z.array(Book),
  }),

  suggest: route({
    method: "GET",
    path: "/api/books/suggestions",
    access: "guest",
    scope: "read",
    sameFor: "everyone",
    budget: "search",
    summary: "Search suggestions: titles, people, series and genres",
    reads: ["book"],
    query: z.strictObject({ search: line(100), limit: queryInt(1, 20) }),
    response: z.array(Suggestion),
  }),

  /** A free book with a sync map for the demo; null for none. */
  findDemoBook: route({
    method: "GET",
    path: "/api/books/demo",
    access: "guest",
    summary: "The book of the read-along demo",
    reads: ["book"],
    query: z.strictObject({ preferLanguage: PreferredLanguage }),
    response: z.nullable(Book),
  }),

  getBook: route({
    method: "GET",
    path: "/api/books/:bookId",
    access: "guest",
    scope: "read",
    sameFor: "guests",
    summary: "A book with the caller's access",
    reads: ["book", "book-task", "library", "position", "membership", "narration"],
    params: z.strictObject({ bookId: rawText(100).check(z.minLength(1)) }),
    response: BookDetail,
  }),

  listSimilar: route({
    method: "GET",
    path: "/api/books/:bookId/similar",
    access: "guest",
    scope: "read",
    sameFor: "guests",
    summary: "Similar books",
    reads: ["book"],
    params: bookParams,
    query: listQuery,
    response: z.array(Book),
  }),

  listReviews: route({
    method: "GET",
    path: "/api/books/:bookId/reviews",
    access: "guest",
    scope: "read",
    summary: "Reviews of a book, newest first by default",
    reads: ["review"],
    params: bookParams,
    query: z.strictObject({
      sortBy: z.optional(z.enum(reviewOrders)),
      limit: queryInt(1, 50),
      cursor: z.optional(Cursor),
    }),
    rows: "reviews",
    response: z.object({
      reviews: z.array(Review),
      total: z.int(),
      /** The number of ratings with 1 to 5 stars, rounded up; also those without a text. */
      starCounts: z.array(z.int()),
      nextCursor: z.nullable(Cursor),
    }),
  }),

  getReview: route({
    method: "GET",
    path: "/api/reviews/:reviewId",
    access: "guest",
    scope: "read",
    summary: "One review, for its permanent link",
    reads: ["review"],
    params: reviewParams,
    response: z.object({ bookId: BookId, review: Review }),
  }),

  /** Not for the reader's own reviews. */
  markHelpful: route({
    method: "PUT",
    path: "/api/reviews/:reviewId/helpful",
    access: "reader",
    summary: "Marks a review as helpful, or removes the mark",
    changes: ["review"],
    params: reviewParams,
    body: z.strictObject({ isHelpful: z.boolean() }),
    response: z.object({ helpfulCount: z.int(), isHelpful: z.boolean() }),
  }),

  listGenres: route({
    method: "GET",
    path: "/api/genres",
    access: "guest",
    scope: "read",
    summary: "All genres with published books",
    reads: ["genre"],
    response: z.array(Genre),
  }),

  /** Filter values that some visible book has. */
  listFilters: route({
    method: "GET",
    path: "/api/books/filters",
    access: "guest",
    scope: "read",
    summary: "Languages and authors for the filters",
    reads: ["book", "genre"],
    response: z.object({
      languages: z.array(z.object({ code: z.string(), bookCount: z.int() })),
      authors: z.array(z.object({ id: ContributorId, name: z.string(), bookCount: z.int() })),
    }),
  }),

  getContributor: route({
    method: "GET",
    path: "/api/authors/:contributorId",
    access: "guest",
    scope: "read",
    sameFor: "everyone",
    summary: "An author, narrator or translator with their published books",
    reads: ["book", "author-page", "contributor"],
    params: z.strictObject({ contributorId: ContributorId }),
    response: z.object({
      id: ContributorId,
      name: z.string(),
      /** The name as books in another script give it. */
      otherNames: z.array(z.string()),
      bio: z.string(),
      links: z.array(z.string()),
      /** Empty for none. */
      imageUrl: z.string(),
      direction: Direction,
      books: z.array(z.object({ role: Contributor.shape.role, book: Book })),
    }),
  }),
};

export const booksStreams = {
  getCover: stream({
    method: "GET",
    path: "/covers/:bookId/:file",
    access: "guest",
    scope: "read",
    summary: "A cover, `<hash>-<160|320|640>.webp` or `<hash>-<640|square>.jpg`; immutable",
    answers: fileAnswers,
    params: z.strictObject({
      bookId: BookId,
      file: z.string().check(z.regex(/^[0-9a-f]{16,64}-((160|320|640)\.webp|(640|square)\.jpg)$/)),
    }),
    produces: "image/*",
  }),

  /** `cover` redirects to the cover; `epub` sends the file to users who may download it. */
  getMedia: stream({
    method: "GET",
    path: "/api/media/stream",
    access: "guest",
    scope: "read",
    summary: "A book's cover or EPUB file",
    errors: ["unauthenticated", "subscription_required", "forbidden", "not_found"],
    answers: { ...fileAnswers, 302: "Redirects to the cover, or to the file at the CDN" },
    query: z.strictObject({
      mediaType: z.enum(["cover", "epub"]),
      bookId: BookId,
    }),
    produces: "application/epub+zip",
  }),
};
