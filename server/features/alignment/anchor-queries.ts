import { and, eq, sql } from "drizzle-orm";
import type { BookId } from "#shared/books/book.ts";
import type { SentenceId } from "#shared/positions/position.ts";
import type { Database } from "#server/db/client.ts";
import { alignmentAnchors } from "#server/db/schema/books/alignment.ts";

export async function lockAnchors(db: Database, bookId: BookId): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('anchors'), hashtext(${bookId}))`);
}

export async function upsertAnchor(
  db: Database,
  anchor: typeof alignmentAnchors.$inferInsert,
): Promise<void> {
  await db
    .insert(alignmentAnchors)
    .values(anchor)
    .onConflictDoUpdate({ target: [alignmentAnchors.bookId, alignmentAnchors.sentence], set: anchor });
}

/** @returns the chapter it was in; null for none */
export async function deleteAnchorRow(
  db: Database,
  bookId: BookId,
  sentence: SentenceId,
): Promise<number | null> {
  const [deleted] = await db
    .delete(alignmentAnchors)
    .where(and(eq(alignmentAnchors.bookId, bookId), eq(alignmentAnchors.sentence, sentence)))
    .returning({ chapterNumber: alignmentAnchors.chapterNumber });
  return deleted?.chapterNumber ?? null;
}
