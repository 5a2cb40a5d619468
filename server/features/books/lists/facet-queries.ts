import { sql } from "drizzle-orm";
import type { BookId, ContributorId, Genre } from "#shared/books/book.ts";
import { getCoverUrl } from "#shared/books/urls.ts";
import type { Database } from "#server/db/client.ts";

/** Above this number, authors are found by search instead of a list. */
const maxAuthors = 200;

const coversPerGenre = 3;

/** Covers come from this many of the most read books. */
const popularBooks = 20_000;
/** A genre with too few of them is searched up to this number of its books. */
const maxSearchedPerGenre = 2_000;

export async function listGenreCounts(db: Database, maxPopular = popularBooks): Promise<Genre[]> {
  type Row = Omit<Genre, "coverImageUrls"> & { covers: { id: BookId; hash: string }[] };
  const limitCovers = sql.raw(`limit ${coversPerGenre}`);
  const { rows } = await db.execute<Row>(sql`
    with popular as (
      select id, cover_hash as hash, popularity from books where state = 'published'
      order by popularity desc, id desc limit ${maxPopular}
    ), ranked as (
      select bg.genre_id, p.id, p.hash,
        row_number() over (partition by bg.genre_id order by bg.position, p.popularity desc, p.id) as rank
      from popular p join book_genres bg on bg.book_id = p.id where p.hash <> ''
    ), best as (
      select genre_id, json_agg(json_build_object('id', id, 'hash', hash) order by rank) as covers
      from ranked where rank <= ${coversPerGenre} group by genre_id
    )
    select g.id, g.name, g.description, g.icon, c.count::int as "bookCount",
      array(select f.name from genre_former_names f where f.genre_id = g.id order by 1) as "formerNames",
      coalesce(case when json_array_length(best.covers) >= ${coversPerGenre} then best.covers end, (select json_agg(top) from (
        select b.id, b.cover_hash as hash from (
          select * from book_genres where genre_id = g.id limit ${maxSearchedPerGenre}
        ) bg join books b on b.id = bg.book_id
        where b.state = 'published' and b.cover_hash <> ''
        order by bg.position, b.popularity desc, b.id ${limitCovers}
      ) top), '[]') as covers
    from genres g join (
      select bg.genre_id, count(*) filter (where b.state = 'published')
      from book_genres bg join books b on b.id = bg.book_id
      where b.state in ('published', 'scheduled') group by bg.genre_id
    ) c on c.genre_id = g.id
    left join best on best.genre_id = g.id
    order by g.position, g.name limit 500`);
  return rows.map(({ covers, ...genre }) => ({
    ...genre,
    coverImageUrls: covers.map(({ id, hash }) => getCoverUrl(id, hash)),
  }));
}

/** The languages of published books, most frequent first. */
export async function listLanguageCounts(db: Database): Promise<{ code: string; bookCount: number }[]> {
  const { rows } = await db.execute<{ code: string; bookCount: number }>(sql`
    select language as code, count(*)::int as "bookCount" from books where state = 'published'
    group by language order by 2 desc, 1 limit 200`);
  return rows;
}

/** The authors of most published books. */
export async function listAuthorCounts(
  db: Database,
): Promise<{ id: ContributorId; name: string; bookCount: number }[]> {
  const { rows } = await db.execute<{ id: ContributorId; name: string; bookCount: number }>(sql`
    select c.id, c.name, n.count::int as "bookCount" from (
      select bc.contributor_id, count(*) from book_contributors bc join books b on b.id = bc.book_id
      where b.state = 'published' and bc.role = 'author'
      group by bc.contributor_id order by 2 desc, 1 limit ${sql.raw(String(maxAuthors))}
    ) n join contributors c on c.id = n.contributor_id
    order by n.count desc, c.name, c.id`);
  return rows;
}
