import { sql } from "drizzle-orm";
import type { SiteFigures } from "#shared/site/contract.ts";
import type { Database } from "#server/db/client.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";

/**
 * What the claims of the landing page can say truthfully.
 *
 * @param since the first day of activity that counts
 */
export async function countSiteFigures(db: Database, since: string): Promise<SiteFigures> {
  const { rows } = await db.execute<SiteFigures>(sql`
    select
      (select count(*)::int from books where state = 'published' and has_ebook) as texts,
      (select coalesce(floor(sum(duration) / 3600), 0)::int from books
        where state = 'published' and has_audiobook) as "audioHours",
      (select count(*)::int from users) as accounts,
      (select count(distinct user_id)::int from reading_days where day >= ${since}::date) as "activeReaders",
      (select count(*)::int from reviews where text <> '' and not is_hidden) as reviews,
      (select count(*)::int from communities where deleted_at is null) as communities,
      (select count(distinct bc.contributor_id)::int from book_contributors bc
        join books b on b.id = bc.book_id where bc.role = 'author' and b.state = 'published') as authors`);
  return expectOneRow(rows);
}
