import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import { call } from "#shared/api/http-client.ts";
import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import { libraryContract } from "#shared/library/contract.ts";
import { activityContract } from "#shared/reading-activity/contract.ts";
import { ImportedBookId, shelfImportContract } from "#shared/shelf-import/contract.ts";
import { shelvesContract } from "#shared/shelves/contract.ts";
import { shelves } from "#server/db/schema/reading/shelves.ts";
import { listRowsAbout } from "#server/testing/rows-about.ts";
import { createSessionCookie } from "#server/testing/session-cookie.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

const { previewImport, runImport, listImportedBooks, deleteImportedBook } = shelfImportContract;

const head = "Book Id,Title,Author,ISBN,My Rating,Date Read,Date Added,Exclusive Shelf";
const getTable = (...lines: readonly string[]) => new Blob([[head, ...lines].join("\n")]);

const getOptions = async ({ baseUrl, services }: TestApp, user: User) => ({
  baseUrl,
  headers: { Cookie: await createSessionCookie(services, user), "Sec-Fetch-Site": "same-origin" },
});

const preview = async (app: TestApp, user: User, file: Blob) =>
  call(previewImport, { file }, await getOptions(app, user));
const run = async (app: TestApp, user: User, file: Blob) =>
  call(runImport, { file }, await getOptions(app, user));
const listStored = (app: TestApp, user: User) => app.as(user)(listImportedBooks, { query: {} });
const listLibraryOf = (app: TestApp, user: User) => app.as(user)(libraryContract.listLibrary, { query: {} });

const makeBook = (app: TestApp, input: { title: string; author: string; state?: "draft" }) =>
  app.make.book({ ...input, normalizedTitle: normalizeSearchText(input.title) });

