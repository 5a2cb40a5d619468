import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import { BookId } from "#shared/books/book.ts";
import { libraryContract } from "#shared/library/contract.ts";
import type { LibraryStatus } from "#shared/library/entry.ts";
import { positionsContract } from "#shared/positions/contract.ts";
import type { Locator } from "#shared/positions/position.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { books } from "#server/db/schema/books/books.ts";
import { bookContributors, contributors } from "#server/db/schema/books/contributors.ts";
import { reviews } from "#server/db/schema/books/reviews.ts";
import { libraryEntries } from "#server/db/schema/reading/library.ts";
import { createPublishedBook } from "#server/testing/books/create-published-book.ts";
import { noBook } from "#server/testing/factories.ts";
import { listRowsAbout } from "#server/testing/rows-about.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import { findMyEntry, saveEntry as saveLibraryEntry } from "./service.ts";

const { listLibrary, getLibraryCounts, saveEntry, deleteEntry, saveRating, deleteRating } = libraryContract;

const noon = new Date("2026-03-01T12:00:00Z");
const addMinutes = (n: number) => new Date(noon.getTime() + n * 60_000);

const read = (app: TestApp, user: User, bookId: BookId, locator: Locator, at = noon) =>
  app.as(user)(positionsContract.savePositions, {
    body: {
      events: [
        { id: randomUUID(), bookId, locator, at: at.toISOString(), device: "Phone", isDeliberate: true },
      ],
    },
  });

const list = (app: TestApp, user: User) => app.as(user)(listLibrary, { query: {} });

/** The books of all pages, by following the `Link` headers. */
async function listPages(app: TestApp, user: User, query: string) {
  const books: { readonly id: string; readonly title: string }[] = [];
  let url: string | undefined = `/api/user/library?${query}`;
  while (url) {
    const reply = await app.fetch(url, { as: user });
    for (const { book } of (await reply.json()) as { book: { id: string; title: string } }[])
      books.push(book);
    url = /^<(.+)>; rel="next"$/.exec(reply.headers.get("Link") ?? "")?.[1];
  }
  return books;
}

const getRating = async (app: TestApp, bookId: BookId) =>
  app.db
    .select({ count: books.ratingCount, average: books.averageRating })
    .from(books)
    .where(eq(books.id, bookId));

describe("a change that a device made without a connection", () => {
  test("counts from when it was made: a later one of another device wins, twice is once", async ({ app }) => {
    const reader = await app.make.user();
    const [{ id: bookId }, { id: removed }] = [await app.make.book(), await app.make.book()];
    const save = (book: BookId, status: "paused" | "finished", age?: number) =>
      app.as(reader)(saveEntry, { params: { bookId: book }, body: { status, ...(age && { age }) } });

    await save(bookId, "paused", 60_000);
    expect(await save(bookId, "finished", 3_600_000)).toMatchObject({ status: "paused" });
    expect(await save(bookId, "finished", 30_000)).toMatchObject({ status: "finished" });
    expect(await save(bookId, "finished", 30_000)).toMatchObject({ status: "finished" });

    await save(removed, "paused");
    await app.as(reader)(deleteEntry, { params: { bookId: removed }, query: { age: 60_000 } });
    expect(await list(app, reader)).toHaveLength(2);
    await app.as(reader)(deleteEntry, { params: { bookId: removed }, query: {} });
    expect((await list(app, reader)).map(({ status }) => status)).toEqual(["finished"]);
  });
});

