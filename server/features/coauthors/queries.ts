import { and, asc, eq, isNull, ne, or, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type { Database } from "#server/db/client.ts";
import { isBlocked } from "#server/db/person.ts";
import { pick } from "#server/db/pick.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { books } from "#server/db/schema/books/books.ts";
import { bookCoauthors as coauthors } from "#server/db/schema/publishing/coauthors.ts";

export function listCoauthorRows(db: Database, bookId: BookId) {
  return db
    .select({
      userId: coauthors.userId,
      ...pick(users, "firstName", "lastName", "username"),
      ...pick(coauthors, "canEdit", "invitedAt", "acceptedAt"),
    })
    .from(coauthors)
    .innerJoin(users, eq(users.id, coauthors.userId))
    .where(eq(coauthors.bookId, bookId))
    .orderBy(asc(coauthors.invitedAt), asc(users.username));
}

/** An active author whom the user can invite; null for others and those who blocked the user. */
export async function findInvitableAuthor(
  db: Database,
  userId: UserId,
  username: string,
  now: Date,
): Promise<UserId | null> {
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        sql`lower(${users.username}) = ${username.toLowerCase()}`,
        ne(users.id, userId),
        eq(users.isAuthor, true),
        isNull(users.deletionRequestedAt),
        or(isNull(users.suspendedUntil), sql`${users.suspendedUntil} <= ${now.toISOString()}::timestamptz`),
        sql`not ${isBlocked(userId, users.id)}`,
      ),
    );
  return row?.id ?? null;
}

/** @returns whether the invitation is new */
export async function upsertCoauthor(
  tx: Database,
  row: Pick<typeof coauthors.$inferInsert, "bookId" | "userId" | "canEdit" | "invitedAt">,
): Promise<boolean> {
  const [saved] = await tx
    .insert(coauthors)
    .values(row)
    .onConflictDoUpdate({ target: [coauthors.bookId, coauthors.userId], set: { canEdit: row.canEdit } })
    .returning({ isNew: sql<boolean>`xmax = 0` });
  return saved?.isNew ?? false;
}

/** @returns the removed co-author; null for none */
export async function deleteCoauthor(tx: Database, bookId: BookId, username: string): Promise<UserId | null> {
  const [removed] = await tx
    .delete(coauthors)
    .where(
      and(
        eq(coauthors.bookId, bookId),
        sql`${coauthors.userId} = (select id from ${users} where lower(username) = ${username.toLowerCase()})`,
      ),
    )
    .returning({ userId: coauthors.userId });
  return removed?.userId ?? null;
}

const isOpenInvitation = (userId: UserId) => and(eq(coauthors.userId, userId), isNull(coauthors.acceptedAt));

export function listInvitationRows(db: Database, userId: UserId) {
  return db
    .select({
      bookId: books.id,
      title: books.title,
      ownerFirstName: users.firstName,
      ownerLastName: users.lastName,
      canEdit: coauthors.canEdit,
    })
    .from(coauthors)
    .innerJoin(books, eq(books.id, coauthors.bookId))
    .leftJoin(users, eq(users.id, books.ownerId))
    .where(isOpenInvitation(userId))
    .orderBy(asc(coauthors.invitedAt))
    .limit(100);
}

/** @returns whether there was an open invitation */
export async function acceptInvitation(
  tx: Database,
  userId: UserId,
  bookId: BookId,
  acceptedAt: Date,
): Promise<boolean> {
  const accepted = await tx
    .update(coauthors)
    .set({ acceptedAt })
    .where(and(isOpenInvitation(userId), eq(coauthors.bookId, bookId)))
    .returning({ userId: coauthors.userId });
  return accepted.length > 0;
}

/** @returns whether there was an open invitation */
export async function deleteInvitation(tx: Database, userId: UserId, bookId: BookId): Promise<boolean> {
  const removed = await tx
    .delete(coauthors)
    .where(and(isOpenInvitation(userId), eq(coauthors.bookId, bookId)))
    .returning({ userId: coauthors.userId });
  return removed.length > 0;
}
