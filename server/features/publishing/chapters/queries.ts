import { asc, eq, sql } from "drizzle-orm";
import type { BookId } from "#shared/books/book.ts";
import type { Database } from "#server/db/client.ts";
import { pick } from "#server/db/pick.ts";
import { alignmentAnchors, syncMaps } from "#server/db/schema/books/alignment.ts";
import { books } from "#server/db/schema/books/books.ts";
import { audioFiles, chapters } from "#server/db/schema/books/formats.ts";
import { overlayMarks } from "#server/db/schema/books/media-overlays.ts";
import { locatorColumns } from "#server/features/publishing/locator-queries.ts";

export type ChapterRow = typeof chapters.$inferSelect;
export type FileRow = Awaited<ReturnType<typeof listFiles>>[number];

export function listChapters(db: Database, bookId: BookId): Promise<ChapterRow[]> {
  return db
    .select()
    .from(chapters)
    .where(eq(chapters.bookId, bookId))
    .orderBy(asc(chapters.chapterNumber))
    .limit(5_000);
}

export function listFiles(db: Database, bookId: BookId) {
  return db
    .select(pick(audioFiles, "id", "fileName", "duration", "sampleEnd"))
    .from(audioFiles)
    .where(eq(audioFiles.bookId, bookId))
    .orderBy(asc(audioFiles.position))
    .limit(5_000);
}

export async function hasOverlay(db: Database, bookId: BookId): Promise<boolean> {
  return (await db.$count(overlayMarks, eq(overlayMarks.bookId, bookId))) > 0;
}

export async function replaceChapters(
  tx: Database,
  bookId: BookId,
  rows: readonly ChapterRow[],
): Promise<void> {
  await tx.delete(chapters).where(eq(chapters.bookId, bookId));
  for (let at = 0; at < rows.length; at += 500) await tx.insert(chapters).values(rows.slice(at, at + 500));
}

/** Sets the order of the files to that of the given ids. */
export async function orderFiles(tx: Database, bookId: BookId, ids: readonly string[]): Promise<void> {
  // Positions are unique, so they leave their range first.
  await tx
    .update(audioFiles)
    .set({ position: sql`${audioFiles.position} + 1000000` })
    .where(eq(audioFiles.bookId, bookId));
  await tx.execute(sql`
    update ${audioFiles} f set position = o.position
    from unnest(${sql.param(`{${ids.join(",")}}`)}::uuid[]) with ordinality o(id, position)
    where f.id = o.id`);
  await tx
    .update(books)
    .set({ firstAudioId: ids[0] ?? null })
    .where(eq(books.id, bookId));
}

export async function bumpVersion(tx: Database, bookId: BookId, now: Date): Promise<void> {
  await tx
    .update(books)
    .set({ version: sql`${books.version} + 1`, updatedAt: now })
    .where(eq(books.id, bookId));
}

export function listMaps(db: Database, bookId: BookId) {
  return db.select().from(syncMaps).where(eq(syncMaps.bookId, bookId)).limit(5_000);
}

export async function deleteMaps(tx: Database, bookId: BookId): Promise<void> {
  await tx.delete(syncMaps).where(eq(syncMaps.bookId, bookId));
}

/** A chapter and its start in the whole audiobook. */
export interface ChapterSpan {
  readonly chapterNumber: number;
  readonly audioFileId: string;
  readonly start: number;
  readonly end: number;
  /** Seconds of the chapters before it. */
  readonly before: number;
}

/** Moves positions and anchors to the chapter that holds the same second of the same file. */
export async function moveToChapters(
  tx: Database,
  bookId: BookId,
  from: readonly ChapterSpan[],
  to: readonly ChapterSpan[],
  totalSeconds: number,
): Promise<void> {
  const columns = sql.raw(
    `("chapterNumber" int, "audioFileId" uuid, start float8, "end" float8, before float8)`,
  );
  const toRecordset = (list: readonly ChapterSpan[]) =>
    sql`jsonb_to_recordset(${JSON.stringify(list)}::jsonb)`;
  await tx.execute(sql`
    create temporary table moved_chapters on commit drop as
    select o."chapterNumber" as old_number, o.start as old_start, n."chapterNumber" as number, n.start, n.before,
      greatest(o.start, n.start) as low,
      -- The last part of a chapter also holds positions beyond its end.
      case when n."end" >= o."end" then 'infinity'::float8 else n."end" end as high
    from ${toRecordset(from)} as o${columns}
    join ${toRecordset(to)} as n${columns} on n."audioFileId" = o."audioFileId" and n.start < o."end" and n."end" > o.start`);
  for (const { table, book, locator } of locatorColumns) {
    const at = sql`(m.old_start + coalesce((p.${locator} ->> 'offset')::float8, 0))`;
    await tx.execute(sql`
      update ${table} p set ${locator} = p.${locator} || jsonb_build_object('chapter', m.number, 'offset', ${at} - m.start,
        'fraction', least(1, (m.before + ${at} - m.start) / ${totalSeconds}::float8))
      from moved_chapters m
      where p.${book} = ${bookId} and (p.${locator} ->> 'chapter')::int = m.old_number and ${at} >= m.low and ${at} < m.high`);
  }
  await tx.execute(sql`
    update ${alignmentAnchors} a set chapter_number = m.number, at = m.old_start + a.at - m.start
    from moved_chapters m
    where a.book_id = ${bookId} and a.chapter_number = m.old_number
      and m.old_start + a.at >= m.low and m.old_start + a.at < m.high`);
  await tx.execute(sql`drop table moved_chapters`);
}
