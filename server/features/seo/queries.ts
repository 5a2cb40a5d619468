import { sql } from "drizzle-orm";
import type { BookId, BookState, ContributorId, ContributorRole, Direction } from "#shared/books/book.ts";
import type { ChallengeId } from "#shared/challenges/contract.ts";
import type { CommunityId, CommunityVisibility } from "#shared/community/community.ts";
import type { DiscussionId } from "#shared/community/discussion.ts";
import type { RichText } from "#shared/rich-text/rich-text.ts";
import type { Database } from "#server/db/client.ts";

export interface BookSeoData {
  readonly id: BookId;
  readonly state: BookState;
  readonly title: string;
  readonly subtitle: string;
  readonly description: string;
  readonly language: string;
  readonly direction: Direction;
  readonly publisher: string;
  readonly publishedYear: number | null;
  readonly licence: string;
  readonly pageCount: number | null;
  readonly duration: number | null;
  readonly hasEbook: boolean;
  readonly hasAudiobook: boolean;
  readonly isNarrated: boolean;
  readonly isFree: boolean;
  readonly coverHash: string;
  readonly ratingCount: number;
  readonly averageRating: number | null;
  readonly releaseAt: string | null;
  readonly isbns: readonly string[];
  readonly series: string | null;
  readonly seriesPosition: number | null;
  readonly originalId: BookId | null;
  readonly originalState: BookState | null;
  readonly genres: readonly string[];
  readonly people: ReadonlyArray<{
    readonly id: ContributorId;
    readonly name: string;
    readonly role: ContributorRole;
  }>;
}

/** The book for a path segment, redirected ids first; null for none. */
export async function findBookSeoData(
  db: Database,
  id: string,
  bookId: BookId | null,
): Promise<BookSeoData | null> {
  const { rows } = await db.execute<BookSeoData & Record<string, unknown>>(sql`
    select b.id, b.state, b.title, b.subtitle, b.description, b.language, b.direction, b.publisher,
      b.published_year as "publishedYear", b.licence, b.page_count as "pageCount", b.duration,
      b.has_ebook as "hasEbook", b.has_audiobook as "hasAudiobook", b.is_narrated as "isNarrated", b.is_free as "isFree",
      b.cover_hash as "coverHash", b.rating_count as "ratingCount", b.average_rating as "averageRating",
      b.release_at as "releaseAt", b.isbns, s.name as series, b.series_position as "seriesPosition",
      o.id as "originalId", o.state as "originalState",
      array(select g.name from book_genres bg join genres g on g.id = bg.genre_id
        where bg.book_id = b.id order by bg.position, g.position, g.name limit 50) as genres,
      coalesce((select json_agg(json_build_object('id', c.id, 'name', c.name, 'role', bc.role) order by bc.position, c.name)
        from book_contributors bc join contributors c on c.id = bc.contributor_id
        where bc.book_id = b.id), '[]') as people
    from books b
      left join series s on s.id = b.series_id
      left join books o on o.id = b.original_id
    where b.id = coalesce((select book_id from book_redirects where old_id = ${id}), ${bookId}::uuid)`);
  return rows[0] ?? null;
}

export interface PersonSeoData {
  readonly id: ContributorId;
  readonly name: string;
  readonly bio: string;
  readonly books: ReadonlyArray<{ readonly id: BookId; readonly title: string }>;
}

/** A contributor of a published book; null for others. */
export async function findPersonSeoData(db: Database, id: ContributorId): Promise<PersonSeoData | null> {
  const { rows } = await db.execute<PersonSeoData & Record<string, unknown>>(sql`
    select c.id, c.name, c.bio, p.books from contributors c cross join lateral (
      select json_agg(json_build_object('id', b.id, 'title', b.title)) as books from (
        select distinct b.id, b.title, b.created_at from book_contributors bc join books b on b.id = bc.book_id
        where bc.contributor_id = c.id and b.state in ('published', 'scheduled')
        order by b.created_at desc, b.id limit 50
      ) b
    ) p where c.id = ${id} and p.books is not null`);
  return rows[0] ?? null;
}

/** Case-insensitive; null for none. */
export async function findGenre(
  db: Database,
  name: string,
): Promise<{ readonly name: string; readonly description: string } | null> {
  const { rows } = await db.execute<{ name: string; description: string }>(
    sql`select name, description from genres
      where lower(name) = lower(${name})
        or id = (select genre_id from genre_former_names where name = lower(${name}))
      order by lower(name) = lower(${name}) desc limit 1`,
  );
  return rows[0] ?? null;
}

/** The newest books, for pages without scripts. */
export async function listNewest(
  db: Database,
  limit: number,
): Promise<{ id: BookId; title: string; coverHash: string }[]> {
  const { rows } = await db.execute<{ id: BookId; title: string; coverHash: string }>(sql`
    select id, title, cover_hash as "coverHash" from books where state = 'published' order by created_at desc, id desc limit ${limit}`);
  return rows;
}

/** Null when there is no such challenge. */
export async function findChallengeFacts(
  db: Database,
  id: ChallengeId,
): Promise<{ title: string; description: string } | null> {
  const { rows } = await db.execute<{ title: string; description: string }>(
    sql`select title, description from challenges where id = ${id}`,
  );
  return rows[0] ?? null;
}

/** Null for communities that guests cannot see. */
export async function findCommunityFacts(db: Database, id: CommunityId) {
  const { rows } = await db.execute<{
    name: string;
    about: string;
    visibility: CommunityVisibility;
    discussions: { id: string; title: string }[];
  }>(sql`select name, about, visibility, coalesce((select json_agg(json_build_object('id', d.id, 'title', d.title))
      from (select id, title from discussions where community_id = c.id and state = 'shown' and anchor_book_id is null and not is_members_only
        order by is_pinned desc, active_at desc limit 20) d), '[]'::json) as discussions
    from communities c where id = ${id} and (visibility = 'public' or is_listed) and deleted_at is null`);
  return rows[0] ?? null;
}

/** Null unless it is public. Those about a position in a book open to readers who have reached it. */
export async function findDiscussionFacts(db: Database, id: DiscussionId) {
  const { rows } = await db.execute<{
    communityId: string;
    communityName: string;
    title: string;
    content: RichText;
    isAnchored: boolean;
  }>(sql`select c.id as "communityId", c.name as "communityName", d.title, p.content,
      d.anchor_book_id is not null as "isAnchored"
    from discussions d join communities c on c.id = d.community_id join posts p on p.discussion_id = d.id and p.number = 0
    where d.id = ${id} and c.visibility = 'public' and c.deleted_at is null and not d.is_members_only
      and d.state = 'shown' and p.state = 'shown'`);
  return rows[0] ?? null;
}
