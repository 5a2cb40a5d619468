import { sql } from "drizzle-orm";
import type { BookId } from "#shared/books/book.ts";
import type { Database } from "#server/db/client.ts";
import { books } from "#server/db/schema/books/books.ts";
import { bookReach } from "#server/db/schema/reading/reading-activity.ts";
import { withLongTimeout } from "#server/db/with-long-timeout.ts";

/** Each transaction locks the rows of few books, so that nobody waits for them. */
const batchSize = 1_000;

/**
 * Sets the popularity of books to the number of people who measurably read or listened to them, except their owners.
 * Differences of 5 % or less are not written, because each write of a book renews its indexes.
 */
export async function updatePopularity(db: Database): Promise<void> {
  const changed = await withLongTimeout(db, listChangedPopularity);
  for (let at = 0; at < changed.length; at += batchSize) {
    const batch = JSON.stringify(changed.slice(at, at + batchSize));
    await db.execute(sql`
      update ${books} set popularity = counted.readers
      from jsonb_to_recordset(${batch}::jsonb) as counted(id uuid, readers int) where ${books.id} = counted.id`);
  }
}

/** By id, so that concurrent updates cannot deadlock. */
async function listChangedPopularity(db: Database): Promise<{ id: BookId; readers: number }[]> {
  const { rows } = await db.execute<{ id: BookId; readers: number }>(sql`
    select b.id, coalesce(counted.readers, 0) as readers
    from ${books} b left join (
      select r.book_id, count(*)::int as readers
      from ${bookReach} r join ${books} o on o.id = r.book_id
      where greatest(r.text_reach, r.audio_reach) > 0 and r.user_id is distinct from o.owner_id
      group by r.book_id
    ) counted on counted.book_id = b.id
    where abs(coalesce(counted.readers, 0) - b.popularity) > b.popularity / 20.0
    order by b.id`);
  return rows;
}
