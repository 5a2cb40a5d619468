import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { booksContract } from "#shared/books/contract.ts";
import { explainQueries } from "#server/testing/explain.ts";
import { test } from "#server/testing/test.ts";

const bookCount = 20_000;
/** Books of a list are counted up to this. */
const maxCounted = 1_001;

test("the books of a large genre are listed and counted without reading all of them", async ({ app }) => {
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`insert into genres (name) values ('History'), ('Poetry')`);
    await tx.execute(sql`insert into books (title, normalized_title, author, state, language, has_ebook, created_at)
      select md5(n::text), md5(n::text), 'A', 'published', 'en', true, now() - n * interval '1 minute'
      from generate_series(1, ${bookCount}::int) n`);
    await tx.execute(sql`insert into book_genres (book_id, genre_id)
      select b.id, g.id from books b join genres g on g.name = case when right(b.title, 1) in ('0', '1') then 'Poetry' else 'History' end`);
    await tx.execute(sql`analyze books, book_genres`);
  });

  for (const query of [{ genre: "History" }, { genre: "Poetry" }, { genre: "Poetry", language: "en" }]) {
    let page = { shown: 0, isCapped: false };
    const scanned = await explainQueries(app, async () => {
      const { books, isTotalCapped } = await app.as(null)(booksContract.listBooks, { query });
      page = { shown: books.length, isCapped: isTotalCapped };
    });
    expect(page, JSON.stringify(query)).toEqual({ shown: 20, isCapped: true });
    const read = scanned.filter(({ table }) => table === "books" || table === "book_genres");
    expect(Math.max(...read.map(({ rows }) => rows)), JSON.stringify(query)).toBeLessThanOrEqual(maxCounted);
  }
});
