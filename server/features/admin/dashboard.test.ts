import { eq, sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { adminContract } from "#shared/admin/contract.ts";
import type { Day } from "#shared/reading-activity/time-zone.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { syncMaps } from "#server/db/schema/books/alignment.ts";
import { readingDays } from "#server/db/schema/reading/reading-activity.ts";
import { saveSyncMaps } from "#server/features/alignment/service.ts";
import { explainQueries } from "#server/testing/explain.ts";
import { createSessionCookie } from "#server/testing/session-cookie.ts";
import { test } from "#server/testing/test.ts";
import { listActiveDays } from "./queries.ts";

const { getDashboard } = adminContract;
const minutes = 60_000;

describe("the admin dashboard", () => {
  test("lists books with problems, and counts", async ({ app }) => {
    const employee = await app.make.user({ isEmployee: true });
    const book = await app.make.audiobook({ chapters: 1, title: "The Lamp" });
    await saveSyncMaps(app.db, book.id, [
      { chapterNumber: 1, source: "aligned", sentences: [["s0-0", 0, 50, 1]] },
    ]);
    await app.db.update(syncMaps).set({ confidence: 0.2 }).where(eq(syncMaps.bookId, book.id));

    const dashboard = await app.as(employee)(getDashboard, {});

    expect(dashboard.items).toEqual([{ kind: "low-confidence", bookId: book.id, title: "The Lamp" }]);
    expect(dashboard).toMatchObject({ applications: 0, itemCount: 1 });
    expect(dashboard.counts.books).toBe(1);
    expect(dashboard.counts.accounts).toBeGreaterThan(0);
  });

  test("shows new accounts, readers and minutes of the last 30 days, and the disk", async ({ app }) => {
    app.setClock(new Date());
    const employee = await app.make.user({ isEmployee: true });
    const reader = await app.make.user();
    await app.db.update(users).set({ createdAt: new Date() }).where(eq(users.id, reader.id));
    const { id: bookId } = await app.make.book();
    const day = new Date().toISOString().slice(0, 10) as Day;
    const amounts = { milliseconds: 600_000, measuredMs: 600_000, sessions: 1, changedAt: new Date() };
    await app.db.insert(readingDays).values({ userId: reader.id, bookId, day, kind: "reading", ...amounts });

    const { days, disk, oldestJobSeconds } = await app.as(employee)(adminContract.getActivity, {});

    expect(days).toHaveLength(30);
    expect(days.at(-1)).toMatchObject({ day, readers: 1, minutes: 10 });
    expect(days.at(-1)?.accounts).toBe(1);
    expect(days[0]).toMatchObject({ readers: 0, minutes: 0 });
    expect(disk.free).toBeGreaterThan(0);
    expect(oldestJobSeconds).toBeGreaterThanOrEqual(0);
    await expect(app.as(reader)(adminContract.getActivity, {})).rejects.toMatchObject({ status: 403 });
  });

  test("reads only the activity of the last days", async ({ app }) => {
    await app.db.execute(sql`insert into users (first_name, username, email)
      select 'R', 'active' || n, 'active' || n || '@example.org' from generate_series(1, 1000) n`);
    await app.db.execute(sql`insert into reading_days (user_id, day, kind, milliseconds, sessions, measured_ms, changed_at)
      select id, now() - n * interval '50 days', 'reading', 1, 1, 1, now() - n * interval '50 days'
      from users, generate_series(1, 20) n`);
    await app.db.execute(sql`analyze reading_days`);

    const scanned = await explainQueries(app, () => listActiveDays(app.db, new Date(), 30));

    const rows = scanned.filter(({ table }) => table === "reading_days").map((each) => each.rows);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toBeLessThan(40);
  });

  test("is for employees and admins only", async ({ app }) => {
    const admin = await app.make.user({ isAdmin: true });
    const author = await app.make.user({ isAuthor: true });

    expect(await app.as(admin)(getDashboard, {})).toHaveProperty("items");
    await expect(app.as(null)(getDashboard, {})).rejects.toMatchObject({ status: 401 });
    await expect(app.as(author)(getDashboard, {})).rejects.toMatchObject({ status: 403 });
  });

  test("closes half an hour after the last request, while the library stays open", async ({ app }) => {
    const startedAt = new Date("2026-03-01T12:00:00Z");
    const setClockAfter = (ms: number) => app.setClock(new Date(startedAt.getTime() + ms));
    app.setClock(startedAt);
    const employee = await app.make.user({ isEmployee: true });
    const headers = { Cookie: await createSessionCookie(app.services, employee) };
    const getStatus = async (path: string) => (await app.fetch(path, { headers })).status;

    setClockAfter(29 * minutes);
    expect(await getStatus("/api/admin/dashboard")).toBe(200);
    setClockAfter(58 * minutes);
    expect(await getStatus("/api/admin/dashboard")).toBe(200);
    setClockAfter(88 * minutes);
    expect(await getStatus("/api/admin/dashboard")).toBe(401);
    expect(await getStatus("/api/auth/user")).toBe(200);
    expect(await getStatus("/api/admin/dashboard")).toBe(401);
  });
});
