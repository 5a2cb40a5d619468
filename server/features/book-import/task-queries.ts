import { and, eq, isNotNull, ne, or, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type { BookTask, BookTaskName } from "#shared/books/tasks.ts";
import type { Database } from "#server/db/client.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { books } from "#server/db/schema/books/books.ts";
import { bookTasks } from "#server/db/schema/system/tasks.ts";

const maxRecipients = 500;

export async function insertTask(
  db: Database,
  task: { readonly bookId: BookId; readonly name: BookTaskName; readonly storageKey: string | null },
): Promise<void> {
  await db.insert(bookTasks).values(task).onConflictDoNothing();
}

/** Adds a task, or starts a finished one again. */
export async function restartTask(db: Database, bookId: BookId, name: BookTaskName): Promise<void> {
  await db
    .insert(bookTasks)
    .values({ bookId, name })
    .onConflictDoUpdate({
      target: [bookTasks.bookId, bookTasks.name],
      set: { state: "waiting", reason: null, changedAt: sql`now()` },
    });
}

/** @returns the file that the task needs; null when the task does not exist or is done */
export async function startTask(
  db: Database,
  bookId: BookId,
  name: BookTaskName,
): Promise<{ readonly storageKey: string | null } | null> {
  const [started] = await db
    .update(bookTasks)
    .set({ state: "working", reason: null, changedAt: sql`now()` })
    .where(and(eq(bookTasks.bookId, bookId), eq(bookTasks.name, name), ne(bookTasks.state, "done")))
    .returning({ storageKey: bookTasks.storageKey });
  return started ?? null;
}

export async function finishTask(
  db: Database,
  bookId: BookId,
  name: BookTaskName,
  result: Pick<BookTask, "state" | "reason">,
): Promise<void> {
  await db
    .update(bookTasks)
    .set({ ...result, changedAt: sql`now()`, ...(result.state === "done" && { storageKey: null }) })
    .where(and(eq(bookTasks.bookId, bookId), eq(bookTasks.name, name)));
}

export async function listTaskRecipients(db: Database, bookId: BookId): Promise<readonly UserId[]> {
  const found = await db
    .selectDistinct({ id: users.id })
    .from(users)
    .leftJoin(books, eq(books.id, bookId))
    .where(or(users.isEmployee, users.isAdmin, eq(users.id, books.ownerId)))
    .orderBy(users.id)
    .limit(maxRecipients);
  return found.map(({ id }) => id);
}

/** Stored files that tasks still need. */
export async function listNeededFiles(db: Database): Promise<readonly string[]> {
  const found = await db
    .select({ key: bookTasks.storageKey })
    .from(bookTasks)
    .where(isNotNull(bookTasks.storageKey));
  return found.flatMap(({ key }) => (key === null ? [] : [key]));
}

/** Null when there is no such book. */
export async function findNames(
  db: Database,
  bookId: BookId,
): Promise<{ readonly title: string; readonly author: string } | null> {
  const [row] = await db
    .select({ title: books.title, author: books.author })
    .from(books)
    .where(eq(books.id, bookId));
  return row ?? null;
}

export async function setCover(db: Database, bookId: BookId, coverHash: string): Promise<void> {
  await db.update(books).set({ coverHash, updatedAt: sql`now()` }).where(eq(books.id, bookId));
}