describe("a Goodreads export", () => {
  test("is previewed before the import", async ({ app }) => {
    const reader = await app.make.user();
    const well = await makeBook(app, { title: "The Well of Zamzam", author: "Hind Omar" });

    const table = getTable(
      "1,Elsewhere,Nobody,,0,,,to-read",
      '2,"The Well of Zamzam (Wells, #1)",Hind Omar,,4,2025/03/04,,read',
      "3,The Well of Zamzam,Layla Said,,0,,,read",
      "4,,,,,,,read",
    );

    expect(await preview(app, reader, table)).toEqual({
      source: "goodreads",
      total: 3,
      found: 1,
      skipped: [{ line: 5, reason: "title" }],
      skippedCount: 1,
      shelves: [],
      skippedShelves: 0,
      rows: [
        {
          title: "The Well of Zamzam (Wells, #1)",
          author: "Hind Omar",
          status: "finished",
          stars: 4,
          finishedOn: "2025-03-04",
          book: { id: well.id, title: well.title, author: well.author },
        },
        {
          title: "Elsewhere",
          author: "Nobody",
          status: "want-to-read",
          stars: null,
          finishedOn: null,
          book: null,
        },
        expect.objectContaining({ title: "The Well of Zamzam", author: "Layla Said", book: null }),
      ],
    });
    expect(await listStored(app, reader)).toEqual({ books: [], total: 0, nextCursor: null });
    expect(await listLibraryOf(app, reader)).toEqual([]);
  });

  test("is imported into the library, or saved when unknown, once", async ({ app }) => {
    const reader = await app.make.user();
    const lamp = await makeBook(app, { title: "The Lamp of Basra", author: "Hind Omar" });
    const other = await makeBook(app, { title: "The Tent of Basra", author: "Hind Omar" });
    await app.as(reader)(libraryContract.saveEntry, {
      params: { bookId: other.id },
      body: { status: "currently-reading" },
    });
    const table = getTable(
      "1,The Lamp of Basra,Hind Omar,,5,2025/03/04,,read",
      "2,The Tent of Basra,Hind Omar,,0,,,to-read",
      "3,Not here,Somebody,,0,2025/05/01,,read",
      "4,The Lamp of Basra,Hind Omar,,0,,,shelf-of-mine",
    );

    expect(await run(app, reader, table)).toEqual({ added: 1, saved: 4, shelves: 1, total: 4 });
    expect(await run(app, reader, table)).toEqual({ added: 0, saved: 0, shelves: 0, total: 4 });

    const statuses = (await listLibraryOf(app, reader)).map(({ book, status }) => [book.id, status]);
    expect(statuses.toSorted()).toEqual(
      [
        [lamp.id, "finished"],
        [other.id, "currently-reading"],
      ].toSorted(),
    );
    expect(await listStored(app, reader)).toMatchObject({
      total: 4,
      books: [
        { title: "Not here", book: null, finishedOn: "2025-05-01" },
        {},
        {},
        { book: { id: other.id } },
      ],
    });
  });

  test("fills shelves in their order, once, and says so before", async ({ app }) => {
    const reader = await app.make.user();
    const other = await app.make.user();
    const titles = ["Lantern of Fez", "Wells of Fez", "Gates of Fez"];
    for (const title of titles) await makeBook(app, { title, author: "Hind Omar" });
    const create = shelvesContract.createShelf;
    const facts = { description: "", visibility: "public" as const };
    await app.as(reader)(create, { body: { ...facts, name: "Favorites" } });
    const before = await listRowsAbout(app.db, [other.id]);
    const table = new Blob([
      [
        "Title,Author,Bookshelves,Bookshelves with positions,Exclusive Shelf",
        'Lantern of Fez,Hind Omar,"favorites, sci-fi","favorites (#2), sci-fi (#1)",read',
        'Wells of Fez,Hind Omar,"favorites, to-read","favorites (#1), to-read (#9)",to-read',
        "Gates of Fez,Hind Omar,,,own-a-copy",
        "Elsewhere,Hind Omar,nowhere,nowhere (#1),read",
      ].join("\n"),
    ]);

    expect(await preview(app, reader, table)).toMatchObject({
      shelves: [
        { name: "favorites", books: 2, isNew: false },
        { name: "sci-fi", books: 1, isNew: true },
        { name: "own-a-copy", books: 1, isNew: true },
      ],
    });
    expect(await app.db.$count(shelves, eq(shelves.userId, reader.id))).toBe(1);
    expect(await run(app, reader, table)).toMatchObject({ shelves: 3 });
    expect(await run(app, reader, table)).toMatchObject({ shelves: 0 });

    const own = await app.as(reader)(shelvesContract.listShelves, { query: {} });
    const listed = own.map(({ name, visibility, covers }) => [
      name,
      visibility,
      covers.map(({ title }) => title),
    ]);
    expect(listed.toSorted()).toEqual([
      ["Favorites", "public", ["Wells of Fez", "Lantern of Fez"]],
      ["own-a-copy", "private", ["Gates of Fez"]],
      ["sci-fi", "private", ["Lantern of Fez"]],
    ]);
    expect(await listRowsAbout(app.db, [other.id])).toEqual(before);
  });

  test("matches visible books only", async ({ app }) => {
    const reader = await app.make.user();
    await makeBook(app, { title: "A Hidden Draft", author: "Hind", state: "draft" });

    expect(await preview(app, reader, getTable("1,A Hidden Draft,Hind,,0,,,read"))).toMatchObject({
      found: 0,
    });
  });

  test("matches none of several books with one title", async ({ app }) => {
    const reader = await app.make.user();
    for (let n = 0; n < 2; n++) await makeBook(app, { title: "Same title", author: "Hind" });

    expect(await preview(app, reader, getTable("1,Same title,Hind,,0,,,read"))).toMatchObject({
      found: 0,
    });
  });

  test("matches a book by ISBN, whatever its title", async ({ app }) => {
    const reader = await app.make.user();
    const isbns = ["9780306406157"];
    const garden = await app.make.book({
      title: "رياض الصالحين",
      normalizedTitle: normalizeSearchText("رياض الصالحين"),
      isbns,
    });
    await app.make.book({ title: "A Draft of It", isbns, state: "draft" });
    await makeBook(app, { title: "By Its Title", author: "Hind" });

    const { rows } = await preview(
      app,
      reader,
      getTable(
        '1,Riyad as-Salihin,an-Nawawi,"=""0306406152""",5,,,read',
        '2,By Its Title,Hind,="9780804429573",0,,,read',
        '3,Riyad as-Salihin,an-Nawawi,="0306406153",0,,,read',
      ),
    );

    expect(rows.map(({ title, book }) => [title, book?.title ?? null])).toEqual([
      ["Riyad as-Salihin", garden.title],
      ["By Its Title", "By Its Title"],
      ["Riyad as-Salihin", null],
    ]);
  });

  test("matches by title among several books with one ISBN", async ({ app }) => {
    const reader = await app.make.user();
    const isbns = ["9780804429573"];
    for (const title of ["The Set, One", "The Set, Two"]) {
      await app.make.book({ title, author: "Hind", normalizedTitle: normalizeSearchText(title), isbns });
    }

    const { rows } = await preview(
      app,
      reader,
      getTable('1,"The Set, Two",Hind,080442957X,0,,,read', "2,The Set,Hind,080442957X,0,,,read"),
    );

    expect(rows.map(({ book }) => book?.title ?? null)).toEqual(["The Set, Two", null]);
  });

  test("saved by a spreadsheet is read", async ({ app }) => {
    const reader = await app.make.user();
    const text = `\uFEFF${head.replaceAll(",", "\t")}\r\n1\tحكايات السوق\tHind\t\t0\t2025/03/04\t\tread\r\n`;

    for (const bytes of [Buffer.from(text, "utf16le"), Buffer.from(text, "utf16le").swap16()]) {
      expect((await preview(app, reader, new Blob([new Uint8Array(bytes)]))).rows).toMatchObject([
        { title: "حكايات السوق", finishedOn: "2025-03-04" },
      ]);
    }
  });

  test("has no future finish dates", async ({ app }) => {
    const reader = await app.make.user();
    const table = getTable("1,Tomorrow's,Hind,,0,2031/01/01,,read", "2,Today's,Hind,,0,2026/03/01,,read");

    await run(app, reader, table);

    expect((await listStored(app, reader)).books.map(({ finishedOn }) => finishedOn)).toEqual([
      "2026-03-01",
      null,
    ]);
    const { finished } = await app.as(reader)(activityContract.getSummary, { query: { zone: "UTC" } });
    expect(finished).toEqual({ year: 1, total: 2 });
  });

  test("is private, and its books are deletable", async ({ app }) => {
    const [reader, other] = [await app.make.user(), await app.make.user()];
    await run(app, reader, getTable("1,Mine,Hind,,0,,,read", "2,Mine too,Hind,,0,,,read"));
    const [first] = (await listStored(app, reader)).books;
    const params = {
      importedBookId: first?.id ?? ImportedBookId.parse("be9f0000-0000-4000-8000-000000000001"),
    };

    expect((await listStored(app, other)).total).toBe(0);
    await app.as(other)(deleteImportedBook, { params });
    expect((await listStored(app, reader)).total).toBe(2);
    await app.as(reader)(deleteImportedBook, { params });
    expect((await listStored(app, reader)).books.map(({ title }) => title)).toEqual(["Mine too"]);
  });

  test("is listed page by page", async ({ app }) => {
    const reader = await app.make.user();
    await run(app, reader, getTable(...["a", "b", "c"].map((title, n) => `${n},${title},Hind,,0,,,read`)));
    const loadPage = (cursor?: string) => app.as(reader)(listImportedBooks, { query: { limit: 2, cursor } });
    const first = await loadPage();

    expect(first).toMatchObject({ total: 3, books: [{ title: "a" }, { title: "b" }] });
    expect(await loadPage(first.nextCursor ?? "")).toMatchObject({
      books: [{ title: "c" }],
      nextCursor: null,
    });
    await expect(loadPage("elsewhere")).rejects.toMatchObject({ status: 400 });
  });
});

