import { sql } from "drizzle-orm";
import type { SiteFigures } from "#shared/site/contract.ts";
import type { Database } from "#server/db/client.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { withLongTimeout } from "#server/db/with-long-timeout.ts";

/**
 * What the claims of the landing page can say truthfully. Reads whole tables: seconds with a million books.
 *
 * @param since the first day of activity that counts
 */
export async function countSiteFigures(db: Database, since: string): Promise<SiteFigures> {
  return withLongTimeout(db, async (tx) => {
    const { rows } = await tx.execute<SiteFigures>(sql`
      select b.texts, b."audioHours",
        (select count(*)::int from users) as accounts,
        (select count(*)::int from users u where exists (
          select from reading_days d where d.user_id = u.id and d.day >= ${since}::date)) as "activeReaders",
        (select count(*)::int from reviews where text <> '' and not is_hidden) as reviews,
        (select count(*)::int from communities where deleted_at is null) as communities,
        (select count(*)::int from contributors c where exists (
          select from book_contributors bc join books b on b.id = bc.book_id
          where bc.contributor_id = c.id and bc.role = 'author' and b.state = 'published')) as authors
      from (
        select count(*) filter (where has_ebook)::int as texts,
          coalesce(floor(sum(duration) filter (where has_audiobook) / 3600), 0)::int as "audioHours"
        from books where state = 'published'
      ) b`);
    return expectOneRow(rows);
  });
}
