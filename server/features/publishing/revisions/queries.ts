import { and, asc, desc, eq, inArray, isNotNull, lt, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type { Database } from "#server/db/client.ts";
import { pick } from "#server/db/pick.ts";
import { alignmentAnchors, syncMaps } from "#server/db/schema/books/alignment.ts";
import { bookRevisions, books } from "#server/db/schema/books/books.ts";
import { audioFiles, chapters, ebooks, ebookTexts, quranPassages } from "#server/db/schema/books/formats.ts";
import { overlayMarks, overlays } from "#server/db/schema/books/media-overlays.ts";
import { bookCoauthors } from "#server/db/schema/publishing/coauthors.ts";
import type { DocumentText } from "./match-sentences.ts";

export type RevisionRow = typeof bookRevisions.$inferSelect;

/** Adds the revision of a book, with the next number. */
export async function insertRevision(
  tx: Database,
  revision: Pick<RevisionRow, "bookId" | "targetId" | "hasText" | "hasAudio" | "createdAt">,
): Promise<void> {
  const { targetId } = revision;
  await tx.select({ id: books.id }).from(books).where(eq(books.id, targetId)).for("update");
  const [last] = await tx
    .select({ number: bookRevisions.number })
    .from(bookRevisions)
    .where(eq(bookRevisions.targetId, targetId))
    .orderBy(desc(bookRevisions.number))
    .limit(1);
  await tx
    .insert(bookRevisions)
    .values({ ...revision, number: (last?.number ?? 0) + 1 })
    .onConflictDoNothing();
}

/** Null when the row is a book itself. */
export async function findRevision(db: Database, bookId: BookId): Promise<RevisionRow | null> {
  const [row] = await db.select().from(bookRevisions).where(eq(bookRevisions.bookId, bookId));
  return row ?? null;
}

/** Newest first, at most 50. */
export function listRevisionRows(db: Database, targetId: BookId) {
  return db
    .select({
      ...pick(bookRevisions, "bookId", "number", "notes", "createdAt", "appliedAt"),
      state: books.state,
      hasEbook: bookRevisions.hasText,
      hasAudiobook: bookRevisions.hasAudio,
    })
    .from(bookRevisions)
    .innerJoin(books, eq(books.id, bookRevisions.bookId))
    .where(eq(bookRevisions.targetId, targetId))
    .orderBy(desc(bookRevisions.number))
    .limit(50);
}

/** The co-authors of a book who accepted the invitation. */
export async function listCoauthorIds(db: Database, bookId: BookId): Promise<UserId[]> {
  const found = await db
    .select({ userId: bookCoauthors.userId })
    .from(bookCoauthors)
    .where(and(eq(bookCoauthors.bookId, bookId), isNotNull(bookCoauthors.acceptedAt)));
  return found.map(({ userId }) => userId);
}

/** The revision that was published last; null for none. */
export async function findLastApplied(db: Database, targetId: BookId): Promise<BookId | null> {
  const [row] = await db
    .select({ bookId: bookRevisions.bookId })
    .from(bookRevisions)
    .where(and(eq(bookRevisions.targetId, targetId), isNotNull(bookRevisions.appliedAt)))
    .orderBy(desc(bookRevisions.appliedAt))
    .limit(1);
  return row?.bookId ?? null;
}

/** The newest revision of a book that can still be edited; null for none. */
export async function findDraftRevision(db: Database, targetId: BookId): Promise<BookId | null> {
  const [row] = await db
    .select({ bookId: bookRevisions.bookId })
    .from(bookRevisions)
    .innerJoin(books, eq(books.id, bookRevisions.bookId))
    .where(and(eq(bookRevisions.targetId, targetId), inArray(books.state, ["draft", "rejected"])))
    .orderBy(desc(bookRevisions.number))
    .limit(1);
  return row?.bookId ?? null;
}

export async function insertRevisionNotes(
  tx: Database,
  bookId: BookId,
  lines: readonly string[],
): Promise<void> {
  const added = lines.join("\n");
  await tx
    .update(bookRevisions)
    .set({ notes: sql`concat_ws(e'\n', nullif(${bookRevisions.notes}, ''), ${added}::text)` })
    .where(eq(bookRevisions.bookId, bookId));
}

export async function updateRevision(
  tx: Database,
  bookId: BookId,
  change: Partial<Pick<RevisionRow, "notes" | "appliedAt" | "fromVersion" | "toVersion" | "sentences">>,
): Promise<void> {
  await tx.update(bookRevisions).set(change).where(eq(bookRevisions.bookId, bookId));
}

/** Deletes the files that were replaced before a date. Returns the number of revisions. */
export async function deleteReplaced(db: Database, before: Date): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from ${books} using ${bookRevisions}
    where ${bookRevisions.bookId} = ${books.id} and ${lt(bookRevisions.appliedAt, before)}`);
  return rowCount ?? 0;
}

export async function listDocuments(db: Database, bookId: BookId): Promise<DocumentText[]> {
  const rows = await db
    .select({ spineIndex: ebookTexts.spineIndex, normalizedText: ebookTexts.normalizedText })
    .from(ebookTexts)
    .where(eq(ebookTexts.bookId, bookId))
    .orderBy(asc(ebookTexts.spineIndex))
    .limit(20_000);
  return rows.map(({ spineIndex, normalizedText }) => ({
    spineIndex,
    sentences: normalizedText === "" ? [] : normalizedText.split("\n"),
  }));
}

export async function findEbook(db: Database, bookId: BookId) {
  const [row] = await db
    .select({ sha256: ebooks.sha256, spine: ebooks.spine })
    .from(ebooks)
    .where(eq(ebooks.bookId, bookId));
  return row ?? null;
}

const tables = {
  text: [ebooks, ebookTexts, quranPassages],
  audio: [audioFiles, chapters],
  both: [syncMaps, alignmentAnchors, overlays, overlayMarks],
} as const;

/** Exchanges the rows of a format between two books. */
export async function swapRows(
  tx: Database,
  format: keyof typeof tables,
  bookId: BookId,
  other: BookId,
): Promise<void> {
  const [between] = await tx.insert(books).values({ title: "" }).returning({ id: books.id });
  if (!between) return;
  for (const table of tables[format]) {
    for (const [from, to] of [
      [bookId, between.id],
      [other, bookId],
      [between.id, other],
    ] as const) {
      await tx.update(table).set({ bookId: to }).where(eq(table.bookId, from));
    }
  }
  await tx.delete(books).where(eq(books.id, between.id));
}

export async function updateBook(
  tx: Database,
  bookId: BookId,
  change: Partial<typeof books.$inferInsert>,
): Promise<void> {
  await tx
    .update(books)
    .set({ ...change, version: sql`${books.version} + 1` })
    .where(eq(books.id, bookId));
}

export function listChapterTimes(db: Database, bookId: BookId) {
  return db
    .select({
      chapterNumber: chapters.chapterNumber,
      duration: sql<number>`greatest(${chapters.end} - ${chapters.start}, 0)`,
    })
    .from(chapters)
    .where(eq(chapters.bookId, bookId))
    .orderBy(asc(chapters.chapterNumber))
    .limit(5_000);
}

export function listSyncMaps(db: Database, bookId: BookId) {
  return db
    .select()
    .from(syncMaps)
    .where(eq(syncMaps.bookId, bookId))
    .orderBy(asc(syncMaps.chapterNumber))
    .limit(5_000);
}

export function listAnchorRows(db: Database, bookId: BookId) {
  return db.select().from(alignmentAnchors).where(eq(alignmentAnchors.bookId, bookId)).limit(50_000);
}

export async function insertAnchors(
  tx: Database,
  anchors: readonly (typeof alignmentAnchors.$inferInsert)[],
): Promise<void> {
  for (let at = 0; at < anchors.length; at += 1_000) {
    await tx
      .insert(alignmentAnchors)
      .values(anchors.slice(at, at + 1_000))
      .onConflictDoNothing();
  }
}
