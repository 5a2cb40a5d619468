import { type SQL, sql } from "drizzle-orm";

/** A stored count, and a query of its rows: `id`, `stored` and `actual`. */
export interface KeptCount {
  /** Its table and column. */
  readonly name: string;
  readonly rows: SQL;
}

/** A count in a column of the counted subject. */
const ofColumn = (table: string, column: string, actual: SQL): KeptCount => ({
  name: `${table}.${column}`,
  rows: sql`select t.id::text as id, t.${sql.identifier(column)}::float8 as stored, (${actual})::float8 as actual
    from ${sql.identifier(table)} t`,
});

/** All counts and totals that are stored beside what they count. */
export const keptCounts: readonly KeptCount[] = [
  ofColumn(
    "communities",
    "member_count",
    sql`select count(*) from community_members m where m.community_id = t.id and m.state = 'active'`,
  ),
  ofColumn(
    "communities",
    "discussion_count",
    sql`select count(*) from discussions d where d.community_id = t.id and d.state = 'shown'`,
  ),
  ofColumn(
    "communities",
    "open_discussion_count",
    sql`select count(*) from discussions d
      where d.community_id = t.id and d.state = 'shown' and not d.is_members_only`,
  ),
  ofColumn(
    "discussions",
    "reply_count",
    sql`select count(*) from posts p where p.discussion_id = t.id and p.number > 0 and p.state = 'shown'`,
  ),
  ofColumn("posts", "like_count", sql`select count(*) from post_likes l where l.post_id = t.id`),
  ofColumn("reviews", "helpful_count", sql`select count(*) from review_votes v where v.review_id = t.id`),
  ofColumn(
    "books",
    "rating_count",
    sql`select count(*) from reviews r where r.book_id = t.id and not r.is_hidden and t.kind <> 'scripture'`,
  ),
  ofColumn(
    "books",
    "average_rating",
    sql`select avg(r.half_stars) / 2.0 from reviews r
      where r.book_id = t.id and not r.is_hidden and t.kind <> 'scripture'`,
  ),
  {
    name: "exact_counts.count",
    rows: sql`select 'books.published' as id,
      (select coalesce(sum(count), 0) from exact_counts where name = 'books.published')::float8 as stored,
      (select count(*) from books where state = 'published')::float8 as actual`,
  },
  {
    name: "finished_book_totals.count",
    rows: sql`select coalesce(t.user_id, a.user_id) || ' ' || coalesce(t.period, a.period) as id,
        coalesce(t.count, 0)::float8 as stored, coalesce(a.count, 0)::float8 as actual
      from finished_book_totals t full join (
        select e.user_id, p.period, count(*) from library_entries e
        cross join lateral unnest(finished_periods(e.counted_at)) p(period)
        where e.counted_at is not null group by 1, 2
      ) a on a.user_id = t.user_id and a.period = t.period`,
  },
  {
    name: "user_period_totals.amount",
    rows: sql`select coalesce(t.user_id, a.user_id) || ' ' || coalesce(t.kind, a.kind) || ' ' || coalesce(t.period, a.period) as id,
        coalesce(t.amount, 0)::float8 as stored, coalesce(a.amount, 0)::float8 as actual
      from (select * from user_period_totals where kind in ('minutes', 'pages')) t full join (
        select d.user_id, k.kind, p.period, sum(k.amount) as amount
        from reading_days d cross join lateral unnest(activity_periods(d.day)) p(period)
        cross join lateral (values ('minutes', d.public_ms::bigint), ('pages', (d.public_pages * 1000)::bigint)) k(kind, amount)
        group by 1, 2, 3
      ) a on a.user_id = t.user_id and a.kind = t.kind and a.period = t.period`,
  },
];
