import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { booksContract } from "#shared/books/contract.ts";
import { libraryContract } from "#shared/library/contract.ts";
import { publishingContract } from "#shared/publishing/contract.ts";
import type { BookChanges } from "#shared/publishing/publishing-book.ts";
import { auditLog } from "#server/db/schema/accounts/accounts.ts";
import { narrations } from "#server/db/schema/books/ai-narration.ts";
import { books } from "#server/db/schema/books/books.ts";
import { genres, tropes } from "#server/db/schema/books/genres.ts";
import { notifications } from "#server/db/schema/system/notifications.ts";
import { indexBook } from "#server/features/books/service.ts";
import { listRowsAbout } from "#server/testing/rows-about.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

const {
  getPublishingBook,
  editBook,
  changeState,
  listChanges,
  restoreField,
  listAllBooks,
  countAllBooks,
  listOwnBooks,
  setCover,
  findNames,
} = publishingContract;

const { saveRating } = libraryContract;

const complete: BookChanges = {
  title: "The Lamp",
  credits: [{ name: "Amina Said", role: "author" }],
  genres: ["Reflection"],
  licence: "All rights reserved",
  provenance: "Written by the author.",
};

async function setUp(app: TestApp) {
  await app.db.insert(genres).values({ name: "Reflection" }).onConflictDoNothing();
  const [author, other, employee, reader] = [
    await app.make.user({ isAuthor: true }),
    await app.make.user({ isAuthor: true }),
    await app.make.user({ isEmployee: true }),
    await app.make.user(),
  ];
  const book = await app.make.audiobook({
    chapters: 2,
    state: "draft",
    ownerId: author.id,
    title: "Untitled",
  });
  return { author, other, employee, reader, bookId: book.id };
}

async function edit(app: TestApp, user: User, bookId: BookId, changes: BookChanges, version?: number) {
  const current = version ?? (await app.as(user)(getPublishingBook, { params: { bookId } })).version;
  return app.as(user)(editBook, { params: { bookId }, body: { version: current, changes } });
}

async function performAction(
  app: TestApp,
  user: User,
  bookId: BookId,
  action: Parameters<typeof send>[3]["action"],
  more: { reason?: string; releaseAt?: Date } = {},
) {
  const { version } = await app.as(user)(getPublishingBook, { params: { bookId } });
  return send(app, user, bookId, { version, action, ...more });
}

const send = (
  app: TestApp,
  user: User,
  bookId: BookId,
  body: {
    version: number;
    action: "submit" | "withdraw" | "publish" | "reject" | "hide" | "show" | "delete";
    reason?: string;
    releaseAt?: Date;
  },
) => app.as(user)(changeState, { params: { bookId }, body });

const getState = async (app: TestApp, bookId: BookId) =>
  (await app.db.select({ state: books.state }).from(books).where(eq(books.id, bookId)))[0]?.state;

