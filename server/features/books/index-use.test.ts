import { eq, sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { books } from "#server/db/schema/books/books.ts";
import { countSite } from "#server/features/admin/queries.ts";
import { listBookRows } from "#server/features/publishing/list-queries.ts";
import { findDuplicates } from "#server/features/publishing/queries.ts";
import { createPublishedBook } from "#server/testing/books/create-published-book.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import { listGenreCounts } from "./lists/facet-queries.ts";
import { listEditions } from "./lists/related-queries.ts";

/** Scans of the whole table of books, with a planner that avoids them wherever an index can be used. */
const countBookScans = (app: TestApp, callback: (tx: TestApp["db"]) => Promise<unknown>) =>
  app.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    await callback(tx);
    const { rows } = await tx.execute<{ scans: number }>(sql`
      select seq_scan::int as scans from pg_stat_xact_user_tables where relid = 'books'::regclass`);
    return expectOneRow(rows).scans;
  });

describe("a large catalogue is read by index", () => {
  test("for the translations of a book", async ({ app }) => {
    const { id } = await app.make.book();
    const { id: originalId } = await app.make.book();

    expect(await countBookScans(app, (tx) => listEditions(tx, id, null))).toBe(0);
    expect(await countBookScans(app, (tx) => listEditions(tx, id, originalId))).toBe(0);
  });

  test("for duplicates", async ({ app }) => {
    const { id } = await app.make.book();
    const row = expectOneRow(await app.db.select().from(books).where(eq(books.id, id)));

    expect(await countBookScans(app, (tx) => findDuplicates(tx, row))).toBe(0);
  });

  test("for staff", async ({ app }) => {
    const scope = { userId: null, searchQuery: null };

    expect(await countBookScans(app, countSite)).toBe(0);
    expect(await countBookScans(app, (tx) => listBookRows(tx, {}, scope, null, 20))).toBe(0);
  });
});

test("the covers of a genre are those of its most read books, however few books are searched first", async ({
  app,
}) => {
  const book = { title: "Herbs", coverHash: "0123456789abcdef", genres: ["Botany"] };
  const ids: string[] = [];
  for (const popularity of [9, 8, 7, 6])
    ids.push((await createPublishedBook(app.services, { ...book, popularity })).id);

  for (const maxPopular of [0, 2, 3, 100]) {
    const found = (await listGenreCounts(app.db, maxPopular)).find(({ name }) => name === "Botany");
    expect(found?.coverImageUrls.map((url) => url.split("/")[2])).toEqual(ids.slice(0, 3));
  }
});
