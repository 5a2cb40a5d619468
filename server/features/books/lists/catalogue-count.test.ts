import { eq, sql } from "drizzle-orm";
import pg from "pg";
import { describe, expect, vi } from "vitest";
import { booksContract } from "#shared/books/contract.ts";
import { books } from "#server/db/schema/books/books.ts";
import { countWords, updateSearchWords } from "#server/features/books/jobs.ts";
import { repairCatalog } from "#server/features/books/repair-catalog.ts";
import { createPublishedBook } from "#server/testing/books/create-published-book.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

const getTotal = async (app: TestApp) =>
  (await app.as(null)(booksContract.listBooks, { query: { limit: 1 } })).total;
const countBooks = (app: TestApp) => app.db.$count(books, eq(books.state, "published"));

/** A connection of another server process. */
async function connectElsewhere(app: TestApp): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: app.databaseUrl });
  client.on("error", () => {});
  await client.connect();
  return client;
}

describe("the cached number of books", () => {
  test("follows every insert, update and delete", async ({ app }) => {
    const one = await app.make.book();
    await app.make.book({ state: "draft" });
    await app.make.book({ state: "scheduled" });
    expect(await getTotal(app)).toBe(1);

    await app.db.update(books).set({ state: "published" });
    expect(await getTotal(app)).toBe(3);

    await app.db.update(books).set({ title: "Another" });
    await app.db.update(books).set({ state: "hidden" }).where(eq(books.id, one.id));
    expect(await getTotal(app)).toBe(2);

    await app.db.execute(
      sql`insert into books (title, state) select 'Bulk', 'published' from generate_series(1, 500)`,
    );
    expect(await getTotal(app)).toBe(502);

    await app.db.delete(books).where(eq(books.title, "Bulk"));
    expect(await getTotal(app)).toBe(2);

    await app.db.execute(sql`truncate books cascade`);
    expect(await getTotal(app)).toBe(0);
  });

  test("is unchanged by failed or killed transactions", async ({ app }) => {
    await app.make.book();
    const before = await countBooks(app);
    const failedTransaction = app.db.transaction(async (tx) => {
      await tx.insert(books).values({ title: "Never", state: "published" });
      throw new Error("no");
    });
    await expect(failedTransaction).rejects.toThrow("no");
    const client = await connectElsewhere(app);
    await client.query("begin");
    await client.query("insert into books (title, state) values ('Killed', 'published')");
    const { rows } = await client.query("select pg_backend_pid() as pid");

    await app.db.execute(sql`select pg_terminate_backend(${rows[0].pid})`);

    expect(await getTotal(app)).toBe(before);
  });

  test("does not block other writers", async ({ app }) => {
    const before = await countBooks(app);
    const [first, second] = [await connectElsewhere(app), await connectElsewhere(app)];
    await first.query("begin");
    await first.query("insert into books (title, state) values ('First', 'published')");

    await second.query("set lock_timeout = '2s'");
    await second.query("insert into books (title, state) values ('Second', 'published')");
    expect(await getTotal(app)).toBe(before + 1);
    await first.query("commit");

    expect(await getTotal(app)).toBe(before + 2);
    await Promise.all([first.end(), second.end()]);
  });

  test("is exact after many concurrent writes", async ({ app }) => {
    const ids = await Promise.all(Array.from({ length: 40 }, () => app.make.book()));
    await Promise.all(
      ids.map(({ id }, n) =>
        n % 2
          ? app.db.delete(books).where(eq(books.id, id))
          : app.db.update(books).set({ state: "draft" }).where(eq(books.id, id)),
      ),
    );

    expect(await getTotal(app)).toBe(await countBooks(app));
  });

  test("is recomputed at startup when it is wrong", async ({ app }) => {
    const warn = vi.spyOn(app.services.log, "warn");
    await app.make.book();
    await repairCatalog(app.services);
    expect(warn).not.toHaveBeenCalled();

    await app.db.execute(sql`update exact_counts set count = count + 1000`);
    await repairCatalog(app.services);

    expect(warn).toHaveBeenCalledOnce();
    expect(await getTotal(app)).toBe(await countBooks(app));
  });
});

describe("the vocabulary", () => {
  const listWords = async (app: TestApp) => {
    const { rows } = await app.db.execute<{ word: string; count: number }>(
      sql`select word, book_count as count from search_words where word in ('zanjabil', 'secretly', 'kept')`,
    );
    return Object.fromEntries(rows.map(({ word, count }) => [word, count]));
  };

  test("contains words of published books only", async ({ app }) => {
    const book = await createPublishedBook(app.services, { title: "Zanjabīl Tea" });
    await createPublishedBook(app.services, { title: "Zanjabil kept" });
    await createPublishedBook(app.services, { title: "Secretly", state: "draft" });

    await updateSearchWords.run(app.services, {});
    expect(await listWords(app)).toEqual({ zanjabil: 2, kept: 1 });

    await app.db.delete(books).where(eq(books.id, book.id));
    await countWords.run(app.services, {});
    expect(await listWords(app)).toEqual({ zanjabil: 1, kept: 1 });

    await app.db.delete(books);
    await countWords.run(app.services, {});
    expect(await listWords(app)).toEqual({});
  });

  test("suggests corrections", async ({ app }) => {
    await createPublishedBook(app.services, { title: "Cardamom and Clove" });
    await updateSearchWords.run(app.services, {});

    const page = await app.as(null)(booksContract.listBooks, { query: { search: "carbamom" } });

    expect(page).toMatchObject({ total: 1, searchedFor: "cardamom" });
  });
});