describe("book fields", () => {
  test("are edited by their author, searchable, with history", async ({ app }) => {
    const { author, bookId } = await setUp(app);

    const edited = await edit(app, author, bookId, {
      ...complete,
      series: { name: "Evenings", position: 2 },
      tropes: ["Teacher and pupil"],
      isbns: ["978-3-16-148410-0"],
      publishedYear: 2024,
      isFree: false,
      language: "en-gb",
    });

    expect(edited.fields).toMatchObject({
      ...complete,
      series: { name: "Evenings", position: 2 },
      isbns: ["9783161484100"],
      isFree: false,
      language: "en-GB",
    });
    expect(edited.checks.filter(({ severity }) => severity === "blocks")).toEqual([]);
    const [row] = await app.db.select().from(books).where(eq(books.id, bookId));
    expect(row).toMatchObject({ author: "Amina Said", genre: "Reflection", normalizedTitle: "the lamp" });

    const { changes } = await app.as(author)(listChanges, { params: { bookId }, query: {} });
    const title = changes.find(({ field }) => field === "title");
    expect(title).toMatchObject({ before: "Untitled", after: "The Lamp" });
    const restored = await app.as(author)(restoreField, {
      params: { bookId, changeId: title?.id ?? expect.fail() },
      body: { version: edited.version },
    });
    expect(restored.fields.title).toBe("Untitled");
  });

  test("have their own chapters and owner, and the cover that their author chose", async ({ app }) => {
    const { author, other, bookId } = await setUp(app);
    const params = { bookId };
    const image = await sharp({ create: { width: 60, height: 90, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    const choose = async (user: User, content: BlobPart) => {
      const body = new FormData();
      body.append("file", new Blob([content]), "cover.png");
      const headers = { "sec-fetch-site": "same-origin" };
      const path = setCover.path.replace(":bookId", bookId);
      return (await app.fetch(path, { method: "PUT", as: user, headers, body })).status;
    };
    const hasOwnCover = async () => (await app.as(author)(getPublishingBook, { params })).hasOwnCover;

    expect(await choose(other, new Uint8Array(image))).toBe(404);
    expect(await choose(author, "no image")).toBe(422);
    await app.db.insert(tropes).values({ name: "Journeys" }).onConflictDoNothing();
    for (const names of [["Journeys"], []]) {
      expect((await edit(app, author, bookId, { tropes: names })).fields.tropes).toEqual(names);
    }
    const neighbour = await setUp(app);
    for (const [user, id] of [
      [author, bookId],
      [neighbour.author, neighbour.bookId],
    ] as const) {
      expect(await app.as(user)(getPublishingBook, { params: { bookId: id } })).toMatchObject({
        hasOwnCover: false,
        chapterCount: 2,
        owner: { username: user.username },
      });
    }
    const others = await listRowsAbout(app.db, [neighbour.bookId]);
    expect(await choose(author, new Uint8Array(image))).toBe(200);
    expect(await hasOwnCover()).toBe(true);
    expect(await listRowsAbout(app.db, [neighbour.bookId])).toEqual(others);
  });

  test("are not overwritten from an outdated version", async ({ app }) => {
    const { author, employee, bookId } = await setUp(app);
    const { version } = await app.as(author)(getPublishingBook, { params: { bookId } });
    await edit(app, employee, bookId, { title: "From staff" }, version);

    await expect(edit(app, author, bookId, { title: "From the author" }, version)).rejects.toMatchObject({
      status: 409,
      problem: { reason: { code: "book_changed" } },
    });
    expect((await app.as(author)(getPublishingBook, { params: { bookId } })).fields.title).toBe("From staff");
  });

  test("mark scripture, which keeps its reviews for itself and loses its AI narration", async ({ app }) => {
    const { employee, reader } = await setUp(app);
    const [scripture, other] = [await app.make.book(), await app.make.book()];
    for (const { id: bookId } of [scripture, other]) {
      await app.as(reader)(saveRating, { params: { bookId }, body: { stars: 2, text: "Well." } });
      await app.db
        .insert(narrations)
        .values({ bookId, run: randomUUID(), requestedAt: app.services.clock() });
    }
    const describeBook = async ({ id: bookId }: typeof other) => {
      const detail = await app.as(reader)(booksContract.getBook, { params: { bookId } });
      const { reviews, starCounts } = await app.as(null)(booksContract.listReviews, {
        params: { bookId },
        query: {},
      });
      const { kind, averageRating, ratingCount, canReview, myReview } = detail;
      const stars = starCounts.reduce((sum, count) => sum + count, 0);
      return [kind, averageRating, ratingCount, canReview, myReview?.stars, reviews.length, stars];
    };
    const rated = ["book", 2, 1, true, 2, 1, 1];

    await edit(app, employee, scripture.id, { kind: "scripture" });

    expect(await describeBook(scripture)).toEqual(["scripture", null, 0, false, undefined, 0, 0]);
    expect(await describeBook(other)).toEqual(rated);
    expect(await app.db.select({ bookId: narrations.bookId }).from(narrations)).toEqual([
      { bookId: other.id },
    ]);

    await edit(app, employee, scripture.id, { kind: "book" });
    expect(await describeBook(scripture)).toEqual(rated);
  });

  test("are private", async ({ app }) => {
    const { other, reader, author, bookId } = await setUp(app);
    for (const [user, status] of [
      [other, 404],
      [reader, 403],
    ] as const) {
      await expect(app.as(user)(getPublishingBook, { params: { bookId } })).rejects.toMatchObject({ status });
      await expect(edit(app, user, bookId, { title: "Mine" }, 1)).rejects.toMatchObject({ status });
      await expect(send(app, user, bookId, { version: 1, action: "delete" })).rejects.toMatchObject({
        status,
      });
    }
    await expect(edit(app, author, bookId, { isFeatured: true })).rejects.toMatchObject({ status: 403 });
    await expect(edit(app, author, bookId, { kind: "scripture" })).rejects.toMatchObject({ status: 403 });
    await expect(edit(app, author, bookId, { genres: ["A genre of my own"] })).rejects.toMatchObject({
      status: 400,
    });
    for (const contract of [listAllBooks, countAllBooks])
      await expect(app.as(author)(contract, { query: {} })).rejects.toMatchObject({ status: 403 });
  });

  test.for([
    [{ isbns: ["123"] }, "isbns"],
    [{ language: "english" }, "changes.language"],
    [{ title: "" }, "changes.title"],
  ] as const)("%j is refused", async ([changes], { app }) => {
    const { author, bookId } = await setUp(app);
    await expect(edit(app, author, bookId, changes as BookChanges)).rejects.toMatchObject({ status: 400 });
  });
});

describe("publication", () => {
  test("requires a complete, submitted book and approval by another person", async ({ app }) => {
    const { author, employee, bookId } = await setUp(app);
    await expect(performAction(app, author, bookId, "submit")).rejects.toMatchObject({
      status: 409,
      problem: { reason: { code: "book_incomplete" } },
    });
    await edit(app, author, bookId, complete);
    const submitted = await performAction(app, author, bookId, "submit");
    expect(submitted).toMatchObject({ state: "in-review", actions: ["withdraw"] });
    await expect(edit(app, author, bookId, { title: "Swapped" })).rejects.toMatchObject({ status: 409 });
    await expect(performAction(app, author, bookId, "publish")).rejects.toMatchObject({ status: 409 });

    expect(await performAction(app, employee, bookId, "publish")).toMatchObject({ state: "published" });

    expect(await app.as(null)(booksContract.getBook, { params: { bookId } })).toMatchObject({
      title: "The Lamp",
    });
    expect(app.listQueuedJobs()).toContain("books.released");
    const [notified] = await app.db.select().from(notifications).where(eq(notifications.userId, author.id));
    expect(notified).toMatchObject({ type: "book_decision", params: { state: "published" } });
    const [audited] = await app.db.select().from(auditLog).where(eq(auditLog.action, "book.publish"));
    expect(audited).toMatchObject({ actorId: employee.id, target: bookId });
  });

  test("is refused when the book changed after the review", async ({ app }) => {
    const { author, employee, bookId } = await setUp(app);
    await edit(app, author, bookId, complete);
    await performAction(app, author, bookId, "submit");
    const { version } = await app.as(employee)(getPublishingBook, { params: { bookId } });
    await performAction(app, author, bookId, "withdraw");
    await edit(app, author, bookId, { title: "Something else" });
    await performAction(app, author, bookId, "submit");

    await expect(send(app, employee, bookId, { version, action: "publish" })).rejects.toMatchObject({
      status: 409,
    });
    expect(await getState(app, bookId)).toBe("in-review");
  });

  test("can be rejected with a reason for the author", async ({ app }) => {
    const { author, employee, bookId } = await setUp(app);
    await edit(app, author, bookId, complete);
    await performAction(app, author, bookId, "submit");
    await expect(performAction(app, employee, bookId, "reject")).rejects.toMatchObject({ status: 400 });

    await performAction(app, employee, bookId, "reject", { reason: "The licence is not clear." });

    const visible = await app.as(author)(getPublishingBook, { params: { bookId } });
    expect(visible).toMatchObject({ state: "rejected", stateReason: "The licence is not clear." });
    expect(visible.actions).toEqual(["submit", "withdraw", "delete"]);
  });

  test("can be scheduled", async ({ app }) => {
    const { author, employee, bookId } = await setUp(app);
    await edit(app, author, bookId, complete);
    await performAction(app, author, bookId, "submit");
    const releaseAt = new Date(app.services.clock().getTime() + 3_600_000);

    expect(await performAction(app, employee, bookId, "publish", { releaseAt })).toMatchObject({
      state: "scheduled",
      releaseAt,
    });
    expect((await app.as(null)(booksContract.getBook, { params: { bookId } })).isComingSoon).toBe(true);
  });

  test("is reverted by its author or staff, each undoing their own only", async ({ app }) => {
    const { author, employee, bookId } = await setUp(app);
    await app.db.update(books).set({ state: "published" }).where(eq(books.id, bookId));
    await performAction(app, author, bookId, "hide");
    expect(await getState(app, bookId)).toBe("hidden");
    await performAction(app, author, bookId, "show");
    await performAction(app, employee, bookId, "hide", { reason: "A complaint by the rights holder." });

    await expect(performAction(app, author, bookId, "show")).rejects.toMatchObject({ status: 409 });
    await expect(app.as(null)(booksContract.getBook, { params: { bookId } })).rejects.toMatchObject({
      status: 404,
    });
    await performAction(app, employee, bookId, "show");
    expect(await getState(app, bookId)).toBe("published");
  });

  test("takes one of twenty concurrent decisions", async ({ app }) => {
    const { author, employee, bookId } = await setUp(app);
    await edit(app, author, bookId, complete);
    await performAction(app, author, bookId, "submit");
    const { version } = await app.as(employee)(getPublishingBook, { params: { bookId } });

    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => send(app, employee, bookId, { version, action: "publish" })),
    );

    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await app.db.$count(notifications, eq(notifications.userId, author.id))).toBe(1);
  });

  test("a draft is deleted by its author; a published book is not", async ({ app }) => {
    const { author, bookId } = await setUp(app);
    expect(await performAction(app, author, bookId, "delete")).toBeNull();
    expect(await getState(app, bookId)).toBeUndefined();
  });
});

