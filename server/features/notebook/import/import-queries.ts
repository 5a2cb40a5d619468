import { and, asc, eq, inArray } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type { QuotedDocument } from "#shared/marks/locate-quote.ts";
import type { MarkId } from "#shared/marks/mark.ts";
import type { Database } from "#server/db/client.ts";
import { pick } from "#server/db/pick.ts";
import { ebooks, ebookTexts } from "#server/db/schema/books/formats.ts";
import { marks } from "#server/db/schema/reading/marks.ts";

/** Null without an EPUB. */
export async function findText(db: Database, bookId: BookId) {
  const [row] = await db
    .select(pick(ebooks, "sha256", "spine"))
    .from(ebooks)
    .where(eq(ebooks.bookId, bookId));
  return row ?? null;
}

export async function listDocuments(db: Database, bookId: BookId): Promise<QuotedDocument[]> {
  const rows = await db
    .select(pick(ebookTexts, "spineIndex", "text"))
    .from(ebookTexts)
    .where(eq(ebookTexts.bookId, bookId))
    .orderBy(asc(ebookTexts.spineIndex))
    .limit(20_000);
  return rows.map(({ spineIndex, text }) => ({
    spineIndex,
    sentences: text === "" ? [] : text.split("\n"),
  }));
}

/** Which of the marks the user has, also deleted ones. */
export async function listKnownIds(
  db: Database,
  userId: UserId,
  ids: readonly MarkId[],
): Promise<ReadonlySet<MarkId>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: marks.id })
    .from(marks)
    .where(and(eq(marks.userId, userId), inArray(marks.id, [...ids])))
    .limit(ids.length);
  return new Set(rows.map(({ id }) => id));
}