describe("the library", () => {
  test("is an array of entries with their books", async ({ app }) => {
    const reader = await app.make.user();
    const book = await app.make.book({ title: "Letters from the Road" });

    await app.as(reader)(saveEntry, { params: { bookId: book.id }, body: { status: "want-to-read" } });

    const [entry, ...others] = await list(app, reader);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      status: "want-to-read",
      progress: "0.0",
      lastFormat: null,
      rating: null,
      proposesFinished: false,
      book: { id: book.id, title: "Letters from the Road" },
    });
  });

  test("does not keep a finished book whose event could not be stored", async ({ app }) => {
    const user = await app.make.user();
    const { id: bookId } = await app.make.book();
    const jobs = { ...app.services.jobs, add: () => Promise.reject(new Error("The queue is unavailable.")) };
    const input = { params: { bookId }, body: { status: "finished" } } as const;

    await expect(saveLibraryEntry({ ...app.services, jobs, user }, input)).rejects.toThrow("queue");

    expect(await list(app, user)).toEqual([]);
  });

  test("is paged, each entry once, with a Link header", async ({ app }) => {
    const reader = await app.make.user();
    for (let n = 0; n < 5; n++) {
      const { id: bookId } = await app.make.book();
      app.setClock(addMinutes(Math.min(n, 2)));
      await app.as(reader)(saveEntry, { params: { bookId }, body: { status: "paused" } });
    }
    app.setClock(noon);

    const ids = (await listPages(app, reader, "limit=2&status=paused")).map(({ id }) => id);

    expect(new Set(ids).size).toBe(5);
    expect(ids).toHaveLength(5);
  });

  test("rejects foreign cursors, and more than 100 at once", async ({ app }) => {
    const reader = await app.make.user();

    for (const query of ["cursor=1_2", "cursor=abc", "limit=101", "limit=0"]) {
      expect((await app.fetch(`/api/user/library?${query}`, { as: reader })).status).toBe(400);
    }
  });

  test("omits hidden books", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.book();
    await app.as(reader)(saveEntry, { params: { bookId }, body: { status: "paused" } });

    await app.db.update(books).set({ state: "hidden" }).where(eq(books.id, bookId));

    expect(await list(app, reader)).toEqual([]);
    expect(await app.as(reader)(getLibraryCounts, {})).toMatchObject({ total: 0 });
  });

  test("fills a page despite hidden books", async ({ app }) => {
    const reader = await app.make.user();
    const [stored, hidden] = [await app.make.book(), await app.make.book()];
    for (const { id: bookId } of [stored, hidden])
      await app.as(reader)(saveEntry, { params: { bookId }, body: { status: "currently-reading" } });

    await app.db.update(books).set({ state: "hidden" }).where(eq(books.id, hidden.id));

    const page = await app.as(reader)(listLibrary, { query: { limit: 1 } });
    expect(page.map(({ book }) => book.id)).toEqual([stored.id]);
  });

  test("counts books by status", async ({ app }) => {
    const reader = await app.make.user();
    for (const status of ["finished", "finished", "paused"] as const) {
      const { id: bookId } = await app.make.book();
      await app.as(reader)(saveEntry, { params: { bookId }, body: { status } });
    }

    expect(await app.as(reader)(getLibraryCounts, {})).toEqual({
      total: 3,
      byStatus: {
        "want-to-read": 0,
        "currently-reading": 0,
        paused: 1,
        finished: 2,
        "did-not-finish": 0,
      },
    });
  });

  test("is private", async ({ app }) => {
    const [amina, yusuf] = [await app.make.user(), await app.make.user()];
    const { id: bookId } = await app.make.book();
    await app.as(amina)(saveEntry, { params: { bookId }, body: { status: "paused" } });

    await app.as(yusuf)(deleteEntry, { params: { bookId }, query: {} });

    expect(await list(app, yusuf)).toEqual([]);
    expect(await list(app, amina)).toHaveLength(1);
    expect(await findMyEntry(app.services, yusuf.id, bookId)).toBeNull();
    expect(await findMyEntry(app.services, amina.id, bookId)).toMatchObject({ status: "paused" });
  });

  test("is searched, filtered by format and sorted, page by page", async ({ app }) => {
    const reader = await app.make.user();
    const books = [
      { title: "The Zebra", authors: ["Amina"], hasEbook: true, hasAudiobook: false },
      { title: "Apples", authors: ["Zayd"], hasEbook: false, hasAudiobook: true },
      { title: "Mirrors", authors: ["Khalid"], hasEbook: true, hasAudiobook: true },
    ];
    for (const [n, fields] of books.entries()) {
      const { id: bookId } = await createPublishedBook(app.services, fields);
      app.setClock(addMinutes(n));
      await app.as(reader)(saveEntry, { params: { bookId }, body: { status: "paused" } });
    }
    const listTitles = async (query: InputOf<typeof listLibrary>["query"]) =>
      (await app.as(reader)(listLibrary, { query })).map(({ book }) => book.title);

    expect(await listTitles({ sort: "title" })).toEqual(["Apples", "Mirrors", "The Zebra"]);
    expect(await listTitles({ sort: "author" })).toEqual(["The Zebra", "Mirrors", "Apples"]);
    expect(await listTitles({ sort: "added" })).toEqual(["Mirrors", "Apples", "The Zebra"]);
    expect(await listTitles({ format: "ebook", sort: "title" })).toEqual(["Mirrors", "The Zebra"]);
    expect(await listTitles({ format: "audiobook", sort: "title" })).toEqual(["Apples", "Mirrors"]);
    expect(await listTitles({ search: "zebr" })).toEqual(["The Zebra"]);
    expect(await listTitles({ search: "nothing like it" })).toEqual([]);

    for (const sort of ["title", "author", "added", "recent"] as const) {
      const paged = await listPages(app, reader, `limit=2&sort=${sort}`);
      expect(paged.map(({ title }) => title)).toEqual(await listTitles({ sort }));
    }
    app.setClock(noon);
  });

  test("accepts visible books only", async ({ app }) => {
    const reader = await app.make.user();
    const { id: draft } = await app.make.book({ state: "draft" });

    for (const bookId of [draft, noBook]) {
      const input = { params: { bookId }, body: { status: "paused" } } as const;
      await expect(app.as(reader)(saveEntry, input)).rejects.toMatchObject({ status: 404 });
    }
  });
});