test("changes and decisions on one book leave another author's book as it was", async ({ app }) => {
  const [own, neighbour] = [await setUp(app), await setUp(app)];
  const shared = { ...complete, series: { name: "Evenings", position: 1 }, tropes: ["Teacher and pupil"] };
  for (const { author, bookId } of [own, neighbour]) {
    await edit(app, author, bookId, shared);
    await performAction(app, author, bookId, "submit");
  }
  const [change] = (
    await app.as(neighbour.author)(listChanges, { params: { bookId: neighbour.bookId }, query: {} })
  ).changes;
  const draft = await app.make.audiobook({ chapters: 1, state: "draft", ownerId: own.author.id });
  const ids = [neighbour.bookId, neighbour.author.id];
  const before = await listRowsAbout(app.db, ids);

  const { author, employee, bookId } = own;
  await performAction(app, employee, bookId, "reject", { reason: "The licence is not clear." });
  await performAction(app, author, bookId, "withdraw");
  await edit(app, author, bookId, {
    title: "Changed",
    genres: [],
    tropes: [],
    series: null,
    credits: [{ name: "Omar Said", role: "author" }],
  });
  const { version } = await edit(app, author, bookId, shared);
  await expect(
    app.as(author)(restoreField, {
      params: { bookId, changeId: change?.id ?? expect.fail() },
      body: { version },
    }),
  ).rejects.toMatchObject({ status: 404 });
  const { changes } = await app.as(author)(listChanges, { params: { bookId }, query: { limit: 100 } });
  expect(changes.map(({ id }) => id)).not.toContain(change?.id);
  await performAction(app, author, bookId, "submit");
  await performAction(app, employee, bookId, "publish");
  await performAction(app, author, bookId, "hide");
  await performAction(app, author, draft.id, "delete");

  expect(await listRowsAbout(app.db, ids)).toEqual(before);
});

