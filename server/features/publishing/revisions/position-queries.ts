import { and, eq, sql } from "drizzle-orm";
import type { BookId } from "#shared/books/book.ts";
import type { SentenceId } from "#shared/positions/position.ts";
import type { Database } from "#server/db/client.ts";
import { pick } from "#server/db/pick.ts";
import { currentPositions, positionEvents } from "#server/db/schema/reading/positions.ts";
import { locatorColumns } from "#server/features/publishing/locator-queries.ts";

/** A sentence of the replaced text, and its fraction in the new one. */
export interface MovedSentence {
  readonly from: SentenceId;
  readonly to: SentenceId;
  readonly fraction: number;
}

/** Moves all positions and anchors of discussions in a text. CFIs are dropped: they describe the replaced documents. */
export async function moveTextPositions(
  tx: Database,
  bookId: BookId,
  moved: readonly MovedSentence[],
): Promise<void> {
  const mapping = sql`jsonb_to_recordset(${JSON.stringify(moved)}::jsonb)
    as m("from" text, "to" text, fraction float8)`;
  for (const { table, book, locator } of locatorColumns) {
    await tx.execute(sql`
      update ${table} as p set ${locator} = (p.${locator} - 'cfi') || jsonb_build_object('sentence', m."to")
        || case when p.${locator} ? 'chapter' then '{}'::jsonb else jsonb_build_object('fraction', m.fraction) end
      from ${mapping} where p.${book} = ${bookId} and p.${locator} ->> 'sentence' = m."from"`);
    await tx.execute(sql`
      update ${table} set ${locator} = ${locator} - 'cfi' where ${book} = ${bookId} and ${locator} ? 'cfi'`);
  }
}

export interface MovedChapter {
  readonly chapterNumber: number;
  /** Seconds. */
  readonly duration: number;
  /** Seconds before it. */
  readonly before: number;
}

/**
 * Moves all positions and anchors of discussions in audio. With the same number of chapters they stay in their chapter, in proportion;
 * else they keep their fraction of the whole.
 */
export async function moveAudioPositions(
  tx: Database,
  bookId: BookId,
  before: readonly MovedChapter[],
  after: readonly MovedChapter[],
): Promise<void> {
  const totalSeconds = after.reduce((sum, { duration }) => sum + duration, 0);
  if (totalSeconds === 0) return;
  const toRecordset = (list: readonly MovedChapter[]) =>
    sql`jsonb_to_recordset(${JSON.stringify(list)}::jsonb)`;
  const columns = sql.raw(`("chapterNumber" int, duration float8, before float8)`);
  for (const { table, book, locator } of locatorColumns) {
    await tx.execute(
      before.length === after.length
        ? sql`
          update ${table} as p set ${locator} = p.${locator} || jsonb_build_object('offset', found.at,
            'fraction', least(1, (found.before + found.at) / ${totalSeconds}::float8))
          from (select o."chapterNumber" as number, n.before, n.duration, o.duration as old_duration
            from ${toRecordset(before)} as o${columns} join ${toRecordset(after)} as n${columns}
              on n."chapterNumber" = o."chapterNumber") chapter,
            lateral (select chapter.before, least(chapter.duration,
              coalesce((p.${locator} ->> 'offset')::float8, 0) * chapter.duration / greatest(chapter.old_duration, 0.001)) as at)
              found
          where p.${book} = ${bookId} and (p.${locator} ->> 'chapter')::int = chapter.number`
        : sql`
          update ${table} as p set ${locator} = p.${locator} || (
            select jsonb_build_object('chapter', n."chapterNumber", 'offset',
              greatest(0, least(n.duration, (p.${locator} ->> 'fraction')::float8 * ${totalSeconds}::float8 - n.before)))
            from ${toRecordset(after)} as n${columns}
            order by n.before <= (p.${locator} ->> 'fraction')::float8 * ${totalSeconds}::float8 desc, n.before desc
            limit 1)
          where p.${book} = ${bookId} and p.${locator} ? 'chapter'`,
    );
  }
}

/** The current positions in audio of all readers. */
export function listAudioPositions(db: Database, bookId: BookId) {
  return db
    .select(pick(currentPositions, "userId", "eventId", "locator"))
    .from(currentPositions)
    .where(and(eq(currentPositions.bookId, bookId), sql`${currentPositions.locator} ? 'chapter'`))
    .limit(1_000_000);
}

export interface AudioPosition {
  readonly userId: string;
  readonly eventId: string;
  readonly sentence: SentenceId;
  readonly fraction: number;
}

/** Turns positions in replaced audio into the sentence that was spoken there. */
export async function moveToSentences(
  tx: Database,
  bookId: BookId,
  moved: readonly AudioPosition[],
): Promise<void> {
  const rows = sql`jsonb_to_recordset(${JSON.stringify(moved)}::jsonb)
    as m("userId" uuid, "eventId" uuid, sentence text, fraction float8)`;
  const locator = sql`jsonb_build_object('sentence', m.sentence, 'fraction', m.fraction)`;
  await tx.execute(sql`
    update ${currentPositions} as p set locator = ${locator} from ${rows}
    where p.book_id = ${bookId} and p.user_id = m."userId" and p.event_id = m."eventId"`);
  await tx.execute(sql`
    update ${positionEvents} as p set locator = ${locator} from ${rows}
    where p.user_id = m."userId" and p.id = m."eventId"`);
}
