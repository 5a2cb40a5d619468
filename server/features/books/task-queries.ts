import { asc, eq } from "drizzle-orm";
import type { BookId } from "#shared/books/book.ts";
import type { BookTask } from "#shared/books/tasks.ts";
import type { Database } from "#server/db/client.ts";
import { bookTasks } from "#server/db/schema/system/tasks.ts";

export function listTasks(db: Database, bookId: BookId): Promise<BookTask[]> {
  return db
    .select({ name: bookTasks.name, state: bookTasks.state, reason: bookTasks.reason })
    .from(bookTasks)
    .where(eq(bookTasks.bookId, bookId))
    .orderBy(asc(bookTasks.name))
    .limit(20);
}
