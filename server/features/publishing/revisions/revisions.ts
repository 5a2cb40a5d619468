import type { BookId } from "#shared/books/book.ts";
import type { PublishingBook, Revision } from "#shared/publishing/publishing-book.ts";
import type { Database } from "#server/db/client.ts";
import { findEditedBook } from "#server/features/publishing/queries.ts";
import { type RevisionContext, undoDays } from "#server/features/publishing/states.ts";
import { conflict, notFound } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { swapFiles } from "./apply-revision.ts";
import { findLastApplied, findRevision, listRevisionRows, updateRevision } from "./queries.ts";

const dayMs = 86_400_000;

type Deps = Pick<Services, "db" | "clock">;

/** The revision in a row of `books`, with what decides on its actions; null for a book itself. */
export async function describeRevision({ db, clock }: Deps, bookId: BookId) {
  const revision = await findRevision(db, bookId);
  const target = revision && (await findEditedBook(db, revision.targetId));
  const row = revision && (await findEditedBook(db, bookId))?.row;
  if (!revision || !target || !row) return null;
  const { appliedAt, number, notes, targetId } = revision;
  const isRecent = appliedAt !== null && clock().getTime() - appliedAt.getTime() < undoDays * dayMs;
  const canRevert = isRecent && (await findLastApplied(db, targetId)) === bookId;
  const context: RevisionContext = {
    state: row.state,
    ownerId: row.ownerId,
    targetState: target.row.state,
    canRevert,
  };
  const view: PublishingBook["revision"] = {
    bookId: targetId,
    title: target.fields.title,
    number,
    notes,
    isApplied: appliedAt !== null,
  };
  return { context, view, target };
}

export async function listBookRevisions(db: Database, bookId: BookId): Promise<{ revisions: Revision[] }> {
  return { revisions: await listRevisionRows(db, bookId) };
}

/** @throws {ProblemError} `not_found` for a book itself; `conflict` after its publication */
export async function saveNotes(db: Database, bookId: BookId, notes: string): Promise<void> {
  const revision = await findRevision(db, bookId);
  if (!revision) throw notFound("revision");
  if (revision.appliedAt) throw conflict("book_state");
  await updateRevision(db, bookId, { notes });
}

/**
 * Publishes a revision, or with `isRevert` brings back the files that it replaced. Both rows are locked in
 * the order of a book and its revision.
 */
export async function applyRevision(
  services: Services,
  tx: Database,
  bookId: BookId,
  { isRevert }: { readonly isRevert: boolean },
): Promise<void> {
  const revision = await findRevision(tx, bookId);
  const target = revision && (await findEditedBook(tx, revision.targetId, true));
  const row = revision && (await findEditedBook(tx, bookId, true))?.row;
  if (!revision || !target || !row) throw notFound("revision");
  if (isRevert !== (revision.appliedAt !== null)) throw conflict("book_state");
  await updateRevision(tx, bookId, { appliedAt: isRevert ? null : services.clock() });
  await swapFiles(services, tx, revision, { target: target.row, holder: row });
}
