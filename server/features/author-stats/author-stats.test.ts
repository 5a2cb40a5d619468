import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import { authorStatsContract } from "#shared/author-stats/contract.ts";
import type { BookId } from "#shared/books/book.ts";
import type { Day } from "#shared/reading-activity/time-zone.ts";
import { bookWeeks } from "#server/db/schema/publishing/author-stats.ts";
import { bookReach, readingDays } from "#server/db/schema/reading/reading-activity.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import { computeBookStats } from "./jobs.ts";

const { getBookStats } = authorStatsContract;
const hourMs = 3_600_000;
const monday = "2026-11-16" as Day;

async function recordReading(
  app: TestApp,
  user: User,
  bookId: BookId,
  minutes: number,
  day = "2026-11-18" as Day,
) {
  const amounts = { milliseconds: minutes * 60_000, measuredMs: 0, publicMs: minutes * 60_000, sessions: 1 };
  await app.db
    .insert(readingDays)
    .values({ userId: user.id, bookId, day, kind: "listening", changedAt: app.services.clock(), ...amounts });
}

async function setUp(app: TestApp) {
  const [author, other, employee] = [
    await app.make.user({ isAuthor: true }),
    await app.make.user({ isAuthor: true }),
    await app.make.user({ isEmployee: true }),
  ];
  const book = await app.make.audiobook({ chapters: 4, ownerId: author.id });
  const readers: User[] = [];
  for (let n = 0; n < 12; n++) readers.push(await app.make.user());
  const loadStats = (user = author) => app.as(user)(getBookStats, { params: { bookId: book.id } });
  return { author, other, employee, readers, bookId: book.id, stats: loadStats };
}

describe("stats for authors", () => {
  test("count readers by week, without the author and staff, and withhold small counts", async ({ app }) => {
    app.setClock(new Date("2026-11-20T03:00:00Z"));
    const { author, other, employee, readers, bookId, stats } = await setUp(app);
    for (const reader of readers) await recordReading(app, reader, bookId, 30);
    await recordReading(app, author, bookId, 600);
    await recordReading(app, employee, bookId, 600);
    for (const reader of readers.slice(0, 9))
      await recordReading(app, reader, bookId, 10, "2026-11-11" as Day);

    await computeBookStats(app.services, false);

    const { weeks } = await stats();
    expect(weeks).toEqual([
      { week: monday, readers: null, listeners: 12, minutes: 360, finished: null },
      { week: "2026-11-09", readers: null, listeners: null, minutes: null, finished: null },
    ]);
    await expect(stats(other)).rejects.toMatchObject({ status: 403 });
    const csv = await app.fetch(`/api/publishing/books/${bookId}/stats.csv`, { as: author });
    expect(await csv.text()).toBe(
      "week,readers,listeners,minutes,finished\r\n2026-11-16,,12,360,\r\n2026-11-09,,,,\r\n",
    );
  });

  test("follow changes daily, and deletions on Sundays", async ({ app }) => {
    app.setClock(new Date("2026-11-20T03:00:00Z"));
    const { readers, bookId, stats } = await setUp(app);
    for (const reader of readers) await recordReading(app, reader, bookId, 30);
    await computeBookStats(app.services, false);
    app.setClock(new Date("2026-11-21T03:00:00Z"));
    const [first] = readers;
    await recordReading(app, first ?? expect.fail(), bookId, 20, "2026-11-19" as Day);
    await computeBookStats(app.services, false);
    expect((await stats()).weeks).toMatchObject([{ listeners: 12, minutes: 380 }]);

    await app.db.delete(readingDays).where(eq(readingDays.bookId, bookId));
    app.setClock(new Date(Date.parse("2026-11-22T03:00:00Z") + hourMs));
    await computeBookStats(app.services, true);
    expect((await stats()).weeks).toEqual([]);
    expect(await app.db.select().from(bookWeeks).where(eq(bookWeeks.bookId, bookId))).toEqual([]);
  });

  test("show the chapter that listeners are in; one small count withholds a second", async ({ app }) => {
    const { readers, bookId, stats } = await setUp(app);
    for (const [n, reader] of readers.entries()) {
      const audioReach = n < 11 ? 0.1 : 0.6;
      await app.db.insert(bookReach).values({ userId: reader.id, bookId, audioReach, updatedAt: new Date() });
    }
    await computeBookStats(app.services, true);
    expect((await stats()).stops).toEqual([
      { format: "audio", number: 1, chapter: "Chapter 1", readers: null },
      { format: "audio", number: 3, chapter: "Chapter 3", readers: null },
    ]);
    for (let n = 0; n < 12; n++) {
      const reader = await app.make.user();
      await app.db
        .insert(bookReach)
        .values({ userId: reader.id, bookId, audioReach: 0.6, updatedAt: new Date() });
    }
    await computeBookStats(app.services, true);
    expect((await stats()).stops.map(({ readers: shown }) => shown)).toEqual([11, 13]);
  });
});
