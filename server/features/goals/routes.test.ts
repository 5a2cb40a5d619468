import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { GoalId, goalsContract, maxBookGoals, type NewGoal } from "#shared/goals/contract.ts";
import { libraryContract } from "#shared/library/contract.ts";
import { positionsContract } from "#shared/positions/contract.ts";
import { activityContract } from "#shared/reading-activity/contract.ts";
import { SessionId } from "#shared/reading-activity/session.ts";
import { ebooks } from "#server/db/schema/books/formats.ts";
import { noBook } from "#server/testing/factories.ts";
import { listRowsAbout } from "#server/testing/rows-about.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

const { listGoals, saveGoal, deleteGoal } = goalsContract;

const today = "2026-03-01";
const createId = () => GoalId.parse(randomUUID());
const utc = { zone: "UTC" };

const put = (app: TestApp, user: User, body: NewGoal, goalId = createId()) =>
  app.as(user)(saveGoal, { params: { goalId }, query: utc, body });

const listOwnGoals = (app: TestApp, user: User, zone = "UTC") => app.as(user)(listGoals, { query: { zone } });

async function read(app: TestApp, user: User, day: string, minutes: number, pages = 0) {
  const startedAt = new Date(`${day}T08:00:00Z`);
  const endedAt = new Date(startedAt.getTime() + minutes * 60_000);
  const body = { kind: "reading" as const, title: "A paper book", startedAt, endedAt, zone: "UTC", pages };
  await app.as(user)(activityContract.addSession, {
    params: { sessionId: SessionId.parse(randomUUID()) },
    body,
  });
}

/** A book with a number of pages. */
async function makeBook(app: TestApp, pageCount: number): Promise<BookId> {
  const { id } = await app.make.book({ hasEbook: true });
  await app.db.insert(ebooks).values({
    bookId: id,
    storageKey: randomUUID(),
    bytes: 1,
    sha256: "0",
    packagePath: "x",
    pageCount,
    spine: [],
    toc: [],
    entries: [],
    sample: { spineIndex: 0, paragraphs: 1, sentences: 1, resources: [] },
  });
  return id;
}

async function savePosition(app: TestApp, user: User, bookId: BookId, fraction: number, at: string) {
  const event = { id: randomUUID(), bookId, locator: { fraction }, at, device: "Phone", isDeliberate: true };
  await app.as(user)(positionsContract.savePositions, { body: { events: [event] } });
}

describe("daily goals", () => {
  test("are measured today and over the last seven days", async ({ app }) => {
    const reader = await app.make.user();
    await put(app, reader, { kind: "minutes", amount: 30 });
    await put(app, reader, { kind: "pages", amount: 10 });
    await read(app, reader, today, 29, 10);
    await read(app, reader, "2026-02-23", 31, 9);
    await read(app, reader, "2026-02-22", 60, 60);

    expect(await listOwnGoals(app, reader)).toMatchObject([
      { kind: "minutes", amount: 30, done: 29, isReached: false, daysOfWeek: 1, portion: null },
      { kind: "pages", amount: 10, done: 10, isReached: true, daysOfWeek: 1 },
    ]);
    await read(app, reader, today, 30);
    expect(await listOwnGoals(app, reader)).toMatchObject([{ done: 30, isReached: true, daysOfWeek: 2 }, {}]);
  });

  test("restart with the user's local day", async ({ app }) => {
    const reader = await app.make.user();
    await put(app, reader, { kind: "minutes", amount: 30 });
    await read(app, reader, today, 45);

    expect(await listOwnGoals(app, reader, "Pacific/Kiritimati")).toMatchObject([{ done: 0, daysOfWeek: 1 }]);
  });
});

test("of books a year use the library, and show the pace still needed", async ({ app }) => {
  const reader = await app.make.user();
  await put(app, reader, { kind: "books", amount: 3 });
  const { id: bookId } = await app.make.book();
  await app.as(reader)(libraryContract.saveEntry, { params: { bookId }, body: { status: "finished" } });

  // 306 days with today, for two books.
  expect(await listOwnGoals(app, reader)).toMatchObject([{ done: 1, isReached: false, daysForEach: 153 }]);
});

describe("finishing a book by a date", () => {
  test("divides the rest over the days, in five parts on request", async ({ app }) => {
    const reader = await app.make.user();
    const bookId = await makeBook(app, 100);
    await savePosition(app, reader, bookId, 0.5, "2026-02-28T20:00:00Z");
    const set = await put(app, reader, { kind: "book", bookId, until: "2026-03-05", splitByPrayer: true });

    expect(set).toMatchObject({
      book: { id: bookId, title: expect.any(String) },
      until: "2026-03-05",
      done: 50,
      isReached: false,
    });
    expect(set.portion).toEqual({
      unit: "pages",
      remaining: 50,
      daysLeft: 5,
      today: 10,
      doneToday: 0,
      parts: { each: 2, done: 0 },
    });
    await savePosition(app, reader, bookId, 0.55, `${today}T09:00:00Z`);
    expect((await listOwnGoals(app, reader))[0]?.portion).toMatchObject({
      today: 10,
      doneToday: 5,
      parts: { done: 2 },
    });
  });

  test("shows minutes for an audiobook", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.book({ hasAudiobook: true, duration: 36_000 });
    const { portion } = await put(app, reader, { kind: "book", bookId, until: "2026-03-10" });

    expect(portion).toMatchObject({ unit: "minutes", remaining: 600, today: 60, parts: null });
  });

  test("shows only that it is finished", async ({ app }) => {
    const reader = await app.make.user();
    const bookId = await makeBook(app, 100);
    await put(app, reader, { kind: "book", bookId, until: "2026-03-05" });
    await app.as(reader)(libraryContract.saveEntry, { params: { bookId }, body: { status: "finished" } });

    expect(await listOwnGoals(app, reader)).toMatchObject([{ done: 100, isReached: true, portion: null }]);
  });

  test("stays when the book is hidden, without its title", async ({ app }) => {
    const [reader, author] = [await app.make.user(), await app.make.user({ isAuthor: true })];
    const { id: bookId } = await app.make.book({ state: "draft", ownerId: author.id, title: "Hidden" });
    await put(app, author, { kind: "book", bookId, until: today });

    expect(await listOwnGoals(app, author)).toMatchObject([{ book: { title: "Hidden" } }]);
    await expect(put(app, reader, { kind: "book", bookId, until: today })).rejects.toMatchObject({
      status: 404,
    });
  });
});