describe("continuing a book", () => {
  test("sets the status currently-reading", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.audiobook({ chapters: 3 });

    await read(app, reader, bookId, { chapter: 2, offset: 14, fraction: 0.4126 });

    const [entry] = await list(app, reader);
    expect(entry).toMatchObject({ status: "currently-reading", progress: "41.3", lastFormat: "audio" });
  });

  test.for([
    ["want-to-read", "currently-reading"],
    ["paused", "currently-reading"],
    ["currently-reading", "currently-reading"],
    ["finished", "finished"],
    ["did-not-finish", "did-not-finish"],
  ] as const)("turns %s into %s", async ([before, after], { app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.book();
    await app.as(reader)(saveEntry, { params: { bookId }, body: { status: before } });

    await read(app, reader, bookId, { cfi: "epubcfi(/6/4)", fraction: 0.2 });

    expect((await list(app, reader))[0]).toMatchObject({ status: after, lastFormat: "text" });
  });

  test("has the dates on which it was started and finished", async ({ app }) => {
    const reader = await app.make.user();
    const [{ id: bookId }, { id: finishedAtOnce }] = [await app.make.book(), await app.make.book()];
    const save = async (minute: number, status: LibraryStatus, book = bookId) => {
      app.setClock(addMinutes(minute));
      await app.as(reader)(saveEntry, { params: { bookId: book }, body: { status } });
      const [row] = await app.db.select().from(libraryEntries).where(eq(libraryEntries.bookId, book));
      return [row?.addedAt, row?.startedAt, row?.finishedAt];
    };

    expect(await save(1, "want-to-read")).toEqual([addMinutes(1), null, null]);
    expect(await save(2, "currently-reading")).toEqual([addMinutes(1), addMinutes(2), null]);
    expect(await save(3, "paused")).toEqual([addMinutes(1), addMinutes(2), null]);
    expect(await save(4, "finished")).toEqual([addMinutes(1), addMinutes(2), addMinutes(4)]);
    expect(await save(5, "finished")).toEqual([addMinutes(1), addMinutes(2), addMinutes(4)]);
    expect(await save(6, "currently-reading")).toEqual([addMinutes(1), addMinutes(2), null]);
    expect(await save(7, "finished", finishedAtOnce)).toEqual([addMinutes(7), addMinutes(7), addMinutes(7)]);
    app.setClock(noon);
  });

  test("before a status change does not revert it", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.book();
    await app.as(reader)(saveEntry, { params: { bookId }, body: { status: "paused" } });

    await read(app, reader, bookId, { fraction: 0.2 }, addMinutes(-5));

    expect((await list(app, reader))[0]).toMatchObject({ status: "paused", progress: "20.0" });
  });

  test("moves the book to the top", async ({ app }) => {
    const reader = await app.make.user();
    const [first, second] = [await app.make.book(), await app.make.book()];
    await read(app, reader, first.id, { fraction: 0.2 }, addMinutes(-9));
    await read(app, reader, second.id, { fraction: 0.2 }, addMinutes(-8));
    app.setClock(addMinutes(5));

    await read(app, reader, first.id, { fraction: 0.3 }, addMinutes(5));

    app.setClock(noon);
    expect((await list(app, reader)).map(({ book }) => book.id)).toEqual([first.id, second.id]);
  });

  test.for([
    ["text at 99 %", { cfi: "epubcfi(/6/4)", fraction: 0.99 }, true],
    ["text before", { cfi: "epubcfi(/6/4)", fraction: 0.98 }, false],
    ["audio with under 10 s left", { chapter: 3, offset: 51, fraction: 171 / 180 }, true],
    ["audio with more left", { chapter: 3, offset: 49, fraction: 169 / 180 }, false],
  ] as const)("proposes to mark it as finished: %s", async ([, locator, proposes], { app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.audiobook({ chapters: 3 });

    await read(app, reader, bookId, locator);

    const [entry] = await list(app, reader);
    expect(entry).toMatchObject({ status: "currently-reading", proposesFinished: proposes });
  });

  test("keeps the position when a removed book is added again", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.book();
    await read(app, reader, bookId, { fraction: 0.5 });
    await app.as(reader)(deleteEntry, { params: { bookId }, query: {} });
    expect(await list(app, reader)).toEqual([]);

    const entry = await app.as(reader)(saveEntry, { params: { bookId }, body: { status: "paused" } });

    expect(entry.progress).toBe("50.0");
  });
});

