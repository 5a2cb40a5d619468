import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { activityContract } from "#shared/reading-activity/contract.ts";
import { SessionId } from "#shared/reading-activity/session.ts";
import { addDays } from "#shared/reading-activity/time-zone.ts";
import { libraryEntries } from "#server/db/schema/reading/library.ts";
import { importedBooks } from "#server/db/schema/reading/shelf-imports.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

const { addSession, getYear } = activityContract;

async function read(app: TestApp, user: User, day: string, minutes: number, input = {}) {
  const startedAt = new Date(`${day}T08:00:00Z`);
  const endedAt = new Date(startedAt.getTime() + minutes * 60_000);
  const body = { kind: "reading" as const, title: "A paper book", startedAt, endedAt, zone: "UTC", ...input };
  await app.as(user)(addSession, { params: { sessionId: SessionId.parse(randomUUID()) }, body });
}

const getReview = (app: TestApp, user: User, calendar: "gregorian" | "hijri", year: number, zone = "UTC") =>
  app.as(user)(getYear, { params: { calendar, year }, query: { zone } });

describe("a year in review", () => {
  test("covers its first to its last day", async ({ app }) => {
    const reader = await app.make.user();
    const book = await app.make.book({ title: "The Well" });
    // Ten minutes on each tenth day of the year, the last of which is the 27th; and an hour of listening to
    // another book.
    for (let day = "2025-01-01"; day < "2026-01-01"; day = addDays(day, 10)) await read(app, reader, day, 10);
    await read(app, reader, "2025-12-29", 5, { pages: 7 });
    await read(app, reader, "2025-12-31", 60, { kind: "listening", title: undefined, bookId: book.id });
    await read(app, reader, "2024-12-31", 99);
    await read(app, reader, "2026-01-01", 99);
    for (const finishedAt of ["2024-12-31T23:59:59Z", "2025-01-01T00:00:00Z", "2025-12-31T23:59:59Z"]) {
      const { id: bookId } = await app.make.book({ title: finishedAt });
      const entry = { userId: reader.id, bookId, status: "finished" as const };
      await app.db.insert(libraryEntries).values({ ...entry, finishedAt: new Date(finishedAt) });
    }

    const year = await getReview(app, reader, "gregorian", 2025);

    expect(year).toMatchObject({
      calendar: "gregorian",
      year: 2025,
      from: "2025-01-01",
      to: "2025-12-31",
      isOver: true,
      sums: { seconds: 37 * 600 + 300 + 3_600, pages: 7, sessions: 39, days: 39 },
      byKind: { reading: 37 * 600 + 300, listening: 3_600, readAlong: 0, speech: 0 },
      longestRun: 3,
      bestDay: { day: "2025-12-31", seconds: 3_600 },
      finishedCount: 2,
    });
    expect(year.months.map(({ startsOn }) => startsOn)).toEqual(
      Array.from({ length: 12 }, (_, n) => `2025-${String(n + 1).padStart(2, "0")}-01`),
    );
    expect(year.months.reduce((sum, { seconds }) => sum + seconds, 0)).toBe(year.sums.seconds);
    expect(year.months[11]).toMatchObject({ seconds: 3 * 600 + 300 + 3_600, pages: 7 });
    expect(year.books.map(({ title, seconds }) => [title, seconds])).toEqual([
      ["", 37 * 600 + 300],
      ["The Well", 3_600],
    ]);
    expect(year.finished.map(({ title }) => title)).toEqual(["2025-01-01T00:00:00Z", "2025-12-31T23:59:59Z"]);
  });

  test("of the Hijri calendar has its own days", async ({ app }) => {
    const reader = await app.make.user();
    // The last day of 1445, the first and last of 1446, the first of 1447; and Ramadan of 1446.
    for (const day of ["2024-07-06", "2024-07-07", "2025-06-25", "2025-06-26"])
      await read(app, reader, day, 10);
    await read(app, reader, "2025-03-01", 30);

    const year = await getReview(app, reader, "hijri", 1446);

    expect(year).toMatchObject({ from: "2024-07-07", to: "2025-06-25", sums: { seconds: 3_000, days: 3 } });
    expect(year.months.map(({ seconds }) => seconds)).toEqual([600, 0, 0, 0, 0, 0, 0, 0, 1_800, 0, 0, 600]);
  });

  test("that is not over says so; one without activity is empty", async ({ app }) => {
    const reader = await app.make.user();

    expect(await getReview(app, reader, "gregorian", 2026)).toMatchObject({
      isOver: false,
      bestDay: null,
      longestRun: 0,
      finishedCount: 0,
      books: [],
      finished: [],
      sums: { seconds: 0, days: 0 },
    });
  });

  test("ends by the user's local time", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.book();
    const entry = { userId: reader.id, bookId, status: "finished" as const };
    await app.db.insert(libraryEntries).values({ ...entry, finishedAt: new Date("2025-12-31T22:00:00Z") });

    expect((await getReview(app, reader, "gregorian", 2025, "Asia/Riyadh")).finishedCount).toBe(0);
    expect((await getReview(app, reader, "gregorian", 2025)).finishedCount).toBe(1);
  });

  test("counts hidden books without naming them", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.book({ title: "HIDDEN", state: "hidden" });
    const entry = { userId: reader.id, bookId, status: "finished" as const };
    await app.db.insert(libraryEntries).values({ ...entry, finishedAt: new Date("2025-05-01T00:00:00Z") });

    expect(await getReview(app, reader, "gregorian", 2025)).toMatchObject({ finishedCount: 1, finished: [] });
  });

  test("counts books finished elsewhere, each once", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.book({ title: "Here" });
    const { id: both } = await app.make.book({ title: "Both" });
    const finishedAt = new Date("2025-05-01T00:00:00Z");
    await app.db
      .insert(libraryEntries)
      .values({ userId: reader.id, bookId: both, status: "finished", finishedAt });
    const addImported = (
      key: string,
      title: string,
      finishedOn: string | null,
      bookId: BookId | null = null,
    ) =>
      app.db.insert(importedBooks).values({
        userId: reader.id,
        source: "goodreads",
        key,
        title,
        author: "Hind",
        finishedOn,
        bookId,
        status: title === "Not finished" ? "paused" : "finished",
        storedAt: finishedAt,
      });
    await addImported("1", "A paper book", "2025-12-31");
    await addImported("2", "A Paper Book", "2025-12-31");
    await addImported("3", "Here", "2025-01-01", bookId);
    await addImported("4", "Both", "2025-06-01", both);
    await addImported("5", "Not finished", null);
    await addImported("6", "Another year's", "2026-01-01");
    await addImported("7", "Nobody knows when", null);

    const year = await getReview(app, reader, "gregorian", 2025);

    expect(year.finishedCount).toBe(3);
    expect(year.finished.map(({ bookId, title }) => [bookId, title.toLowerCase()])).toEqual([
      [bookId, "here"],
      [both, "both"],
      [null, "a paper book"],
    ]);
    expect(await app.as(reader)(activityContract.getSummary, { query: { zone: "UTC" } })).toMatchObject({
      finished: { year: 1, total: 5 },
      firstDay: null,
      firstFinished: "2025-01-01",
    });
  });

  test("counts finished books beyond the listed ones", async ({ app }) => {
    const reader = await app.make.user();
    const imported = Array.from({ length: 1_100 }, (_, n) => ({
      userId: reader.id,
      source: "goodreads" as const,
      key: `${n}`,
      title: `Book ${n}`,
      author: "B",
      status: "finished" as const,
      finishedOn: "2025-05-01",
      storedAt: new Date("2025-06-01T00:00:00Z"),
    }));
    await app.db.insert(importedBooks).values(imported);

    expect((await getReview(app, reader, "gregorian", 2025)).finishedCount).toBe(1_100);
    expect((await getReview(app, reader, "hijri", 1446)).finishedCount).toBe(1_100);
    expect((await getReview(app, reader, "gregorian", 2024)).finishedCount).toBe(0);
  });

  test("has books finished elsewhere on their day, in any time zone", async ({ app }) => {
    const reader = await app.make.user();
    await app.db.insert(importedBooks).values({
      userId: reader.id,
      source: "goodreads",
      key: "1",
      title: "A",
      author: "B",
      status: "finished",
      finishedOn: "2025-12-31",
      storedAt: new Date("2025-05-01T00:00:00Z"),
    });
    const day = new Intl.DateTimeFormat("en-CA", { timeZone: "Pacific/Kiritimati", dateStyle: "short" });

    const { finished } = await getReview(app, reader, "gregorian", 2025, "Pacific/Kiritimati");

    expect(finished.map(({ finishedAt }) => day.format(finishedAt))).toEqual(["2025-12-31"]);
  });

  test.for([
    "gregorian/1969",
    "gregorian/2201",
    "hijri/1388",
    "hijri/2026",
    "julian/2025",
    "gregorian/2025.5",
    "gregorian/2025?zone=Mars/Olympus",
  ])("is refused without one: %s", async (url, { app }) => {
    const reader = await app.make.user();

    expect((await app.fetch(`/api/activity/years/${url}`, { as: reader })).status).toBe(400);
  });
});
