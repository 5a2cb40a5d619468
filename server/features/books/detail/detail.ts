import type { InputOf } from "#shared/api/contract.ts";
import type { BookAccess } from "#shared/books/access.ts";
import { getAccessTo, isCoauthor, isOwnRecord, type Viewer } from "#shared/books/access-policy.ts";
import { type Book, type BookId, isScripture } from "#shared/books/book.ts";
import type { BookDetail, booksContract } from "#shared/books/contract.ts";
import { type previewContract, previewViewers } from "#shared/books/preview.ts";
import type { MyReview } from "#shared/library/entry.ts";
import type { Database } from "#server/db/client.ts";
import { listNearby } from "#server/features/books/lists/list-queries.ts";
import { listEditions, listOthersOfSeries } from "#server/features/books/lists/related-queries.ts";
import { toBook } from "#server/features/books/lists/summary-queries.ts";
import { getAccess, resolveBookId } from "#server/features/books/service.ts";
import { listTasks } from "#server/features/books/task-queries.ts";
import { findMyBook } from "#server/features/library/service.ts";
import { addQuotations } from "#server/features/quotations/service.ts";
import type { Context, GuestContext } from "#server/http/api/context.ts";
import { forbidden, notFound } from "#server/http/api/problem.ts";
import { CatalogueCache } from "#server/pubsub/catalogue-cache.ts";
import { parseReview } from "#server/rich-text/parse.ts";
import {
  findContributor,
  findDetail,
  findMergedInto,
  findNextInSeries,
  listBooksOfContributor,
  listContributors,
} from "./detail-queries.ts";

const defaultShelf = 6;
const maxContributorBooks = 200;

/**
 * The details of a book. A redirected id returns the book that replaced it.
 *
 * @throws {ProblemError} `not_found` when it does not exist or must not be known
 */
export async function getBook(
  context: GuestContext,
  { params: { bookId } }: InputOf<typeof booksContract.getBook>,
): Promise<BookDetail> {
  const { user } = context;
  const found = await catalogueDetails.get(context.live, bookId, () => loadDetail(context.db, bookId));
  if (!found) throw notFound("book");
  const { row, isPublic, ...shared } = found;
  const access = getAccessTo(row, user);
  if (!access.isVisible) throw notFound("book");

  const [myEntry, tasks] = await Promise.all([
    user ? findMyBook(context, user.id, row.id) : null,
    isPublic ? [] : listTasks(context.db, row.id),
  ]);
  return {
    ...row,
    ...shared,
    original: getOriginal(row, user),
    access: toShownAccess(row, access),
    tasks,
    myEntry: myEntry?.entry ?? null,
    myReview:
      isScripture(row) || !myEntry?.review ? null : await presentMyReview(context, row.id, myEntry.review),
    canReview: myEntry !== null && !myEntry.isOwn && access.needs !== "release" && !isScripture(row),
    canEdit: isOwnRecord(row, user),
  };
}

async function presentMyReview(
  { db, user }: GuestContext,
  bookId: BookId,
  review: MyReview,
): Promise<MyReview> {
  const [content = []] = await addQuotations({ db }, user, [{ content: parseReview(review.text), bookId }]);
  return { ...review, content };
}

/**
 * The details of a book as a viewer sees them once it is published, for its author, co-authors and staff.
 *
 * @throws {ProblemError} `not_found`; `forbidden` for others
 */
