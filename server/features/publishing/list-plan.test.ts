import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { publishingContract } from "#shared/publishing/contract.ts";
import { bookListSorts } from "#shared/publishing/publishing-book.ts";
import { maxCounted } from "#shared/staff/max-counted.ts";
import { explainQueries } from "#server/testing/explain.ts";
import { test } from "#server/testing/test.ts";
import { claimBooks, insertBulkBooks, insertBulkEdit } from "./bulk-edit-queries.ts";

const bookCount = 20_000;

test("the staff's list reads a page of 20,000 books in every order", async ({ app }) => {
  const employee = await app.make.user({ isEmployee: true });
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`insert into books (title, normalized_title, author, state, popularity, search_vector)
      select md5(n::text), md5(n::text), 'A', case when n % 3 = 0 then 'draft' else 'published' end, n, ('lamp:1 word' || n % 500 || ':2A')::tsvector
      from generate_series(1, ${bookCount}::int) n`);
  });
  await app.db.execute(sql`analyze books`);

  for (const sortBy of bookListSorts) {
    const scanned = await explainQueries(app, () =>
      app.as(employee)(publishingContract.listAllBooks, { query: { sortBy, limit: 20 } }),
    );
    const read = scanned.filter(({ table }) => table === "books").map(({ rows }) => rows);
    expect(read.length, sortBy).toBeGreaterThan(1);
    expect(Math.max(...read), sortBy).toBeLessThanOrEqual(maxCounted);
  }

  // None of the books; the word is in descriptions only.
  for (const query of [{ isFeatured: true }, { format: "audiobook" }, { search: "lamp" }] as const) {
    const scanned = await explainQueries(app, () =>
      app.as(employee)(publishingContract.listAllBooks, { query: { ...query, limit: 20 } }),
    );
    const read = scanned.filter(({ table }) => table === "books").map(({ rows }) => rows);
    expect(Math.max(...read), JSON.stringify(query)).toBe(0);
  }
});

test("the next books of a bulk edit are found without reading those that are done", async ({ app }) => {
  const employee = await app.make.user({ isEmployee: true });
  const edit = { actorId: employee.id, changes: {}, createdAt: new Date() };
  const bulkId = await insertBulkEdit(app.db, { ...edit, total: bookCount });
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`insert into books (title, normalized_title, author)
      select n::text, n::text, 'A' from generate_series(1, ${bookCount}::int) n`);
    await insertBulkBooks(tx, bulkId, undefined);
    await tx.execute(sql`update bulk_edit_books set is_done = true
      where book_id < (select book_id from bulk_edit_books order by book_id offset ${bookCount / 2} limit 1)`);
  });
  await app.db.execute(sql`vacuum analyze bulk_edit_books`);

  const scanned = await explainQueries(app, async () => {
    expect(await claimBooks(app.db, bulkId, 200)).toHaveLength(200);
  });
  const read = scanned.filter(({ table }) => table === "bulk_edit_books").map(({ rows }) => rows);
  expect(read).toEqual([200]);
});
