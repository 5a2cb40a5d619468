import { isStaff, type User, type UserId } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import { getAccessTo, isCoauthor, isOwnRecord } from "#shared/books/access-policy.ts";
import type { BookId } from "#shared/books/book.ts";
import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import { isGeneratedCover } from "#shared/books/urls.ts";
import type { publishingContract } from "#shared/publishing/contract.ts";
import type { BookChanges, BookField, PublishingBook } from "#shared/publishing/publishing-book.ts";
import { bookFields } from "#shared/publishing/publishing-book.ts";
import type { Database } from "#server/db/client.ts";
import { saveCover, updateVocabulary } from "#server/features/books/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { decodeCursor, rowId, toPage } from "#server/http/api/cursor.ts";
import { conflict, forbidden, invalid, notFound, unprocessableFile } from "#server/http/api/problem.ts";
import { broadcastUserChanged } from "#server/http/session/auth-cache.ts";
import type { Services } from "#server/services.ts";
import { applyChanges } from "./apply-changes.ts";
import { checkBookFiles } from "./file-checks/jobs.ts";
import { findNames as findNameRows } from "./name-queries.ts";
import {
  type EditedBook,
  findChange,
  findEditedBook,
  insertChange,
  listChangeRows,
  listGenreKeys,
  type NewChange,
  setCoverHash,
} from "./queries.ts";
import {
  findDraftRevision,
  insertRevision,
  insertRevisionNotes,
  listCoauthorIds,
} from "./revisions/queries.ts";
import { listBookRevisions, saveNotes } from "./revisions/revisions.ts";
import { toName, toView } from "./to-view.ts";

export { findDraftRevision, insertRevisionNotes };

/** @throws {ProblemError} `not_found`; `forbidden` for the books of others */
export async function getPublishingBook(
  context: Context,
  { params: { bookId } }: InputOf<typeof publishingContract.getPublishingBook>,
): Promise<PublishingBook> {
  const { user } = context;
  return toView(context, user, await openBook(context, user, bookId, { right: "view" }));
}

interface OpenOptions {
  /** Locks the row until the end of the transaction. */
  readonly lock?: boolean;
  /** `view` and `edit` include co-authors; `own` is for the book's author and staff. */
  readonly right?: "view" | "edit" | "own";
}

/**
 * A book for its author, co-authors and staff.
 *
 * @throws {ProblemError} `not_found`; `forbidden` without the right
 */
export async function openBook(
  { db }: Pick<Services, "db">,
  user: User,
  bookId: BookId,
  { lock = false, right = "edit" }: OpenOptions = {},
): Promise<EditedBook> {
  const book = await findEditedBook(db, bookId, lock);
  if (!book || !getAccessTo(book.row, user).isVisible) throw notFound("book");
  const rights = {
    view: isOwnRecord(book.row, user) || isCoauthor(book.row, user),
    edit: isOwnRecord(book.row, user),
    own: isStaff(user) || book.row.ownerId === user.id,
  };
  if (!rights[right]) throw forbidden();
  return book;
}

/** Authors and their co-authors cannot change a book in review. */
export function rejectInReview({ row }: EditedBook, user: User): void {
  const isReviewer = isStaff(user) && row.ownerId !== user.id;
  if (row.state === "in-review" && !isReviewer) throw conflict("book_in_review");
}

/** @throws {ProblemError} `conflict` when the book was changed in the meantime */
export function requireVersion({ row }: EditedBook, version: number): void {
  if (row.version !== version) throw conflict("book_changed");
}

/**
 * Changes fields of a book and records the changes.
 *
 * @throws {ProblemError} `conflict` for another version; `invalid_input`; `forbidden` for fields of staff
 */
export async function editBook(
  context: Context,
  { params: { bookId }, body: { version, changes } }: InputOf<typeof publishingContract.editBook>,
): Promise<PublishingBook> {
  const { db, user } = context;
  await db.transaction(async (tx) => {
    const book = await openBook({ db: tx }, user, bookId, { lock: true });
    requireVersion(book, version);
    rejectInReview(book, user);
    await rejectChanges({ db: tx }, user, changes);
    await applyChanges(context, tx, book, changes, { source: "manual", actorId: user.id });
  });
  await updateVocabulary(db);
  return getPublishingBook(context, { params: { bookId } });
}

/** Staff create genres, choose featured books and set the kind of a book. */
async function rejectChanges(
  { db }: Pick<Services, "db">,
  user: User,
  { genres, isFeatured, kind }: BookChanges,
): Promise<void> {
  if (isStaff(user)) return;
  if (isFeatured !== undefined || kind !== undefined) throw forbidden();
  if (!genres) return;
  const genreNames = new Set((await listGenreKeys(db)).map(normalizeSearchText));
  if (genres.some((name) => !genreNames.has(normalizeSearchText(name))))
    throw invalid({ genres: "genre_unknown" });
}

/** @throws {ProblemError} `unprocessable_file` for a file that is not an image */
export async function setCover(
  context: Context,
  { params: { bookId }, file }: InputOf<typeof publishingContract.setCover>,
): Promise<PublishingBook> {
  const { user } = context;
  const { row } = await openBook(context, user, bookId);
  const image = Buffer.from(await file.arrayBuffer());
  const hash = await saveCover(context, bookId, image, { title: row.title, author: row.author });
  if (isGeneratedCover(hash)) throw unprocessableFile("image_unreadable");
  await context.db.transaction(async (tx) => {
    rejectInReview(await openBook({ db: tx }, user, bookId, { lock: true }), user);
    await setCoverHash(tx, bookId, hash, context.clock());
  });
  return getPublishingBook(context, { params: { bookId } });
}

