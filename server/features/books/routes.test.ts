import { sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { sessionContract } from "#shared/accounts/session-contract.ts";
import { type Book, BookId, ContributorId } from "#shared/books/book.ts";
import { type BookQuery, booksContract } from "#shared/books/contract.ts";
import { bookRedirects, books } from "#server/db/schema/books/books.ts";
import { bookTropes, tropes } from "#server/db/schema/books/genres.ts";
import { reviews } from "#server/db/schema/books/reviews.ts";
import { createPublishedBook } from "#server/testing/books/create-published-book.ts";
import { noBook } from "#server/testing/factories.ts";
import { readReply } from "#server/testing/read-reply.ts";
import { test as baseTest } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

const api = booksContract;
const toDate = (n: number) => new Date(`2026-01-${String(n).padStart(2, "0")}T00:00:00Z`);

const test = baseTest.extend<{ shelf: readonly Book["id"][] }>({
  shelf: [
    async ({ app }, use) => {
      const ids: Book["id"][] = [];
      for (let n = 1; n <= 10; n++) {
        const { id } = await createPublishedBook(app.services, {
          title: `Title ${String.fromCharCode(75 - n)}`,
          authors: [n % 2 ? "Odd Author" : "Even Author"],
          genres: n <= 3 ? ["History", "Travel"] : ["Poetry"],
          language: n === 4 ? "ar" : "en",
          hasEbook: n !== 5,
          hasAudiobook: n === 5 || n === 6,
          isFree: n !== 7,
          averageRating: n <= 4 ? n + 0.5 : null,
          popularity: (n * 7) % 10,
          createdAt: toDate(n),
        });
        ids.push(id);
      }
      await createPublishedBook(app.services, {
        title: "A Draft",
        state: "draft",
        genres: ["Secrets"],
        authors: ["Nobody Yet"],
      });
      await createPublishedBook(app.services, { title: "Hidden", state: "hidden" });
      await use(ids);
    },
    { scope: "file" },
  ],
});

const listBooks = async (app: TestApp, query: BookQuery) =>
  (await app.as(null)(api.listBooks, { query })).books;

/** Every page, one after the other. */
async function collectPages(app: TestApp, query: BookQuery): Promise<Book[]> {
  const collected: Book[] = [];
  let { cursor } = query;
  do {
    const page = await app.as(null)(api.listBooks, { query: { ...query, cursor } });
    collected.push(...page.books);
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return collected;
}

describe("the list of books", () => {
  test("is newest first, with an exact count, of published books only", async ({ app, shelf }) => {
    const page = await app.as(null)(api.listBooks, { query: {} });

    expect(page.books.map(({ id }) => id)).toEqual([...shelf].reverse());
    expect(page).toMatchObject({ total: 10, isTotalCapped: false, nextCursor: null, searchedFor: null });
  });

  test.for<[string, BookQuery, readonly number[]]>([
    ["oldest first", { sortOrder: "asc" }, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
    ["by title", { sortBy: "title" }, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]],
    ["by title backwards", { sortBy: "title", sortOrder: "desc" }, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
    ["by popularity", { sortBy: "popularity" }, [7, 4, 1, 8, 5, 2, 9, 6, 3, 10]],
    ["by relevance to nothing: newest", { sortBy: "relevance", limit: 2 }, [10, 9]],
    ["of a genre", { genre: "History" }, [3, 2, 1]],
    ["of a second genre, in any case", { genre: "travel" }, [3, 2, 1]],
    ["of an author by name, normalized", { author: "ODD author" }, [9, 7, 5, 3, 1]],
    ["in a language", { language: "ar" }, [4]],
    ["to read", { format: "ebook", genre: "Poetry" }, [10, 9, 8, 7, 6, 4]],
    ["to hear", { format: "audiobook" }, [6, 5]],
    ["to read and to hear", { format: "both" }, [6]],
    ["premium", { isFree: false }, [7]],
    ["by several filters at once", { isFree: true, author: "Odd Author", genre: "Poetry" }, [9, 5]],
    ["of a genre that is none", { genre: "Nothing" }, []],
    ["of an author who is none", { author: "Nobody" }, []],
    ["of an id that is none", { author: noBook }, []],
    ["of a genre of drafts", { genre: "Secrets" }, []],
  ])("is filtered and sorted: %s", async ([, query, numbers], { app, shelf }) => {
    const expected = numbers.map((n) => shelf[n - 1]);

    const page = await app.as(null)(api.listBooks, { query });

    expect(page.books.map(({ id }) => id)).toEqual(expected);
    const isWhole = query.limit === undefined;
    expect(page.total).toBe(isWhole ? expected.length : 10);
  });

  test("sorts unrated books last in both directions, without the displayed 4.5", async ({ app, shelf }) => {
    const best = await listBooks(app, { sortBy: "averageRating" });
    const worst = await listBooks(app, { sortBy: "averageRating", sortOrder: "asc" });

    expect(best.slice(0, 4).map(({ id }) => id)).toEqual([shelf[3], shelf[2], shelf[1], shelf[0]]);
    expect(worst.slice(0, 4).map(({ id }) => id)).toEqual([shelf[0], shelf[1], shelf[2], shelf[3]]);
    expect(best.slice(4).map(({ averageRating }) => averageRating)).toEqual(Array(6).fill(null));
    expect(worst.slice(4).map(({ averageRating }) => averageRating)).toEqual(Array(6).fill(null));
  });

  test.for<BookQuery>([
    {},
    { sortOrder: "asc" },
    { sortBy: "averageRating" },
    { sortBy: "averageRating", sortOrder: "asc" },
    { sortBy: "title" },
    { sortBy: "popularity" },
    { genre: "Poetry" },
    { search: "title" },
    { search: "title", sortBy: "createdAt" },
    { search: "title", sortBy: "averageRating", format: "ebook" },
  ])("has the same books page by page: %j", async (query, { app, shelf }) => {
    const fullList = await listBooks(app, { ...query, limit: 100 });

    const pieces = await collectPages(app, { ...query, limit: 3 });

    expect(shelf).toHaveLength(10);
    expect(pieces.map(({ id }) => id)).toEqual(fullList.map(({ id }) => id));
  });

  test("is stable while books are added, even in the same microsecond", async ({ app, shelf }) => {
    const timestamps = [1, 2, 3, 4].map((n) => `2025-06-01T00:00:00.00000${n % 2}Z`);
    for (const at of timestamps) {
      const { id } = await createPublishedBook(app.services, { title: "Twin" });
      await app.db.execute(sql`update books set created_at = ${at}::timestamptz where id = ${id}`);
    }
    const first = await app.as(null)(api.listBooks, { query: { limit: 4 } });
    await createPublishedBook(app.services, { title: "Newcomer", createdAt: toDate(30) });

    const rest = await collectPages(app, { limit: 1, cursor: first.nextCursor ?? undefined });

    const collected = [...first.books, ...rest].map(({ id }) => id);
    expect(new Set(collected).size).toBe(collected.length);
    expect(collected).toHaveLength(14);
    expect(collected.slice(0, 10)).toEqual([...shelf].reverse());
    await app.db.execute(sql`delete from books where title in ('Twin', 'Newcomer')`);
  });

  test("rejects cursors of other lists, damaged and forged ones", async ({ app, shelf }) => {
    const call = app.as(null);
    const { nextCursor } = await call(api.listBooks, { query: { limit: 2 } });
    const rejected = { status: 400, problem: { code: "invalid_input" } };
    const cursor = nextCursor ?? "";

    expect(shelf).toHaveLength(10);
    await expect(call(api.listBooks, { query: { cursor, genre: "Poetry" } })).rejects.toMatchObject(rejected);
    await expect(call(api.listBooks, { query: { cursor, sortBy: "title" } })).rejects.toMatchObject(rejected);
    await expect(call(api.listBooks, { query: { cursor: cursor.slice(3) } })).rejects.toMatchObject(rejected);
    await expect(call(api.listBooks, { query: { cursor: "AAAA" } })).rejects.toMatchObject(rejected);
    const [mark, , id] = JSON.parse(Buffer.from(cursor, "base64url").toString());
    const forged = Buffer.from(JSON.stringify([mark, "yesterday'; drop", id])).toString("base64url");
    await expect(call(api.listBooks, { query: { cursor: forged } })).rejects.toMatchObject(rejected);
  });

  test.for([
    "limit=0",
    "limit=101",
    "limit=ten",
    "sortBy=price",
    "sortOrder=up",
    "isFree=perhaps",
    "format=scroll",
    "secret=1",
    `search=${"a".repeat(201)}`,
  ])("refuses %s", async (query, { app }) => {
    expect((await app.fetch(`/api/books?${query}`)).status).toBe(400);
  });

  test("needs as many statements for many books as for few", async ({ app, shelf }) => {
    const count = async (query: BookQuery) => {
      const before = await countStatements(app);
      await listBooks(app, query);
      return (await countStatements(app)) - before;
    };
    await listBooks(app, { genre: "Poetry" });

    expect(shelf).toHaveLength(10);
    expect(await count({ limit: 10, genre: "Poetry" })).toBe(await count({ limit: 1, genre: "Poetry" }));
    expect(await count({ limit: 10 })).toBeLessThanOrEqual(2);
    expect(await count({ limit: 10, search: "title" })).toBe(await count({ limit: 1, search: "title" }));
  });
});

/** The number of statements that this app has sent. */
async function countStatements({ db }: TestApp): Promise<number> {
  return sent.get(db) ?? watch(db);
}
const sent = new WeakMap<object, number>();
function watch(db: TestApp["db"]): number {
  const pool = (db as unknown as { $client: { query: (...args: unknown[]) => unknown } }).$client;
  const query = pool.query.bind(pool);
  pool.query = (...args: unknown[]) => {
    sent.set(db, (sent.get(db) ?? 0) + 1);
    return query(...args);
  };
  sent.set(db, 0);
  return 0;
}

describe("book rows", () => {
  test("show the newest, best and coming books, six by default", async ({ app, shelf }) => {
    const call = app.as(null);
    const soon = await createPublishedBook(app.services, {
      title: "Soon",
      state: "scheduled",
      releaseAt: toDate(20),
    });
    const later = await createPublishedBook(app.services, {
      title: "Later",
      state: "scheduled",
      releaseAt: toDate(25),
    });

    const [latest, best, coming] = [
      await call(api.listLatest, { query: {} }),
      await call(api.listTopRated, { query: { limit: 2 } }),
      await call(api.listComingSoon, { query: {} }),
    ];

    expect(latest.map(({ id }) => id)).toEqual(shelf.slice(4).reverse());
    expect(best.map(({ id }) => id)).toEqual([shelf[3], shelf[2]]);
    expect(coming.map(({ id }) => id)).toEqual([soon.id, later.id]);
    expect(coming[0]).toMatchObject({ isComingSoon: true, releaseAt: toDate(20) });
    expect((await listBooks(app, { search: "Soon" })).map(({ id }) => id)).toEqual([soon.id]);
  });

  test("show every coming book, page by page, undated ones last", async ({ app }) => {
    const created: { id: string }[] = [];
    for (const releaseAt of [toDate(20), toDate(20), toDate(21), null, null])
      created.push(await createPublishedBook(app.services, { title: "Soon", state: "scheduled", releaseAt }));
    const collected: string[] = [];

    let url: string | undefined = `${api.listComingSoon.path}?limit=1`;
    while (url) {
      const response: Response = await app.fetch(url);
      collected.push(...((await response.json()) as { id: string }[]).map(({ id }) => id));
      url = /^<(.+)>; rel="next"$/.exec(response.headers.get("Link") ?? "")?.[1];
    }

    const listIds = (from: number, to: number) =>
      created
        .slice(from, to)
        .map(({ id }) => id)
        .sort();
    const own = collected.filter((id) => created.some((book) => book.id === id));
    expect(own).toEqual([...listIds(0, 2), ...listIds(2, 3), ...listIds(3, 5)]);
  });

  test("list public genres, languages and authors with their counts", async ({ app, shelf }) => {
    const call = app.as(null);
    app.setClock(new Date("2026-03-01T13:00:00Z"));
    await call(api.listGenres, {});
    const genres = await call(api.listGenres, {});
    const { languages, authors } = await call(api.listFilters, {});

    expect(shelf).toHaveLength(10);
    expect(genres.map(({ name, bookCount }) => [name, bookCount])).toEqual([
      ["History", 3],
      ["Poetry", 7],
      ["Travel", 3],
    ]);
    expect(languages).toEqual([
      { code: "en", bookCount: 9 },
      { code: "ar", bookCount: 1 },
    ]);
    expect(authors.map(({ name, bookCount }) => [name, bookCount])).toEqual([
      ["Even Author", 5],
      ["Odd Author", 5],
    ]);
  });
});

describe("book details", () => {
  test("show everything with the access of a guest", async ({ app, shelf }) => {
    const original = await createPublishedBook(app.services, { title: "الأصل", language: "ar" });
    const created = await createPublishedBook(app.services, {
      title: "The Translation",
      subtitle: "A Tale",
      authors: ["Second Writer", "First Writer"],
      narrators: ["A Voice"],
      genres: ["Stories", "Children"],
      series: "The Long Road",
      seriesPosition: 2,
      originalId: original.id,
      coverHash: "0123456789abcdef",
      hasEbook: true,
      publishedYear: 2020,
    });
    const [trope] = await app.db.insert(tropes).values({ name: "Journeys" }).returning();
    await app.db.insert(bookTropes).values({ bookId: created.id, tropeId: trope?.id ?? "" });

    const book = await app.as(null)(api.getBook, { params: { bookId: created.id } });

    expect(shelf).toHaveLength(10);
    expect(book).toMatchObject({
      title: "The Translation",
      author: "Second Writer, First Writer",
      genre: "Stories",
      genres: ["Stories", "Children"],
      tropes: ["Journeys"],
      series: { name: "The Long Road", position: 2, next: null },
      original: { id: original.id, title: "الأصل" },
      coverImageUrl: `/covers/${created.id}/0123456789abcdef-320.webp`,
      access: { isVisible: true, read: "sample", listen: "none", canDownload: false, needs: "sign-in" },
      myEntry: null,
    });
    expect(book.contributors.map(({ name, role }) => [name, role])).toEqual([
      ["Second Writer", "author"],
      ["First Writer", "author"],
      ["A Voice", "narrator"],
    ]);
  });

  test("name the next published book of the series", async ({ app }) => {
    const createPart = (title: string, seriesPosition: number, state: "published" | "draft" = "published") =>
      createPublishedBook(app.services, { title, series: "In Parts", seriesPosition, state });
    const [first, , third] = [
      await createPart("One", 1),
      await createPart("Two", 2, "draft"),
      await createPart("Three", 3),
    ];
    const getNext = async ({ id }: { id: string }) =>
      (await app.as(null)(api.getBook, { params: { bookId: id } })).series?.next;

    expect(await getNext(first)).toEqual({ id: third.id, title: "Three" });
    expect(await getNext(third)).toBeNull();
  });

  test("reveal nothing before publication, not even the id", async ({ app }) => {
    const [owner, reader, employee] = [
      await app.make.user({ isAuthor: true }),
      await app.make.user(),
      await app.make.user({ isEmployee: true }),
    ];
    const draft = await createPublishedBook(app.services, {
      title: "Not yet",
      state: "draft",
      ownerId: owner.id,
    });
    const fetchText = async (id: string, user: typeof reader | null) => {
      const reply = await app.fetch(`/api/books/${id}`, { as: user });
      return [reply.status, await readReply(reply)];
    };

    const missing = await fetchText(noBook, reader);
    expect(missing[0]).toBe(404);
    expect(await fetchText(draft.id, reader)).toEqual(missing);
    expect(await fetchText(draft.id, null)).toEqual(missing);
    expect(await fetchText("no-such-book", null)).toEqual(missing);
    for (const path of ["similar", "reviews"]) {
      const known = await app.fetch(`/api/books/${draft.id}/${path}`, { as: reader });
      const unknown = await app.fetch(`/api/books/${noBook}/${path}`, { as: reader });
      expect([known.status, await readReply(known)]).toEqual([404, await readReply(unknown)]);
    }
    expect((await fetchText(draft.id, owner))[0]).toBe(200);
    expect((await fetchText(draft.id, employee))[0]).toBe(200);
  });

  test("do not name a hidden original", async ({ app }) => {
    const original = await createPublishedBook(app.services, { title: "A secret original", state: "draft" });
    const created = await createPublishedBook(app.services, { title: "Open", originalId: original.id });
    const employee = await app.make.user({ isEmployee: true });
    const params = { bookId: created.id };

    expect((await app.as(null)(api.getBook, { params })).original).toBeNull();
    expect((await app.as(employee)(api.getBook, { params })).original?.title).toBe("A secret original");
  });

  test("are found by an old id of any form", async ({ app, shelf }) => {
    const [bookId = noBook] = shelf;
    const old = ["11111111-1111-4111-8111-111111111111", "old-book-42", "كتاب قديم"];
    await app.db.insert(bookRedirects).values(old.map((oldId) => ({ oldId, bookId })));

    for (const oldId of old) {
      expect((await app.as(null)(api.getBook, { params: { bookId: oldId } })).id).toBe(bookId);
    }
  });

  test("contain the user's own entry only", async ({ app, shelf }) => {
    const [amina, yusuf] = [await app.make.user(), await app.make.user()];
    const params = { bookId: shelf[0] ?? noBook };
    await app.fetch(`/api/user/library/${params.bookId}`, {
      as: amina,
      method: "PUT",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ status: "paused" }),
    });

    expect((await app.as(amina)(api.getBook, { params })).myEntry?.status).toBe("paused");
    expect((await app.as(yusuf)(api.getBook, { params })).myEntry).toBeNull();
  });

  test("list similar books in its language first, then by author and genre, without those of its series", async ({
    app,
  }) => {
    const make = (title: string, more: object) => createPublishedBook(app.services, { title, ...more });
    const self = await make("One", { series: "S", authors: ["X"], genres: ["G"] });
    await make("Two", { series: "S", authors: ["X"], genres: ["G"] });
    const ofAuthor = await make("Three", { authors: ["X"] });
    const ofGenre = await make("Four", { genres: ["G"] });
    const translated = await make("Three in Arabic", { authors: ["X"], genres: ["G"], language: "ar" });
    await make("Five", { genres: ["Other"], series: "T" });
    await make("Six", { series: "S", state: "draft" });

    const similar = await app.as(null)(api.listSimilar, { params: { bookId: self.id }, query: {} });

    expect(similar.map(({ id }) => id)).toEqual([ofAuthor.id, ofGenre.id, translated.id]);
  });
});

describe("reviews", () => {
  test("are newest first, page by page, with short names, without hidden and empty ones", async ({ app }) => {
    const { id: bookId } = await createPublishedBook(app.services, { title: "Reviewed" });
    const [amina, yusuf, layla, hidden] = [
      await app.make.user({ firstName: "Amina", lastName: "Rahman" }),
      await app.make.user({ firstName: "Yusuf", lastName: "" }),
      await app.make.user(),
      await app.make.user(),
    ];
    const rows = [
      { userId: amina.id, halfStars: 9, text: "Good.", createdAt: toDate(1) },
      { userId: yusuf.id, halfStars: 5, text: "Fair.", createdAt: toDate(2), hasSpoiler: true },
      { userId: layla.id, halfStars: 7, text: "", createdAt: toDate(3) },
      { userId: hidden.id, halfStars: 1, text: "Rude.", createdAt: toDate(4), isHidden: true },
    ];
    await app.db.insert(reviews).values(rows.map((row) => ({ bookId, ...row })));
    const loadPage = (cursor?: string) =>
      app.as(amina)(api.listReviews, { params: { bookId }, query: { limit: 1, cursor } });

    const first = await loadPage();
    const second = await loadPage(first.nextCursor ?? undefined);

    expect(first).toMatchObject({
      total: 2,
      reviews: [{ readerName: "Yusuf", stars: 2.5, hasSpoiler: true, isMine: false }],
    });
    expect(second).toMatchObject({
      nextCursor: null,
      reviews: [{ readerName: "Amina R.", stars: 4.5, text: "Good.", isMine: true }],
    });
    expect(JSON.stringify([first, second])).not.toContain("@");
    expect(first.reviews[0]?.readerUsername).toBeNull();
    await app.as(yusuf)(sessionContract.updatePreferences, { body: { profileShows: ["bio"] } });
    expect((await loadPage()).reviews[0]?.readerUsername).toBe(yusuf.username);
    const ofGuest = await app.as(null)(api.listReviews, { params: { bookId }, query: {} });
    expect(ofGuest.reviews.map(({ readerUsername }) => readerUsername)).toEqual([null, null]);
    await expect(
      app.as(null)(api.listReviews, { params: { bookId: noBook }, query: {} }),
    ).rejects.toMatchObject({ status: 404 });
  });
});

describe("a contributor page", () => {
  test("shows public books by role", async ({ app }) => {
    await createPublishedBook(app.services, { title: "Written", authors: ["خديجة"], createdAt: toDate(1) });
    const both = await createPublishedBook(app.services, {
      title: "Read aloud",
      narrators: ["خديجة"],
      createdAt: toDate(2),
    });
    await createPublishedBook(app.services, { title: "A secret", authors: ["خديجة"], state: "draft" });
    const { contributors } = await app.as(null)(api.getBook, { params: { bookId: both.id } });
    const contributorId = contributors[0]?.id ?? ContributorId.parse("");

    const person = await app.as(null)(api.getContributor, { params: { contributorId } });

    expect(person).toMatchObject({ name: "خديجة", direction: "rtl" });
    expect(person.books.map(({ role, book }) => [role, book.title])).toEqual([
      ["narrator", "Read aloud"],
      ["author", "Written"],
    ]);
  });

  test("is not found for contributors of drafts only", async ({ app, shelf }) => {
    expect(shelf).toHaveLength(10);
    const { rows } = await app.db.execute<{ id: string }>(
      sql`select id from contributors where name = 'Nobody Yet'`,
    );
    const known = await app.fetch(`/api/authors/${rows[0]?.id}`);
    const unknown = await app.fetch(`/api/authors/${noBook}`);

    expect([known.status, await readReply(known)]).toEqual([404, await readReply(unknown)]);
  });
});

test("no list contains server-only fields", async ({ app, shelf }) => {
  const text = await (await app.fetch("/api/books?search=title")).text();

  expect(shelf).toHaveLength(10);
  expect(Object.keys(JSON.parse(text).books[0])).not.toContain("state");
  for (const secret of [
    "searchVector",
    "sourceHash",
    "ownerId",
    "normalizedTitle",
    "sortValue",
    "createdText",
  ]) {
    expect(text).not.toContain(secret);
  }
  expect(BookId.parse(JSON.parse(text).books[0].id)).toBeTruthy();
  expect(await app.db.$count(books)).toBeGreaterThan(10);
});
