import { and, asc, count, desc, eq, gt, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type { WordId } from "#shared/dictionary/vocabulary.ts";
import type { Database } from "#server/db/client.ts";
import { escapeLike } from "#server/db/escape-like.ts";
import { pick } from "#server/db/pick.ts";
import { books } from "#server/db/schema/books/books.ts";
import { vocabulary } from "#server/db/schema/reading/vocabulary.ts";
import type { TimeAndId } from "#server/http/api/cursor.ts";

const columns = {
  ...pick(vocabulary, "id", "word", "headword", "language", "definition", "sentence", "note"),
  ...pick(vocabulary, "bookId", "place", "savedAt", "step", "dueAt"),
  title: books.title,
  savedText: sql<string>`${vocabulary.savedAt}::text`,
};

const select = (db: Database) =>
  db.select(columns).from(vocabulary).leftJoin(books, eq(books.id, vocabulary.bookId));

export type WordRow = Awaited<ReturnType<typeof listWordRows>>[number];

export interface WordFilter {
  /** Folded; null for all. */
  readonly search: string | null;
  /** Folded; null for all. */
  readonly word: string | null;
  readonly bookId: BookId | undefined;
  readonly after: TimeAndId | undefined;
}

/** A reader's words, latest first. */
export function listWordRows(
  db: Database,
  userId: UserId,
  { search, word, bookId, after }: WordFilter,
  limit: number,
) {
  const isAfterCursor: SQL | undefined = after
    ? sql`(${vocabulary.savedAt}, ${vocabulary.id}) < (${after[0]}::timestamptz, ${after[1]}::uuid)`
    : undefined;
  return select(db)
    .where(
      and(
        eq(vocabulary.userId, userId),
        search ? sql`${vocabulary.folded} like ${`%${escapeLike(search)}%`}` : undefined,
        word === null ? undefined : sql`split_part(${vocabulary.folded}, E'\\n', 1) = ${word}`,
        bookId ? eq(vocabulary.bookId, bookId) : undefined,
        isAfterCursor,
      ),
    )
    .orderBy(desc(vocabulary.savedAt), desc(vocabulary.id))
    .limit(limit);
}

/** The words that are due, longest due first. */
export function listDueRows(db: Database, userId: UserId, now: Date, limit: number) {
  return select(db)
    .where(and(eq(vocabulary.userId, userId), lte(vocabulary.dueAt, now)))
    .orderBy(asc(vocabulary.dueAt), asc(vocabulary.id))
    .limit(limit);
}

export function countReviewedSince(db: Database, userId: UserId, since: Date): Promise<number> {
  return db.$count(vocabulary, and(eq(vocabulary.userId, userId), gt(vocabulary.reviewedAt, since)));
}

export function countWords(db: Database, userId: UserId): Promise<number> {
  return db.$count(vocabulary, eq(vocabulary.userId, userId));
}

/** The books of a reader's words, those with most words first. */
export function countByBook(db: Database, userId: UserId) {
  return db
    .select({ id: books.id, title: books.title, count: count() })
    .from(vocabulary)
    .innerJoin(books, eq(books.id, vocabulary.bookId))
    .where(and(eq(vocabulary.userId, userId), isNotNull(vocabulary.bookId)))
    .groupBy(books.id, books.title)
    .orderBy(desc(count()), asc(books.title))
    .limit(200);
}

/** Serializes the saving of a reader's words, so that the limit holds. */
export async function lockVocabulary(tx: Database, userId: UserId): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('vocabulary'), hashtext(${userId}))`);
}

export async function findWord(db: Database, userId: UserId, id: WordId) {
  const [row] = await db
    .select(pick(vocabulary, "word", "headword", "sentence", "step"))
    .from(vocabulary)
    .where(isWord(userId, id));
  return row ?? null;
}

/** Whether a reader saved a word of the same sentence of a book before. */
export async function hasWord(
  db: Database,
  {
    userId,
    word,
    sentence,
    bookId,
  }: Pick<typeof vocabulary.$inferInsert, "userId" | "word" | "sentence" | "bookId">,
): Promise<boolean> {
  const isSameBook = bookId ? eq(vocabulary.bookId, bookId) : isNull(vocabulary.bookId);
  const isSame = and(eq(vocabulary.word, word), eq(vocabulary.sentence, sentence ?? ""), isSameBook);
  return (await db.$count(vocabulary, and(eq(vocabulary.userId, userId), isSame))) > 0;
}

export async function insertWord(db: Database, row: typeof vocabulary.$inferInsert): Promise<void> {
  await db.insert(vocabulary).values(row);
}

/** @returns false when the reader has no such word */
export async function updateWord(
  db: Database,
  userId: UserId,
  id: WordId,
  change: Partial<typeof vocabulary.$inferInsert>,
): Promise<boolean> {
  const { rowCount } = await db.update(vocabulary).set(change).where(isWord(userId, id));
  return rowCount === 1;
}

/** @returns false when the reader has no such word */
export async function deleteWordRow(db: Database, userId: UserId, id: WordId): Promise<boolean> {
  const { rowCount } = await db.delete(vocabulary).where(isWord(userId, id));
  return rowCount === 1;
}

const isWord = (userId: UserId, id: WordId) => and(eq(vocabulary.userId, userId), eq(vocabulary.id, id));