describe("rating", () => {
  test("updates the average at once", async ({ app }) => {
    const [amina, yusuf] = [await app.make.user(), await app.make.user()];
    const { id: bookId } = await app.make.book();

    await app.as(amina)(saveRating, { params: { bookId }, body: { stars: 4.5, text: "Kind and clear." } });
    await app.as(yusuf)(saveRating, { params: { bookId }, body: { stars: 2 } });
    expect(await getRating(app, bookId)).toEqual([{ count: 2, average: 3.25 }]);

    await app.as(yusuf)(saveRating, { params: { bookId }, body: { stars: 5 } });
    expect(await getRating(app, bookId)).toEqual([{ count: 2, average: 4.75 }]);

    await app.as(amina)(deleteRating, { params: { bookId }, query: {} });
    await app.as(yusuf)(deleteRating, { params: { bookId }, query: {} });
    expect(await getRating(app, bookId)).toEqual([{ count: 0, average: null }]);
  });

  test("stays when it was given after the deletion that a device sends late", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.book();
    const params = { bookId };
    await app.as(reader)(saveRating, { params, body: { stars: 4 } });

    await app.as(reader)(deleteRating, { params, query: { age: 60_000 } });
    expect(await getRating(app, bookId)).toEqual([{ count: 1, average: 4 }]);
    await app.db.update(reviews).set({ createdAt: new Date(app.services.clock().getTime() - 120_000) });
    await app.as(reader)(saveRating, { params, body: { stars: 5 } });
    await app.as(reader)(deleteRating, { params, query: { age: 60_000 } });
    expect(await getRating(app, bookId)).toEqual([{ count: 1, average: 5 }]);
    await app.db.update(reviews).set({ ratedAt: new Date(app.services.clock().getTime() - 90_000) });
    await app.as(reader)(deleteRating, { params, query: { age: 60_000 } });
    expect(await getRating(app, bookId)).toEqual([{ count: 0, average: null }]);
  });

  test("is recomputed for the books of a deleted account only", async ({ app }) => {
    const [leaving, staying] = [await app.make.user(), await app.make.user()];
    const [book, onlyTheirs, hidden, unrelated] = [
      await app.make.book(),
      await app.make.book(),
      await app.make.book(),
      await app.make.book({ ratingCount: 7, averageRating: 2.5 }),
    ];
    const scripture = await app.make.book({ kind: "scripture", ratingCount: 7, averageRating: 2.5 });
    const rate = (user: User, { id: bookId }: typeof book, halfStars: number, isHidden = false) =>
      app.db.insert(reviews).values({ userId: user.id, bookId, halfStars, isHidden });
    await rate(leaving, book, 2);
    await rate(staying, book, 9);
    await rate(leaving, onlyTheirs, 4);
    await rate(leaving, hidden, 4);
    await rate(staying, hidden, 10, true);
    await rate(staying, unrelated, 3);
    await rate(leaving, scripture, 3);

    await app.db.delete(users).where(eq(users.id, leaving.id));

    expect(await getRating(app, book.id)).toEqual([{ count: 1, average: 4.5 }]);
    expect(await getRating(app, onlyTheirs.id)).toEqual([{ count: 0, average: null }]);
    expect(await getRating(app, hidden.id)).toEqual([{ count: 0, average: null }]);
    expect(await getRating(app, unrelated.id)).toEqual([{ count: 7, average: 2.5 }]);
    expect(await getRating(app, scripture.id)).toEqual([{ count: 7, average: 2.5 }]);
  });

  test("counts concurrent ratings", async ({ app }) => {
    const { id: bookId } = await app.make.book();
    const readers = await Promise.all(Array.from({ length: 20 }, () => app.make.user()));

    await Promise.all(
      readers.map((reader, n) =>
        app.as(reader)(saveRating, { params: { bookId }, body: { stars: 1 + (n % 5) } }),
      ),
    );

    expect(await getRating(app, bookId)).toEqual([{ count: 20, average: 3 }]);
  });

  test("is in the user's own entry", async ({ app }) => {
    const [reader, other] = [await app.make.user(), await app.make.user()];
    const { id: bookId } = await app.make.book();
    await app.as(reader)(saveEntry, { params: { bookId }, body: { status: "finished" } });
    await app.as(other)(saveRating, { params: { bookId }, body: { stars: 4 } });

    await app.as(reader)(saveRating, { params: { bookId }, body: { stars: 0.5 } });

    expect((await list(app, reader)).map(({ rating }) => rating)).toEqual([0.5]);
  });

  test("is refused for scripture", async ({ app }) => {
    const reader = await app.make.user();
    const [scripture, other] = [await app.make.book({ kind: "scripture" }), await app.make.book()];
    const rate = ({ id: bookId }: typeof other) =>
      app.as(reader)(saveRating, { params: { bookId }, body: { stars: 5, text: "Read." } });

    await expect(rate(scripture)).rejects.toMatchObject({
      status: 403,
      problem: { reason: { code: "scripture_not_rated" } },
    });
    await rate(other);

    expect(
      await app.db
        .select({ bookId: reviews.bookId, text: reviews.text })
        .from(reviews)
        .where(eq(reviews.userId, reader.id)),
    ).toEqual([{ bookId: other.id, text: "Read." }]);
    expect(await getRating(app, scripture.id)).toEqual([{ count: 0, average: null }]);
  });

  test("is refused for the user's own book", async ({ app }) => {
    const [owner, author] = [await app.make.user(), await app.make.user({ isAuthor: true })];
    const { id: bookId } = await app.make.book({ ownerId: owner.id });
    const [person] = await app.db
      .insert(contributors)
      .values({ name: "An Author", normalizedName: randomUUID(), userId: author.id })
      .returning();
    await app.db
      .insert(bookContributors)
      .values({ bookId, contributorId: person?.id as never, role: "author" });

    for (const user of [owner, author]) {
      await expect(
        app.as(user)(saveRating, { params: { bookId }, body: { stars: 5 } }),
      ).rejects.toMatchObject({ status: 403 });
    }
  });

  test("requires a visible, released book", async ({ app }) => {
    const reader = await app.make.user();
    const { id: coming } = await app.make.book({ state: "scheduled" });
    const rate = (bookId: BookId, stars = 5) =>
      app.as(reader)(saveRating, { params: { bookId }, body: { stars } });

    await expect(rate(coming)).rejects.toMatchObject({ status: 403 });
    await expect(rate(noBook)).rejects.toMatchObject({ status: 404 });
    for (const stars of [0, 5.5, 1.3]) {
      const body = JSON.stringify({ stars });
      const headers = { "Content-Type": "application/json" };
      const path = `/api/user/library/${BookId.parse(coming)}/rating`;
      expect((await app.fetch(path, { as: reader, method: "PUT", body, headers })).status).toBe(400);
    }
  });
});