describe("a hostile file", () => {
  test.for<[string, Blob, RegExp]>([
    ["a picture", new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe])]), /not UTF-8 text/],
    ["another table", new Blob(["a,b\n1,2"]), /not a Goodreads or StoryGraph/],
    ["an open quotation mark", new Blob([`${head}\n1,"The Well`]), /is never closed/],
    [
      "too many lines",
      getTable(...Array.from({ length: 10_001 }, (_, n) => `${n},T,A,,0,,,read`)),
      /more than/,
    ],
    ["too many columns", new Blob([",".repeat(300)]), /too many columns/],
    ["an endless cell", new Blob([`${head}\n1,${"x".repeat(100_001)}`]), /too long/],
    ["a page with scripts", new Blob(["<script>alert(1)</script>"]), /not a Goodreads/],
  ])("is refused with a message: %s", async ([, file, sentence], { app }) => {
    const reader = await app.make.user();

    for (const act of [preview, run]) {
      await expect(act(app, reader, file)).rejects.toMatchObject({
        status: 422,
        problem: { code: "unprocessable_file", message: expect.stringMatching(sentence) },
      });
    }
    expect((await listStored(app, reader)).total).toBe(0);
  });

  test("that is invalid, or sent by a guest, is rejected", async ({ app }) => {
    const none = { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" };

    expect((await app.fetch("/api/shelf-import", { ...none, as: await app.make.user() })).status).toBe(400);
    expect((await app.fetch("/api/shelf-import", none)).status).toBe(401);
  });
});
