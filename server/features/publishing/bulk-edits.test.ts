import { eq, sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { BookId } from "#shared/books/book.ts";
import { booksContract } from "#shared/books/contract.ts";
import { bulkEditsContract } from "#shared/publishing/bulk-edits.ts";
import { publishingContract } from "#shared/publishing/contract.ts";
import type { BookFilters } from "#shared/publishing/publishing-book.ts";
import { maxCounted } from "#shared/staff/max-counted.ts";
import { books } from "#server/db/schema/books/books.ts";
import { genres } from "#server/db/schema/books/genres.ts";
import { listRowsAbout } from "#server/testing/rows-about.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import { runBulkEdit } from "./bulk-edits.ts";

const { startBulkEdit, listBulkEdits, undoBulkEdit } = bulkEditsContract;
let serial = 0;

async function setUp(app: TestApp, count: number) {
  const n = ++serial;
  await app.db.insert(genres).values([{ name: `First ${n}` }, { name: `Second ${n}` }]);
  const as = app.as(await app.make.user({ isEmployee: true }));
  const ids: BookId[] = [];
  for (let i = 0; i < count; i++) {
    const { id } = await app.make.book({ title: `Bulk${n} number ${i}`, publisher: `House ${i}` });
    const changes = { title: `Bulked${n} ${i}`, genres: i % 2 ? [`First ${n}`] : [] };
    await as(publishingContract.editBook, { params: { bookId: id }, body: { version: 1, changes } });
    ids.push(id);
  }
  const getFields = async (id: (typeof ids)[number]) =>
    (await as(publishingContract.getPublishingBook, { params: { bookId: id } })).fields;
  return { n, as, ids, getFields };
}

describe("a bulk edit", () => {
  test("changes all matching books, and its undo keeps later changes", async ({ app }) => {
    const { n, as, ids, getFields } = await setUp(app, 40);
    const query = { search: `bulked${n}` };
    const changes = {
      publisher: "The one house",
      isFree: false,
      genres: { mode: "add" as const, names: [`Second ${n}`] },
    };
    await expect(as(startBulkEdit, { body: { query, expected: 39, changes } })).rejects.toMatchObject({
      status: 409,
    });

    const started = await as(startBulkEdit, { body: { query, expected: 40, changes } });
    expect(started).toMatchObject({ state: "running", total: 40, done: 0 });
    await app.runJobs();

    const [last] = (await as(listBulkEdits, {})).edits;
    expect(last).toMatchObject({
      state: "done",
      done: 40,
      fields: expect.arrayContaining(["publisher", "isFree", "genres"]),
    });
    const [one, two] = [ids[0] ?? expect.fail(), ids[1] ?? expect.fail()];
    expect(await getFields(two)).toMatchObject({
      publisher: "The one house",
      isFree: false,
      genres: [`First ${n}`, `Second ${n}`],
    });
    const found = await app.as(null)(booksContract.listBooks, {
      query: { genre: `Second ${n}`, limit: 100 },
    });
    expect(found.total).toBe(40);

    const { version } = await as(publishingContract.getPublishingBook, { params: { bookId: one } });
    const since = { version, changes: { publisher: "Changed since" } };
    await as(publishingContract.editBook, { params: { bookId: one }, body: since });
    await as(undoBulkEdit, { params: { bulkId: started.id } });
    await expect(as(undoBulkEdit, { params: { bulkId: started.id } })).rejects.toMatchObject({ status: 409 });
    await app.runJobs();

    expect(await getFields(one)).toMatchObject({ publisher: "Changed since", isFree: true, genres: [] });
    expect(await getFields(two)).toMatchObject({
      publisher: "House 1",
      isFree: true,
      genres: [`First ${n}`],
    });
    expect((await as(listBulkEdits, {})).edits[0]).toMatchObject({ state: "undone" });
  });

  test("removes list values; chosen books change together or not at all", async ({ app }) => {
    const { n, as, ids, getFields } = await setUp(app, 2);
    const changes = { genres: { mode: "remove" as const, names: [`First ${n}`] } };
    const unknown = "00000000-0000-4000-8000-000000000000" as (typeof ids)[number];
    await expect(
      as(startBulkEdit, { body: { ids: [...ids, unknown], expected: 3, changes } }),
    ).rejects.toMatchObject({ status: 409 });

    await as(startBulkEdit, { body: { ids, expected: 2, changes } });
    await app.runJobs();

    expect((await getFields(ids[1] ?? expect.fail())).genres).toEqual([]);
  });

  test("of a list needs names, so that no list is emptied by mistake", async ({ app }) => {
    const { as, ids } = await setUp(app, 1);
    for (const mode of ["replace", "add", "remove"] as const) {
      const changes = { genres: { mode, names: [] } };
      await expect(as(startBulkEdit, { body: { ids, expected: 1, changes } })).rejects.toMatchObject({
        status: 400,
        problem: { fields: { "changes.genres.names": { code: "required" } } },
      });
    }
  });

  test("changes the books of a list without a search", async ({ app }) => {
    const { n, as, ids, getFields } = await setUp(app, 2);
    const query = { genre: `First ${n}` };

    await as(startBulkEdit, { body: { query, expected: 1, changes: { publisher: "The one house" } } });
    await app.runJobs();

    const publishers = await Promise.all(ids.map(async (id) => (await getFields(id)).publisher));
    expect(publishers).toEqual(["House 0", "The one house"]);
  });

  test("changes more books than a list counts", async ({ app }) => {
    const total = maxCounted + 1;
    const as = app.as(await app.make.user({ isEmployee: true }));
    await app.db.execute(sql`
      insert into books (title, normalized_title, author, language, state)
      select 'Many ' || n, 'many ' || n, 'A', 'eo', 'draft' from generate_series(1, ${total}::int) n`);
    const query = { language: "eo" };
    const changes = { isFree: false };
    const count = async (filters: BookFilters) =>
      (await as(publishingContract.countAllBooks, { query: { ...query, ...filters } })).total;
    const listed = await as(publishingContract.listAllBooks, { query });
    expect(listed.total).toBe(maxCounted);
    await expect(
      as(startBulkEdit, { body: { query, expected: listed.total, changes } }),
    ).rejects.toMatchObject({ status: 409, problem: { reason: { code: "count_changed", n: total } } });

    await as(startBulkEdit, { body: { query, expected: await count({}), changes } });
    await app.runJobs();

    expect((await as(listBulkEdits, {})).edits[0]).toMatchObject({ state: "done", total, done: total });
    expect([await count({ isFree: false }), await count({ isFree: true })]).toEqual([total, 0]);
    expect(await count({ search: "none of these" })).toBe(0);
  });

  test("continues after an interruption", async ({ app }) => {
    const { as, ids } = await setUp(app, 3);
    await as(startBulkEdit, { body: { ids, expected: 3, changes: { isFeatured: true } } });
    await app.db.delete(books).where(eq(books.id, ids[0] ?? expect.fail()));

    await app.runJobs();

    expect((await as(listBulkEdits, {})).edits[0]).toMatchObject({ state: "done", done: 2 });
    const author = app.as(await app.make.user({ isAuthor: true }));
    await expect(author(listBulkEdits, {})).rejects.toMatchObject({ status: 403 });
  });

  test("runs and is undone without touching the books of another", async ({ app }) => {
    const [own, neighbour] = [await setUp(app, 2), await setUp(app, 2)];
    const changes = { publisher: "The one house" };
    const startEdit = async ({ as, ids }: typeof own) =>
      (await as(startBulkEdit, { body: { ids, expected: 2, changes } })).id;
    const [bulkId, otherId] = [await startEdit(own), await startEdit(neighbour)];
    const waiting = await listRowsAbout(app.db, [otherId, ...neighbour.ids]);

    await runBulkEdit.run(app.services, { bulkId });

    expect(await listRowsAbout(app.db, [otherId, ...neighbour.ids])).toEqual(waiting);
    expect((await own.getFields(own.ids[0] ?? expect.fail())).publisher).toBe("The one house");
    await app.runJobs();
    const done = await listRowsAbout(app.db, [otherId, ...neighbour.ids]);
    await own.as(undoBulkEdit, { params: { bulkId } });
    await app.runJobs();
    expect(await listRowsAbout(app.db, [otherId, ...neighbour.ids])).toEqual(done);
    expect((await own.getFields(own.ids[0] ?? expect.fail())).publisher).toBe("House 0");
    await expect(own.as(undoBulkEdit, { params: { bulkId } })).rejects.toMatchObject({ status: 409 });
  });
});
