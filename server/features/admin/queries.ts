import { sql } from "drizzle-orm";
import type { AdminDashboard, AttentionItem, SiteActivity } from "#shared/admin/contract.ts";
import { minConfidence } from "#shared/alignment/map.ts";
import type { Database } from "#server/db/client.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";

const maxItems = 50;

/** Books with problems, by title, and their total number. */
export async function listAttentionItems(db: Database): Promise<Pick<AdminDashboard, "items" | "itemCount">> {
  const { rows } = await db.execute<{
    kind: AttentionItem["kind"];
    bookId: AttentionItem["bookId"];
    title: string;
    total: number;
  }>(
    sql`
      with found as (
        select 'cover' as kind, book_id from book_tasks where state = 'failed'
        union all select 'narration', book_id from narrations where state = 'failed'
        union all select 'alignment', book_id from alignments where state = 'failed'
        union all select distinct 'low-confidence', book_id from sync_maps where confidence < ${minConfidence}
      )
      select found.kind, found.book_id as "bookId", books.title, count(*) over ()::int as total
      from found join books on books.id = found.book_id
      order by books.title, found.book_id, found.kind
      limit ${maxItems}`,
  );
  return {
    items: rows.map(({ kind, bookId, title }) => ({ kind, bookId, title })),
    itemCount: rows[0]?.total ?? 0,
  };
}

type DashboardStats = Omit<
  AdminDashboard,
  "items" | "itemCount" | "counts" | "failedJobs" | "wrongCounts" | "backup"
>;

export async function countSite(
  db: Database,
): Promise<Omit<AdminDashboard, "items" | "itemCount" | "failedJobs" | "wrongCounts" | "backup">> {
  const { rows } = await db.execute<AdminDashboard["counts"] & DashboardStats>(sql`
    select
      (select count(*)::int from author_applications where state = 'waiting') as applications,
      (select count(*)::int from books where state = 'in-review') as reviews,
      (select count(*)::int from corrections c join books b on b.id = c.book_id
        where c.state = 'open' and b.owner_id is null) as corrections,
      ((select count(distinct (subject_type, subject_id)) from reports where state = 'open')
        + (select count(*) from posts p join discussions d on d.id = p.discussion_id
            join communities c on c.id = d.community_id where p.state = 'held' and c.visibility = 'public' and not d.is_members_only))::int as reports,
      (select count(*)::int from contact_messages where answered_at is null) as messages,
      (select count(*)::int from emails where status = 'failed') as "failedEmails",
      (select coalesce(sum(count), 0)::int from exact_counts where name = 'books.published') as books,
      (select count(*)::int from users) as accounts,
      (select count(*)::int from users where is_author) as authors,
      (select count(*)::int from prayer_recordings) as recordings`);
  const { applications, reviews, corrections, reports, messages, failedEmails, ...counts } =
    expectOneRow(rows);
  return { applications, reviews, corrections, reports, messages, failedEmails, counts };
}

/** New accounts, readers and minutes by day in UTC, oldest first, up to a date. */
export async function listActiveDays(
  db: Database,
  until: Date,
  count: number,
): Promise<SiteActivity["days"]> {
  const last = until.toISOString().slice(0, 10);
  // `changed_at` has an index; no time zone is a day ahead.
  const { rows } = await db.execute<SiteActivity["days"][number]>(sql`
    with calendar as (
      select generate_series(${last}::date - ${count - 1}::int, ${last}::date, '1 day')::date as day
    ), joined as (
      select (created_at at time zone 'utc')::date as day, count(*)::int as accounts from users
      where created_at >= ${last}::date - ${count}::int group by 1
    ), read as (
      select day, count(distinct user_id)::int as readers, (sum(milliseconds) / 60000)::int as minutes
      from reading_days where day between ${last}::date - ${count - 1}::int and ${last}::date
        and changed_at >= ${last}::date - ${count}::int
      group by 1
    )
    select to_char(c.day, 'YYYY-MM-DD') as day, coalesce(j.accounts, 0) as accounts,
      coalesce(r.readers, 0) as readers, coalesce(r.minutes, 0) as minutes
    from calendar c left join joined j using (day) left join read r using (day)
    order by c.day`);
  return rows;
}