describe("setting goals", () => {
  test("is idempotent, by kind and by id", async ({ app }) => {
    const reader = await app.make.user();
    const id = createId();
    await put(app, reader, { kind: "minutes", amount: 30 }, id);
    await put(app, reader, { kind: "minutes", amount: 20 }, id);

    expect(await listOwnGoals(app, reader)).toMatchObject([{ id, amount: 20 }]);
    await expect(put(app, reader, { kind: "minutes", amount: 10 })).rejects.toMatchObject({ status: 409 });
  });

  test("is private, and only its owner deletes it", async ({ app }) => {
    const [reader, other] = [await app.make.user(), await app.make.user()];
    const goalId = createId();
    await put(app, reader, { kind: "minutes", amount: 30 }, goalId);
    await put(app, other, { kind: "pages", amount: 5 }, goalId);
    await app.as(other)(deleteGoal, { params: { goalId } });
    await app.as(other)(deleteGoal, { params: { goalId } });

    expect(await listOwnGoals(app, other)).toEqual([]);
    expect(await listOwnGoals(app, reader)).toMatchObject([{ kind: "minutes", amount: 30 }]);
  });

  test("is limited in books", async ({ app }) => {
    const reader = await app.make.user();
    for (let n = 0; n < maxBookGoals; n++) {
      await put(app, reader, { kind: "book", bookId: (await app.make.book()).id, until: today });
    }

    const bookId = (await app.make.book()).id;
    await expect(put(app, reader, { kind: "book", bookId, until: today })).rejects.toMatchObject({
      status: 409,
    });
  });

  test.for<[string, number, Readonly<Record<string, unknown>>]>([
    ["without an amount", 400, { kind: "minutes" }],
    ["of nothing", 400, { kind: "minutes", amount: 0 }],
    ["of more minutes than a day has", 400, { kind: "minutes", amount: 1441 }],
    ["of half a page", 400, { kind: "pages", amount: 0.5 }],
    ["a day with a book", 400, { kind: "pages", amount: 5, bookId: noBook }],
    ["a day with an end", 400, { kind: "pages", amount: 5, until: today }],
    ["a day in five parts", 400, { kind: "minutes", amount: 5, splitByPrayer: true }],
    ["a book without a day", 400, { kind: "book", bookId: noBook }],
    ["a day without a book", 400, { kind: "book", until: today }],
    ["a book by yesterday", 400, { kind: "book", bookId: noBook, until: "2026-02-28" }],
    ["a book in a thousand years", 400, { kind: "book", bookId: noBook, until: "2999-01-01" }],
    ["a book with an amount", 400, { kind: "book", bookId: noBook, until: today, amount: 5 }],
    ["a book that is none", 404, { kind: "book", bookId: noBook, until: today }],
    ["of another kind", 400, { kind: "verses", amount: 5 }],
    ["for another user", 400, { kind: "minutes", amount: 5, userId: noBook }],
  ])("refuses one %s", async ([, status, body], { app }) => {
    const reader = await app.make.user();
    const reply = await app.fetch(`/api/goals/${createId()}`, {
      method: "PUT",
      body: JSON.stringify(body),
      as: reader,
      headers: { "Content-Type": "application/json" },
    });

    expect(reply.status).toBe(status);
    expect(await listOwnGoals(app, reader)).toEqual([]);
  });

  test("rejects an unknown time zone, and guests", async ({ app }) => {
    const reader = await app.make.user();

    expect((await app.fetch("/api/goals?zone=Mars/Olympus", { as: reader })).status).toBe(400);
    expect((await app.fetch("/api/goals")).status).toBe(401);
  });
});

test("goals of one reader leave those of another as they were", async ({ app }) => {
  const [reader, neighbour] = [await app.make.user(), await app.make.user()];
  const [own, other] = [createId(), createId()];
  for (const [user, id] of [
    [reader, own],
    [neighbour, other],
  ] as const) {
    await put(app, user, { kind: "minutes", amount: 20 }, id);
    await put(app, user, { kind: "pages", amount: 5 });
  }
  const before = await listRowsAbout(app.db, [neighbour.id]);

  await put(app, reader, { kind: "minutes", amount: 30 }, own);
  await app.as(reader)(deleteGoal, { params: { goalId: own } });
  for (const act of [
    () => app.as(reader)(deleteGoal, { params: { goalId: other } }),
    () => put(app, reader, { kind: "minutes", amount: 1 }, other),
  ]) {
    await act().catch(({ status }) => expect([404, 409]).toContain(status));
  }

  expect(await listRowsAbout(app.db, [neighbour.id])).toEqual(before);
  expect((await listOwnGoals(app, reader)).filter(({ kind }) => kind === "pages")).toHaveLength(1);
});