describe("book lists", () => {
  test("contain an author's own books, and all for staff, with search, filters and pages", async ({
    app,
  }) => {
    const { author, other, employee, bookId } = await setUp(app);
    await edit(app, author, bookId, { title: "Qandil of the harbour" });
    const mentioning = await app.make.book({ state: "draft", description: "A qandil in the harbour." });
    await indexBook(app.db, mentioning.id);

    const own = await app.as(author)(listOwnBooks, { query: {} });
    expect(own.books.map(({ id }) => id)).toEqual([bookId]);
    expect((await app.as(other)(listOwnBooks, { query: {} })).books).toEqual([]);

    const found = await app.as(employee)(listAllBooks, { query: { search: "qandil har", state: "draft" } });
    expect(found.books.map(({ id }) => id)).toEqual([bookId]);
    expect(found.total).toBe(1);
    expect(found.books[0]?.ownerName).toBe(`${author.firstName} Test`);
    expect(own.books[0]?.ownerName).toBe(`${author.firstName} T.`);
    expect(
      (await app.as(employee)(listAllBooks, { query: { search: "qandil", state: "published" } })).books,
    ).toEqual([]);

    const site = await app.make.book({
      ...{ title: "Qandil of the site", state: "draft", language: "ar" },
      ...{ isFree: false, isFeatured: true, hasEbook: true },
    });
    await indexBook(app.db, site.id);
    for (const [ofAuthor, ofSite] of [
      [{ owner: "authors" }, { owner: "site" }],
      [{ format: "audiobook" }, { format: "ebook" }],
      [{ language: "en" }, { language: "ar" }],
      [{ isFree: true }, { isFree: false }],
      [{ isFeatured: false }, { isFeatured: true }],
    ] as const) {
      const list = async (filter: object) =>
        (await app.as(employee)(listAllBooks, { query: { search: "qandil", ...filter } })).books;
      expect((await list(ofAuthor)).map(({ id }) => id)).toEqual([bookId]);
      expect((await list(ofSite)).map(({ id }) => id)).toEqual([site.id]);
    }

    for (let n = 0; n < 5; n++) await app.make.book({ title: `Paged ${n}` });
    const visible: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { books: { id: string }[]; nextCursor: string | null } = await app.as(employee)(
        listAllBooks,
        {
          query: { sortBy: "title", limit: 2, ...(cursor && { cursor }) },
        },
      );
      visible.push(...page.books.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(new Set(visible).size).toBe(visible.length);
    expect(visible.length).toBe(await app.db.$count(books));
  });

  test("find names in any spelling, except in drafts of others", async ({ app }) => {
    const { author, other, bookId } = await setUp(app);
    await edit(app, author, bookId, { credits: [{ name: "Ḥasan al-Baṣrī", role: "author" }] });

    const { names } = await app.as(author)(findNames, { query: { kind: "contributor", search: "hasan" } });

    expect(names).toContain("Ḥasan al-Baṣrī");
    const search = (by: User, text: string) =>
      app.as(by)(findNames, { query: { kind: "contributor", search: text } });
    expect((await search(author, "qqq")).names).toEqual([]);
    expect((await search(author, "")).names).toContain("Ḥasan al-Baṣrī");
    const seenByOther = await app.as(other)(findNames, { query: { kind: "contributor", search: "hasan" } });
    expect(seenByOther.names).toEqual([]);
  });
});
