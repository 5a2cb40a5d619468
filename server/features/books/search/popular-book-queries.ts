import { sql } from "drizzle-orm";
import type { Database } from "#server/db/client.ts";
import { books } from "#server/db/schema/books/books.ts";
import { popularBooks } from "#server/db/schema/books/search.ts";
import { isPublished } from "#server/features/books/lists/list-queries.ts";

/** The number of books in `popular_books`. */
export const maxPopular = 50_000;

/** In smaller libraries the index of all books is fast enough. */
export const minPublished = 250_000;

/** Makes `popular_books` the most read of a large library. */
export async function updatePopularBooks(db: Database, min = minPublished, max = maxPopular): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`
      create temporary table popular on commit drop as
      select id as book_id, normalized_title, popularity, search_vector from ${books}
      where ${isPublished} and (select count(*) from ${books} where ${isPublished}) >= ${min}
      order by popularity desc, id desc limit ${max}`);
    await tx.execute(sql`
      delete from ${popularBooks} where not exists (
        select from popular where popular.book_id = ${popularBooks.bookId})`);
    await tx.execute(sql`
      insert into ${popularBooks} (book_id, normalized_title, popularity, search_vector)
      select book_id, normalized_title, popularity, search_vector from popular
      on conflict (book_id) do update set normalized_title = excluded.normalized_title,
        popularity = excluded.popularity, search_vector = excluded.search_vector
      where (${popularBooks.normalizedTitle}, ${popularBooks.popularity}, ${popularBooks.searchVector})
        <> (excluded.normalized_title, excluded.popularity, excluded.search_vector)`);
  });
}