export async function previewBook(
  context: Context,
  { params: { bookId }, query: { viewer: viewerName } }: InputOf<typeof previewContract.previewBook>,
): Promise<BookDetail> {
  const { user } = context;
  const found = await catalogueDetails.get(context.live, bookId, () => loadDetail(context.db, bookId));
  if (!found || !getAccessTo(found.row, user).isVisible) throw notFound("book");
  if (!isCoauthor(found.row, user) && !isOwnRecord(found.row, user)) throw forbidden();
  const viewer = previewViewers[viewerName];
  const { row, isPublic: _isPublic, ...shared } = found;
  const publishedRow = row.isComingSoon ? row : { ...row, state: "published" as const };
  const access = getAccessTo(publishedRow, viewer);
  return {
    ...publishedRow,
    ...shared,
    original: getOriginal(row, viewer),
    access: toShownAccess(row, access),
    tasks: [],
    myEntry: null,
    myReview: null,
    canReview: viewer !== null && access.needs !== "release" && !isScripture(row),
    canEdit: false,
  };
}

/** The sample of a short book is all of it. */
const toShownAccess = ({ hasWholeSample }: Detail, access: BookAccess): BookAccess =>
  hasWholeSample && access.read === "sample" ? { ...access, read: "whole" } : access;

/** The part of a book's details that is the same for everyone. */
const catalogueDetails = new CatalogueCache<Awaited<ReturnType<typeof loadDetail>>>(2_000);

async function loadDetail(db: Database, id: string) {
  const bookId = await resolveBookId({ db }, id);
  const row = bookId ? await findDetail(db, bookId) : null;
  if (!row) return null;
  const [contributors, series, editions] = await Promise.all([
    listContributors(db, row.id),
    getSeries(db, row),
    listEditions(db, row.id, row.originalId),
  ]);
  const isPublic = row.state === "published" || row.state === "scheduled";
  return { row: { ...row, ...toBook(row) }, isPublic, contributors, series, editions };
}

async function getSeries(
  db: Database,
  { id: bookId, seriesId, seriesName, seriesPosition: position }: Detail,
): Promise<BookDetail["series"]> {
  if (!seriesId || !seriesName) return null;
  const [next, others] = await Promise.all([
    findNextInSeries(db, seriesId, position),
    listOthersOfSeries(db, seriesId, bookId),
  ]);
  const books = others.map(({ position: seriesPosition, ...row }) => ({
    position: seriesPosition,
    book: toBook(row),
  }));
  return { id: seriesId, name: seriesName, position, next, books };
}

type Detail = NonNullable<Awaited<ReturnType<typeof findDetail>>>;

/** The book that this one translates; null for none and for one that the viewer cannot see. */
function getOriginal(
  { originalId, originalTitle, originalState, originalOwnerId, ...book }: Detail,
  viewer: Viewer,
): BookDetail["original"] {
  if (!originalId || !originalTitle || originalState === null) return null;
  const { isVisible } = getAccessTo({ ...book, state: originalState, ownerId: originalOwnerId }, viewer);
  return isVisible ? { id: originalId, title: originalTitle } : null;
}

/**
 * Similar books: by author and genre; those of the series have their own list.
 *
 * @throws {ProblemError} `not_found`
 */
export async function listSimilar(
  context: GuestContext,
  { params: { bookId }, query: { limit = defaultShelf } }: InputOf<typeof booksContract.listSimilar>,
): Promise<Book[]> {
  await getAccess(context, context.user, bookId);
  return (await listNearby(context.db, bookId, limit)).map(toBook);
}

/** @throws {ProblemError} `not_found` also for people whose books are all unpublished */
export async function getContributor(
  context: GuestContext,
  { params: { contributorId: id } }: InputOf<typeof booksContract.getContributor>,
) {
  const { db } = context;
  const [person, rows] = await Promise.all([
    findContributor(db, id),
    listBooksOfContributor(db, id, maxContributorBooks),
  ]);
  const mergedInto = person ? null : await findMergedInto(db, id);
  if (mergedInto) return getContributor(context, { params: { contributorId: mergedInto } });
  if (!person || rows.length === 0) throw notFound("author");
  return {
    ...person,
    links: [...person.links],
    direction: /\p{Script=Arabic}/u.test(person.name) ? ("rtl" as const) : ("ltr" as const),
    books: rows.map(({ role, ...row }) => ({ role, book: toBook(row) })),
  };
}
