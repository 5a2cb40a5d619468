import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { adminContract } from "#shared/admin/contract.ts";
import { syncMaps } from "#server/db/schema/alignment.ts";
import { saveSyncMaps } from "#server/features/alignment/service.ts";
import { getCookie } from "#server/testing/session-cookie.ts";
import { test } from "#server/testing/test.ts";

const { getDashboard: getDesk } = adminContract;
const minutes = 60_000;

describe("the employees' desk", () => {
  test("names the books that something is wrong with, and counts what there is", async ({ app }) => {
    const employee = await app.make.user({ isEmployee: true });
    const book = await app.make.audiobook({ chapters: 1, title: "The Lamp" });
    await saveSyncMaps(app.db, book.id, [
      { chapterNumber: 1, source: "aligned", sentences: [["s0-0", 0, 50, 1]] },
    ]);
    await app.db.update(syncMaps).set({ confidence: 0.2 }).where(eq(syncMaps.bookId, book.id));

    const desk = await app.as(employee)(getDesk, {});

    expect(desk.items).toEqual([{ kind: "doubtful", bookId: book.id, title: "The Lamp" }]);
    expect(desk).toMatchObject({ applications: 0, itemCount: 1 });
    expect(desk.counts.books).toBe(1);
    expect(desk.counts.accounts).toBeGreaterThan(0);
  });

  test("is for employees and admins alone", async ({ app }) => {
    const admin = await app.make.user({ isAdmin: true });
    const author = await app.make.user({ isAuthor: true });

    expect(await app.as(admin)(getDesk, {})).toHaveProperty("items");
    await expect(app.as(null)(getDesk, {})).rejects.toMatchObject({ status: 401 });
    await expect(app.as(author)(getDesk, {})).rejects.toMatchObject({ status: 403 });
  });

  test("closes half an hour after the last act, while the library stays open", async ({ app }) => {
    const began = new Date("2026-03-01T12:00:00Z");
    const turnTo = (ms: number) => app.setClock(new Date(began.getTime() + ms));
    app.setClock(began);
    const employee = await app.make.user({ isEmployee: true });
    const headers = { Cookie: await getCookie(app.services, employee) };
    const ask = async (path: string) => (await app.fetch(path, { headers })).status;

    turnTo(29 * minutes);
    expect(await ask("/api/admin/desk")).toBe(200);
    turnTo(58 * minutes);
    expect(await ask("/api/admin/desk")).toBe(200);
    turnTo(88 * minutes);
    expect(await ask("/api/admin/desk")).toBe(401);
    expect(await ask("/api/auth/user")).toBe(200);
    expect(await ask("/api/admin/desk")).toBe(401);
  });
});