test("a reader's entries and ratings leave other readers' and other books' as they were", async ({ app }) => {
  const [reader, neighbour] = [await app.make.user(), await app.make.user()];
  const [book, other] = [await app.make.book(), await app.make.book()];
  for (const user of [reader, neighbour]) {
    for (const { id: bookId } of [book, other]) {
      await app.as(user)(saveEntry, { params: { bookId }, body: { status: "currently-reading" } });
      await app.as(user)(saveRating, { params: { bookId }, body: { stars: 4, text: "Good." } });
    }
  }
  const listOthers = async () => [
    await listRowsAbout(app.db, [neighbour.id]),
    (await listRowsAbout(app.db, [reader.id])).filter((row) => row.includes(other.id)),
  ];
  const before = await listOthers();
  const params = { bookId: book.id };

  await app.as(reader)(saveEntry, { params, body: { status: "paused" } });
  await app.as(reader)(saveRating, { params, body: { stars: 1, text: "Bad." } });
  expect(await listOthers()).toEqual(before);
  expect(await getRating(app, other.id)).toEqual([{ count: 2, average: 4 }]);
  await app.as(reader)(deleteRating, { params, query: {} });
  await app.as(reader)(deleteEntry, { params, query: {} });

  expect(await listOthers()).toEqual(before);
  expect(await getRating(app, book.id)).toEqual([{ count: 1, average: 4 }]);
});
