import { and, asc, count, eq, gt, inArray, max, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type { Mark, MarkAnchor, MarkId, Placement } from "#shared/marks/mark.ts";
import type { Database } from "#server/db/client.ts";
import { pick } from "#server/db/pick.ts";
import { syncMaps } from "#server/db/schema/books/alignment.ts";
import { books } from "#server/db/schema/books/books.ts";
import { ebooks, ebookTexts } from "#server/db/schema/books/formats.ts";
import { marks, markTags } from "#server/db/schema/reading/marks.ts";

export type MarkRow = typeof marks.$inferInsert;

// Drizzle leaves out the table of columns in a selection of one table.
const tagsOfMark = sql<string[]>`array(select t.tag from ${markTags} as t
  where t.user_id = "marks"."user_id" and t.mark_id = "marks"."id" order by t.tag)`;

const columns = {
  ...pick(marks, "id", "bookId", "anchor", "placement", "style", "note", "noteChange", "isDeleted"),
  ...pick(marks, "createdAt", "changedAt", "styleChangedAt", "tagsChangedAt", "deletionChangedAt"),
  ...pick(marks, "version"),
  tags: tagsOfMark,
};

export type StoredMark = Mark & { readonly version: number };

type Selected = Omit<StoredMark, "fieldTimes"> & {
  readonly styleChangedAt: Date;
  readonly tagsChangedAt: Date;
  readonly deletionChangedAt: Date;
};

const toMark = ({ styleChangedAt, tagsChangedAt, deletionChangedAt, ...mark }: Selected): StoredMark => ({
  ...mark,
  fieldTimes: { style: styleChangedAt, tags: tagsChangedAt, isDeleted: deletionChangedAt },
});

/** Serializes the changes of a reader's marks. */
export async function lockMarks(tx: Database, userId: UserId): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('marks'), hashtext(${userId}))`);
}

export async function findMarks(db: Database, userId: UserId, ids: readonly MarkId[]): Promise<StoredMark[]> {
  const rows = await db
    .select(columns)
    .from(marks)
    .where(and(eq(marks.userId, userId), inArray(marks.id, [...ids])))
    .limit(ids.length);
  return rows.map(toMark);
}

/** The marks of a reader in a book that changed after a version, oldest change first. */
export async function listChangedMarks(
  db: Database,
  userId: UserId,
  bookId: BookId,
  { since, limit }: { readonly since: number; readonly limit: number },
): Promise<StoredMark[]> {
  const rows = await db
    .select(columns)
    .from(marks)
    .where(and(eq(marks.userId, userId), eq(marks.bookId, bookId), gt(marks.version, since)))
    .orderBy(asc(marks.version))
    .limit(limit);
  return rows.map(toMark);
}

export async function findNewestVersion(db: Database, userId: UserId): Promise<number> {
  const [row] = await db
    .select({ version: max(marks.version) })
    .from(marks)
    .where(eq(marks.userId, userId));
  return row?.version ?? 0;
}

/** The number of marks that are not deleted, and the newest version. */
export async function measureMarks(
  db: Database,
  userId: UserId,
): Promise<{ readonly marks: number; readonly version: number }> {
  const [row] = await db
    .select({
      marks: sql<number>`${count()} filter (where not ${marks.isDeleted})`.mapWith(Number),
      version: max(marks.version),
    })
    .from(marks)
    .where(eq(marks.userId, userId));
  return { marks: row?.marks ?? 0, version: row?.version ?? 0 };
}

export async function upsertMarks(tx: Database, rows: readonly MarkRow[]): Promise<void> {
  await tx
    .insert(marks)
    .values([...rows])
    .onConflictDoUpdate({
      target: [marks.userId, marks.id],
      set: {
        style: sql`excluded.style`,
        note: sql`excluded.note`,
        noteChange: sql`excluded.note_change`,
        isDeleted: sql`excluded.is_deleted`,
        changedAt: sql`excluded.changed_at`,
        styleChangedAt: sql`excluded.style_changed_at`,
        tagsChangedAt: sql`excluded.tags_changed_at`,
        deletionChangedAt: sql`excluded.deletion_changed_at`,
        searchText: sql`excluded.search_text`,
        version: sql`excluded.version`,
      },
    });
}

export async function replaceTags(
  tx: Database,
  userId: UserId,
  changed: readonly Pick<Mark, "id" | "tags">[],
): Promise<void> {
  const ids = changed.map(({ id }) => id);
  await tx.delete(markTags).where(and(eq(markTags.userId, userId), inArray(markTags.markId, ids)));
  const rows = changed.flatMap(({ id, tags }) => tags.map((tag) => ({ userId, markId: id, tag })));
  if (rows.length > 0) await tx.insert(markTags).values(rows);
}

/** Waits for a running revision of the books, so that no mark is placed in a text that is being replaced. */
export async function lockBooks(tx: Database, bookIds: readonly BookId[]): Promise<void> {
  await tx
    .select({ id: books.id })
    .from(books)
    .where(inArray(books.id, [...bookIds]))
    .orderBy(asc(books.id))
    .for("share");
}

/** The file of a text with its spine and sample; null without an EPUB. */
export async function findText(db: Database, bookId: BookId) {
  const [row] = await db
    .select(pick(ebooks, "sha256", "spine", "sample"))
    .from(ebooks)
    .where(eq(ebooks.bookId, bookId));
  return row ?? null;
}

/** @param spineIndexes all documents when absent */
export async function listSentences(db: Database, bookId: BookId, spineIndexes?: readonly number[]) {
  const rows = await db
    .select(pick(ebookTexts, "spineIndex", "text"))
    .from(ebookTexts)
    .where(
      and(
        eq(ebookTexts.bookId, bookId),
        spineIndexes ? inArray(ebookTexts.spineIndex, [...spineIndexes]) : undefined,
      ),
    )
    .orderBy(asc(ebookTexts.spineIndex))
    .limit(20_000);
  return rows.map(({ spineIndex, text }) => ({
    spineIndex,
    sentences: text === "" ? [] : text.split("\n"),
  }));
}

/** The sentences of an audio chapter with their times; empty when it is not aligned. */
export async function listSentenceTimes(db: Database, bookId: BookId, chapterNumber: number) {
  const [row] = await db
    .select({ sentences: syncMaps.sentences })
    .from(syncMaps)
    .where(and(eq(syncMaps.bookId, bookId), eq(syncMaps.chapterNumber, chapterNumber)));
  return row?.sentences ?? [];
}

/** Marks of all readers in the text of a book, in pages. */
export function listTextMarks(
  tx: Database,
  bookId: BookId,
  after: Pick<MarkRow, "userId" | "id"> | null,
  limit: number,
) {
  return tx
    .select(pick(marks, "userId", "id", "anchor", "placement"))
    .from(marks)
    .where(
      and(
        eq(marks.bookId, bookId),
        sql`${marks.anchor} ? 'start'`,
        after ? sql`(${marks.userId}, ${marks.id}) > (${after.userId}::uuid, ${after.id}::uuid)` : undefined,
      ),
    )
    .orderBy(asc(marks.userId), asc(marks.id))
    .limit(limit);
}

export interface PlacedMark extends Pick<MarkRow, "userId" | "id"> {
  readonly anchor: MarkAnchor;
  readonly placement: Placement;
}

export async function savePlacements(tx: Database, placed: readonly PlacedMark[]): Promise<void> {
  const rows = sql`jsonb_to_recordset(${JSON.stringify(placed)}::jsonb)
    as p("userId" uuid, id uuid, anchor jsonb, placement text)`;
  await tx.execute(sql`
    update ${marks} as m set anchor = p.anchor, placement = p.placement,
      fraction = (p.anchor ->> 'fraction')::float8
    from ${rows} where m.user_id = p."userId" and m.id = p.id`);
}
