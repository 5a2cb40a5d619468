import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { type MarkId, maxMarks } from "#shared/marks/mark.ts";
import type { Database } from "#server/db/client.ts";
import { pick } from "#server/db/pick.ts";
import { books } from "#server/db/schema/books/books.ts";
import { chapters, ebooks, ebookTexts } from "#server/db/schema/books/formats.ts";
import { marks } from "#server/db/schema/reading/marks.ts";

/** Books in which the user has marks, by title. */
export function listBooks(db: Database, userId: UserId, bookId: BookId | undefined) {
  const marked = db
    .select({ id: marks.bookId })
    .from(marks)
    .where(and(eq(marks.userId, userId), eq(marks.isDeleted, false)));
  return db
    .select(pick(books, "id", "title", "author", "isbns", "language"))
    .from(books)
    .where(and(inArray(books.id, marked), bookId && eq(books.id, bookId)))
    .orderBy(asc(books.normalizedTitle), asc(books.id))
    .limit(maxMarks);
}

/** Null when there is no such book. */
export async function findBook(db: Database, id: BookId) {
  const [row] = await db
    .select(pick(books, "id", "title", "author", "isbns"))
    .from(books)
    .where(eq(books.id, id));
  return row ?? null;
}

export type MarkedBook = Awaited<ReturnType<typeof listBooks>>[number];

/** The ids of the user's marks in a book, by place. */
export function listPlaces(db: Database, userId: UserId, bookId: BookId): PromiseLike<{ id: MarkId }[]> {
  return db
    .select({ id: marks.id })
    .from(marks)
    .where(and(eq(marks.userId, userId), eq(marks.bookId, bookId), eq(marks.isDeleted, false)))
    .orderBy(
      asc(marks.fraction),
      sql`coalesce((${marks.anchor} -> 'start' ->> 'offset')::int, 0)`,
      asc(marks.id),
    )
    .limit(maxMarks);
}

/** Null without an EPUB. */
export async function findContents(db: Database, bookId: BookId) {
  const [row] = await db
    .select(pick(ebooks, "spine", "toc", "identifier"))
    .from(ebooks)
    .where(eq(ebooks.bookId, bookId));
  return row ?? null;
}

export type Contents = NonNullable<Awaited<ReturnType<typeof findContents>>>;

export function listChapterTitles(db: Database, bookId: BookId) {
  return db
    .select(pick(chapters, "chapterNumber", "title"))
    .from(chapters)
    .where(eq(chapters.bookId, bookId))
    .limit(10_000);
}

/** The sentences of a spine document; empty without text. */
export async function listSentences(db: Database, bookId: BookId, spineIndex: number): Promise<string[]> {
  const [row] = await db
    .select({ text: ebookTexts.text })
    .from(ebookTexts)
    .where(and(eq(ebookTexts.bookId, bookId), eq(ebookTexts.spineIndex, spineIndex)));
  return row?.text ? row.text.split("\n") : [];
}