/** Records a change of something that another feature keeps for a book. @returns its id */
export const recordChange = (tx: Database, change: NewChange): Promise<number> => insertChange(tx, change);

const defaultChangeLimit = 30;

/** @throws {ProblemError} `not_found`, `forbidden` */
export async function listChanges(
  context: Context,
  {
    params: { bookId },
    query: { limit = defaultChangeLimit, cursor },
  }: InputOf<typeof publishingContract.listChanges>,
) {
  await openBook(context, context.user, bookId, { right: "view" });
  const [before = null] = decodeCursor(cursor, rowId) ?? [];
  const rows = await listChangeRows(context.db, bookId, before, limit + 1);
  const { shown, nextCursor } = toPage(rows, limit, ({ id }) => [id]);
  const changes = shown.map(({ id, firstName, lastName, hasGlossary, ...change }) => ({
    ...change,
    isRestorable: hasGlossary || bookFields.includes(change.field as BookField),
    id: String(id),
    actor: firstName === null ? "" : toName(context.user, firstName, lastName ?? ""),
  }));
  return { changes, nextCursor };
}

/**
 * Sets a field to its value before a change.
 *
 * @throws {ProblemError} `not_found`, `conflict`
 */
export async function restoreField(
  context: Context,
  { params: { bookId, changeId }, body: { version } }: InputOf<typeof publishingContract.restoreField>,
): Promise<PublishingBook> {
  await openBook(context, context.user, bookId);
  const change = await findChange(context.db, bookId, Number(changeId));
  if (!change || !bookFields.includes(change.field as BookField)) throw notFound("change");
  return editBook(context, {
    params: { bookId },
    body: { version, changes: { [change.field]: change.before } },
  });
}

/**
 * The owner of a book whose files the user may replace; null for books of the site.
 *
 * @throws {ProblemError} `not_found`; `forbidden` for the books of others
 */
export async function getRevisedOwner(
  services: Pick<Services, "db">,
  user: User,
  bookId: BookId,
): Promise<UserId | null> {
  const { row } = await openBook(services, user, bookId);
  if (row.revisionOf !== null) throw notFound("book");
  if (isStaff(user) && row.ownerId !== null && row.ownerId !== user.id) throw forbidden();
  return row.ownerId;
}

/** The owner of a book; null for books of the site and for a deleted book. */
export async function findOwner({ db }: Pick<Services, "db">, bookId: BookId): Promise<UserId | null> {
  return (await findEditedBook(db, bookId))?.row.ownerId ?? null;
}

/**
 * Registers imported files as the revision of a book. Repeating it is safe.
 *
 * @throws {ProblemError} `conflict` when the files are those of another book
 */
export async function addRevision(services: Services, bookId: BookId, targetId: BookId): Promise<void> {
  const { db, clock } = services;
  const book = await findEditedBook(db, bookId);
  if (book?.row.revisionOf !== targetId) throw conflict("revision_known");
  const { hasEbook: hasText, hasAudiobook: hasAudio } = book.row;
  await db.transaction((tx) =>
    insertRevision(tx, { bookId, targetId, hasText, hasAudio, createdAt: clock() }),
  );
  for (const userId of await listCoauthorIds(db, targetId)) await broadcastUserChanged(services, userId);
}

/**
 * Enqueues the checks of a book's files.
 *
 * @throws {ProblemError} `not_found`, `forbidden`
 */
export async function checkFiles(
  context: Context,
  { params: { bookId } }: InputOf<typeof publishingContract.checkFiles>,
): Promise<void> {
  await openBook(context, context.user, bookId);
  await context.jobs.add(checkBookFiles, { bookId }, { key: `check ${bookId}` });
}

/** Enqueues the checks of an imported book's files. */
export async function checkImportedFiles({ jobs }: Pick<Services, "jobs">, bookId: BookId): Promise<void> {
  await jobs.add(checkBookFiles, { bookId }, { key: `check ${bookId}` });
}

/** @throws {ProblemError} `not_found`, `forbidden` */
export async function listRevisions(
  context: Context,
  { params: { bookId } }: InputOf<typeof publishingContract.listRevisions>,
) {
  await openBook(context, context.user, bookId, { right: "view" });
  return listBookRevisions(context.db, bookId);
}

/** @throws {ProblemError} `not_found`, `forbidden`; `conflict` after its publication */
export async function setRevisionNotes(
  context: Context,
  { params: { bookId }, body: { notes } }: InputOf<typeof publishingContract.setRevisionNotes>,
): Promise<PublishingBook> {
  await openBook(context, context.user, bookId);
  await saveNotes(context.db, bookId, notes);
  return getPublishingBook(context, { params: { bookId } });
}

export async function findNames(
  { db, user }: Context,
  { query: { kind, search = "" } }: InputOf<typeof publishingContract.findNames>,
): Promise<{ names: string[] }> {
  const isFolded = kind === "contributor" || kind === "series";
  const normalizedSearch = isFolded ? normalizeSearchText(search) : search.trim().toLowerCase();
  const ownerId = isStaff(user) ? null : user.id;
  return { names: await findNameRows(db, kind, normalizedSearch, ownerId) };
}
