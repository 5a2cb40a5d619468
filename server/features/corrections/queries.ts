import { and, asc, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type { CorrectionState } from "#shared/corrections/contract.ts";
import type { Database } from "#server/db/client.ts";
import { pick } from "#server/db/pick.ts";
import { books } from "#server/db/schema/books/books.ts";
import { bookCoauthors } from "#server/db/schema/publishing/coauthors.ts";
import { corrections } from "#server/db/schema/publishing/corrections.ts";
import type { TimeAndId } from "#server/http/api/cursor.ts";

export async function insertCorrection(
  db: Database,
  correction: typeof corrections.$inferInsert,
): Promise<void> {
  await db.insert(corrections).values(correction);
}

const columns = {
  id: corrections.id,
  bookId: corrections.bookId,
  title: books.title,
  ...pick(corrections, "sentence", "quote", "text", "message", "state", "answer", "createdAt"),
};

/** Books of an author, and those where they are a co-author who can edit. */
const isEditableBy = (userId: UserId | null) =>
  userId
    ? or(
        eq(books.ownerId, userId),
        sql`${books.id} in (select book_id from ${bookCoauthors}
          where user_id = ${userId} and can_edit and accepted_at is not null)`,
      )
    : undefined;

interface CorrectionFilter {
  /** Only books that this author can edit; null for all. */
  readonly userId: UserId | null;
  readonly state: CorrectionState;
  readonly bookId?: BookId | undefined;
  readonly after: TimeAndId | undefined;
}

/** Oldest first. */
export function listCorrectionRows(
  db: Database,
  { userId, state, bookId, after }: CorrectionFilter,
  limit: number,
) {
  const isAfterCursor: SQL | undefined = after
    ? sql`(${corrections.createdAt}, ${corrections.id}) > (${after[0]}::timestamptz, ${after[1]}::uuid)`
    : undefined;
  return db
    .select({ ...columns, createdText: sql<string>`${corrections.createdAt}::text` })
    .from(corrections)
    .innerJoin(books, eq(books.id, corrections.bookId))
    .where(
      and(
        eq(corrections.state, state),
        isEditableBy(userId),
        bookId ? eq(corrections.bookId, bookId) : undefined,
        isAfterCursor,
      ),
    )
    .orderBy(asc(corrections.createdAt), asc(corrections.id))
    .limit(limit);
}

/** Locks open reports. */
export function lockOpenCorrections(tx: Database, ids: readonly string[], userId: UserId | null) {
  return tx
    .select({ ...columns, userId: corrections.userId })
    .from(corrections)
    .innerJoin(books, eq(books.id, corrections.bookId))
    .where(and(inArray(corrections.id, [...ids]), eq(corrections.state, "open"), isEditableBy(userId)))
    .orderBy(asc(corrections.id))
    .for("update", { of: corrections });
}

export async function setDecision(
  tx: Database,
  ids: readonly string[],
  decision: Pick<typeof corrections.$inferInsert, "state" | "answer" | "decidedAt" | "decidedBy">,
): Promise<void> {
  await tx
    .update(corrections)
    .set(decision)
    .where(inArray(corrections.id, [...ids]));
}

/** Claims the accepted reports of a book that no revision lists yet, oldest first. */
export async function claimAcceptedCorrections(tx: Database, bookId: BookId, revisionId: BookId) {
  const claimed = await tx
    .update(corrections)
    .set({ revisionId })
    .where(
      and(eq(corrections.bookId, bookId), eq(corrections.state, "accepted"), isNull(corrections.revisionId)),
    )
    .returning(claimColumns);
  return claimed.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
}

const claimColumns = pick(corrections, "quote", "text", "message", "createdAt");
