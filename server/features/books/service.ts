import * as z from "zod/mini";
import type { User } from "#shared/accounts/user.ts";
import type { BookAccess } from "#shared/books/access.ts";
import { getAccessTo, isOwnRecord, type Viewer } from "#shared/books/access-policy.ts";
import { type Book, BookId } from "#shared/books/book.ts";
import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import { getNameKey } from "#shared/books/person-names.ts";
import type { Database } from "#server/db/client.ts";
import type { Context } from "#server/http/api/context.ts";
import { forbidden, notFound, ProblemError, unauthenticated } from "#server/http/api/problem.ts";
import type { JobEvent } from "#server/jobs/job-queue.ts";
import type { Services } from "#server/services.ts";
import { findAccessFields, isVisibleTo, isVisibleToJoinedUser } from "./access-queries.ts";
import { type CoverText, getGeneratedCoverHash } from "./covers/generate-cover.ts";
import { readCover } from "./covers/read-cover.ts";
import { storeCover, storePicture } from "./covers/store-cover.ts";
import { saveAuthor } from "./detail/author-queries.ts";
import { findDemoBook } from "./detail/demo-book.ts";
import { findRedirect, insertRedirect } from "./detail/redirect-queries.ts";
import { listByDigest } from "./digests/digest-queries.ts";
import { saveReadAlongDigest } from "./digests/digests.ts";
import { listCataloguePage } from "./lists/catalogue-page.ts";
import { findGenreId } from "./lists/list-queries.ts";
import { listCards, toBook } from "./lists/summary-queries.ts";
import { findIndexed, setBookIndex, setContributorIndex, setSeriesIndex } from "./search/index-queries.ts";
import {
  formatQuery,
  parseSearch,
  parseSearchWords,
  toNameVector,
  toSearchVector,
} from "./search/search-terms.ts";
import { correctSpelling } from "./search/spelling-correction.ts";
import { updateVocabulary } from "./search/vocabulary.ts";
import { setHasSyncMap } from "./sync-queries.ts";

export {
  correctSpelling,
  findDemoBook,
  findGenreId,
  getGeneratedCoverHash,
  isVisibleToJoinedUser,
  listByDigest,
  listCataloguePage,
  readCover,
  saveReadAlongDigest,
  updateVocabulary,
};

/** Links an author's account to the contributor of that name, who is created if needed. */
export async function linkContributor(
  db: Database,
  userId: User["id"],
  { name, about }: { readonly name: string; readonly about: string },
): Promise<void> {
  await saveAuthor(db, {
    userId,
    name,
    bio: about,
    normalizedName: normalizeSearchText(name) || name.toLowerCase(),
    transliterationKey: getNameKey(name),
  });
}

const parsePrefixSearch = (text: string) => parseSearchWords(text).map((word) => parseSearch(word, []));

/** A tsquery of a text whose last word may be unfinished; empty without a searchable word. */
export const toPrefixQuery = (text: string): string => formatQuery(parsePrefixSearch(text));

export const bookReleased = {
  name: "books.released",
  queue: "soon",
  payload: z.strictObject({ bookId: BookId }),
} satisfies JobEvent;

/** @throws {ProblemError} `not_found` for missing and hidden books */
export async function getAccess(
  { db }: Pick<Services, "db">,
  viewer: Viewer,
  bookId: BookId,
): Promise<BookAccess> {
  const rights = await findAccessFields(db, bookId);
  const access = rights && getAccessTo(rights, viewer);
  if (!access?.isVisible) throw notFound("book");
  return access;
}

/**
 * Allows the author who owns a book, and staff.
 *
 * @throws {ProblemError} `not_found` for missing and hidden books; `forbidden` for others
 */
export async function requireOwnBook(
  { db, user }: Pick<Context, "db" | "user">,
  bookId: BookId,
): Promise<void> {
  const rights = await findAccessFields(db, bookId);
  if (!rights || !getAccessTo(rights, user).isVisible) throw notFound("book");
  if (!isOwnRecord(rights, user)) throw forbidden();
}

/** Resolves an id or a redirected one; null for invalid ids. */
export async function resolveBookId({ db }: Pick<Services, "db">, id: string): Promise<BookId | null> {
  const withoutNul = id.replaceAll("\0", "");
  return (await findRedirect(db, withoutNul)) ?? BookId.safeParse(withoutNul).data ?? null;
}

export async function listVisibleBooks(
  { db }: Pick<Services, "db">,
  viewer: Viewer,
  bookIds: readonly BookId[],
): Promise<Book[]> {
  if (bookIds.length === 0) return [];
  const cards = await listCards(db, bookIds);
  return cards.filter((card) => getAccessTo(card, viewer).isVisible).map(toBook);
}

export function toRejection(user: User | null, { needs }: BookAccess): ProblemError {
  if (needs === "release") return notFound("book");
  if (!user) return unauthenticated();
  if (needs === "membership") {
    return new ProblemError("subscription_required", { message: "This book is for supporters." });
  }
  return forbidden("not_allowed_by_publisher");
}

/**
 * Updates the search index and the denormalized card of a book. Call it in the transaction that changes its
 * title, description, contributors, series, genres or tropes.
 */
export async function indexBook(db: Database, bookId: BookId): Promise<void> {
  const found = await findIndexed(db, bookId);
  if (!found) return;
  const { title, subtitle, description, people, genres, tropes } = found;
  const names = [...new Set(people.map(({ name }) => name))];
  await setBookIndex(db, bookId, {
    author: people
      .filter(({ role }) => role === "author")
      .map(({ name }) => name)
      .join(", "),
    genre: genres[0] ?? "",
    normalizedTitle: normalizeSearchText(title).slice(0, 500),
    vector: toSearchVector({
      titles: [title, subtitle],
      people: found.series === null ? names : [...names, found.series],
      about: [description, ...genres, ...tropes],
    }),
  });
  for (const { id, name, isIndexed } of people) {
    if (!isIndexed) await setContributorIndex(db, id, toNameVector(name));
  }
  if (found.seriesId !== null && found.series !== null) {
    await setSeriesIndex(db, found.seriesId, toNameVector(found.series));
  }
}

/**
 * Stores a cover, generated from the title without a valid image.
 *
 * @returns the hash for the book's row
 */
export function saveCover(
  services: Pick<Services, "db" | "storage" | "settings">,
  bookId: BookId,
  image: Buffer | null,
  shown: CoverText,
): Promise<string> {
  return storeCover(services, bookId, image, shown);
}

/**
 * Stores a picture of a part of a book in the widths of covers.
 *
 * @returns the hash for its URLs; null for an invalid image
 */
export function savePicture(
  services: Pick<Services, "storage">,
  bookId: BookId,
  image: Buffer,
): Promise<string | null> {
  return storePicture(services, bookId, image);
}

export async function redirectToBook(
  { db }: Pick<Services, "db">,
  oldId: string,
  bookId: BookId,
): Promise<void> {
  await insertRedirect(db, oldId, bookId);
}

export async function markSyncMapAvailable(db: Database, bookId: BookId): Promise<void> {
  await setHasSyncMap(db, bookId);
}

/** A condition for the books that are visible to a user; undefined for all. */
export const filterVisible = (viewer: Viewer) => isVisibleTo(viewer);
