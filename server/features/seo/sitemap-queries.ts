import { sql } from "drizzle-orm";
import type { sitemapKinds } from "#shared/seo/contract.ts";
import type { Database } from "#server/db/client.ts";
import { withLongTimeout } from "#server/db/with-long-timeout.ts";

export type SitemapKind = (typeof sitemapKinds)[number];

/** A sitemap entry. */
export interface ListedPage {
  readonly id: string;
  readonly path: string;
  /** As `YYYY-MM-DD`. */
  readonly changed: string;
}

const visible = sql.raw("state in ('published', 'scheduled')");

const sources = {
  books: sql`(select id, updated_at, '/book/' || id as path from books where ${visible})`,
  authors: sql`(select bc.contributor_id as id, max(b.updated_at) as updated_at, '/author/' || bc.contributor_id as path
    from book_contributors bc join books b on b.id = bc.book_id where b.${visible} group by 1)`,
  communities: sql`(select id, created_at as updated_at, '/community/' || id as path
    from communities where visibility = 'public' and deleted_at is null)`,
  // Only those that open to everyone.
  discussions: sql`(select d.id, d.active_at as updated_at, '/community/' || c.id || '/discussions/' || d.id as path
    from discussions d join communities c on c.id = d.community_id
    where c.visibility = 'public' and c.deleted_at is null and d.state = 'shown' and d.anchor_book_id is null
      and not d.is_members_only)`,
  shelves: sql`(select s.id, s.updated_at, '/shelves/' || s.id as path from shelves s join users o on o.id = s.user_id
    where s.visibility = 'public' and s.removed_at is null and o.deletion_requested_at is null
      and (o.suspended_until is null or o.suspended_until <= now())
      and exists (select 1 from shelf_books b where b.shelf_id = s.id))`,
};

/** The first id of each part, in order. */
export async function listPartStarts(db: Database, kind: SitemapKind, partSize: number): Promise<string[]> {
  const { rows } = await withLongTimeout(db, (tx) =>
    tx.execute<{ id: string }>(sql`
      select id from (select id, row_number() over (order by id) - 1 as place from ${sources[kind]} listed) numbered
      where place % ${sql.raw(String(partSize))} = 0 order by id`),
  );
  return rows.map(({ id }) => id);
}

/** A part, starting at an id. */
export async function listPartPages(
  db: Database,
  kind: SitemapKind,
  start: string,
  partSize: number,
): Promise<ListedPage[]> {
  const { rows } = await withLongTimeout(db, (tx) =>
    tx.execute<ListedPage & Record<string, unknown>>(sql`
      select id, path, to_char(updated_at at time zone 'utc', 'YYYY-MM-DD') as changed from ${sources[kind]} listed
      where id >= ${start}::uuid order by id limit ${sql.raw(String(partSize))}`),
  );
  return rows;
}

/** Genres with a published book, each with its last modification. */
export async function listGenrePages(db: Database): Promise<Pick<ListedPage, "id" | "changed">[]> {
  const { rows } = await withLongTimeout(db, (tx) =>
    tx.execute<Pick<ListedPage, "id" | "changed">>(sql`
      select g.name as id, to_char(max(b.updated_at) at time zone 'utc', 'YYYY-MM-DD') as changed
      from genres g join book_genres bg on bg.genre_id = g.id join books b on b.id = bg.book_id
      where b.state = 'published' group by g.name order by g.name limit 10000`),
  );
  return rows;
}
