import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { sessionContract } from "#shared/accounts/session-contract.ts";
import type { User } from "#shared/accounts/user.ts";
import { challengesContract } from "#shared/challenges/contract.ts";
import { libraryContract } from "#shared/library/contract.ts";
import { activityContract } from "#shared/reading-activity/contract.ts";
import { SessionId } from "#shared/reading-activity/session.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { markCovered } from "#server/features/reading-activity/service.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

const { listChampions } = challengesContract;
const { saveEntry, deleteEntry } = libraryContract;

/** Finishes new books at a given time. */
async function finish(app: TestApp, reader: User, count: number, at = "2026-03-01T12:00:00Z") {
  app.setClock(new Date(at));
  const books = await Promise.all(Array.from({ length: count }, () => app.make.book()));
  for (const { id: bookId } of books) {
    await markCovered(app.services.db, reader.id, bookId, new Date(at));
    await app.as(reader)(saveEntry, { params: { bookId }, body: { status: "finished" } });
  }
  app.setClock(new Date("2026-03-01T12:00:00Z"));
  return books.map(({ id }) => id);
}

async function listRanks(app: TestApp, readers: readonly User[], period: "month" | "year" | "all" = "month") {
  const { champions } = await app.as(null)(listChampions, { query: { period } });
  const names = new Set(readers.map(({ firstName }) => `${firstName} T.`));
  return champions
    .filter(({ name }) => names.has(name))
    .map(({ rank, name, amount }) => [rank, name, amount]);
}

describe("champions", () => {
  test("are ranked by finished books; ties share a rank, earliest first", async ({ app }) => {
    const [amina, yusuf, bilal] = [await app.make.user(), await app.make.user(), await app.make.user()];
    await finish(app, yusuf, 7, "2026-03-01T11:00:00Z");
    await finish(app, bilal, 7, "2026-03-01T10:00:00Z");
    await finish(app, amina, 6);

    expect(await listRanks(app, [amina, yusuf, bilal])).toEqual([
      [1, `${bilal.firstName} T.`, 7],
      [1, `${yusuf.firstName} T.`, 7],
      [3, `${amina.firstName} T.`, 6],
    ]);
    const { me, champions } = await app.as(amina)(listChampions, { query: {} });
    expect(me).toEqual({ amount: 6, rank: 3, participates: true });
    expect(champions.filter(({ isMe }) => isMe)).toHaveLength(1);
    expect((await app.as(null)(listChampions, { query: {} })).me).toBeNull();
  });

  test("of a month, a year and all time count books finished then", async ({ app }) => {
    const reader = await app.make.user();
    await finish(app, reader, 1, "2026-03-01T00:00:00Z");
    await finish(app, reader, 2, "2026-02-28T23:59:59Z");
    await finish(app, reader, 3, "2025-12-31T23:59:59Z");
    const getOwnAmount = async (period: "month" | "year" | "all") =>
      (await app.as(reader)(listChampions, { query: { period } })).me?.amount;

    expect([await getOwnAmount("month"), await getOwnAmount("year"), await getOwnAmount("all")]).toEqual([
      1, 3, 6,
    ]);
  });

  test("lose reverted books, and gain nothing by finishing a book again", async ({ app }) => {
    const reader = await app.make.user();
    const [first, second] = await finish(app, reader, 2);
    if (!first || !second) throw new Error("no books");
    const asReader = app.as(reader);
    const getOwnRank = async () => (await asReader(listChampions, { query: { period: "all" } })).me;

    await asReader(saveEntry, { params: { bookId: first }, body: { status: "finished" } });
    expect(await getOwnRank()).toMatchObject({ amount: 2 });
    await asReader(saveEntry, { params: { bookId: first }, body: { status: "paused" } });
    await asReader(deleteEntry, { params: { bookId: second }, query: {} });

    expect(await getOwnRank()).toMatchObject({ amount: 0, rank: null });
    expect(await listRanks(app, [reader], "all")).toEqual([]);
  });

  test("who opt out disappear at once, and return when they opt in", async ({ app }) => {
    const [hiddenReader, other] = [await app.make.user(), await app.make.user()];
    await finish(app, hiddenReader, 9);
    await finish(app, other, 8);
    expect(await listRanks(app, [hiddenReader, other])).toHaveLength(2);

    await app.as(hiddenReader)(accountsContract.updatePreferences, { body: { showsAmongChampions: false } });

    expect(await listRanks(app, [hiddenReader, other])).toEqual([[1, `${other.firstName} T.`, 8]]);
    expect((await app.as(other)(listChampions, { query: {} })).me).toMatchObject({ rank: 1 });
    expect((await app.as(hiddenReader)(listChampions, { query: {} })).me).toEqual({
      amount: 9,
      rank: null,
      participates: false,
    });
    await app.as(hiddenReader)(accountsContract.updatePreferences, { body: { showsAmongChampions: true } });
    expect(await listRanks(app, [hiddenReader, other])).toHaveLength(2);
  });

  test("show a first name and an initial, and no account ids", async ({ app }) => {
    const reader = await app.make.user({ firstName: "Maryam", lastName: "Al-Fihri" });
    await finish(app, reader, 12);

    const response = await app.fetch("/api/champions?period=month");
    const text = await response.text();

    expect(JSON.parse(text).champions[0]).toEqual({
      rank: 1,
      name: "Maryam A.",
      profileImageUrl: "",
      username: null,
      amount: 12,
      isMe: false,
      userId: null,
    });
    for (const secret of [reader.id, reader.email, reader.username, "Al-Fihri"]) {
      expect(text).not.toContain(secret);
    }
  });

  test("link to public profiles for readers, never for guests", async ({ app }) => {
    const [open, closed] = [await app.make.user(), await app.make.user()];
    await app.as(open)(sessionContract.updatePreferences, { body: { profileShows: ["streak"] } });
    await finish(app, open, 4);
    await finish(app, closed, 3);

    const listUsernames = async (viewer: User | null) => {
      const { champions } = await app.as(viewer)(listChampions, { query: {} });
      return [open, closed].map(
        ({ firstName }) => champions.find(({ name }) => name === `${firstName} T.`)?.username,
      );
    };
    expect(await listUsernames(closed)).toEqual([open.username, null]);
    expect(await listUsernames(null)).toEqual([null, null]);
    await app.db.update(users).set({ deletionRequestedAt: new Date() }).where(eq(users.id, open.id));
    expect(await listUsernames(closed)).toEqual([undefined, null]);
  });

  test("by minutes and pages follow measured sessions", async ({ app }) => {
    const [amina, yusuf] = [await app.make.user(), await app.make.user()];
    const { id: bookId } = await app.make.audiobook({ chapters: 60 });
    const makeSession = (from: string, to: string, day = "2026-03-01") => ({
      id: randomUUID(),
      bookId,
      kind: "listening",
      zone: "UTC",
      device: "Test",
      startedAt: `${day}T${from}:00Z`,
      endedAt: `${day}T${to}:30Z`,
    });
    const record = (reader: User, ...sessions: unknown[]) =>
      app.as(reader)(activityContract.recordSessions, { body: { sessions } });
    const getOwnMinutes = async (reader: User, period: "month" | "year" | "all") =>
      (await app.as(reader)(listChampions, { query: { kind: "minutes", period } })).me;
    const [long, twice] = [makeSession("08:00", "09:30"), makeSession("09:00", "09:45")];
    await record(amina, long, twice, makeSession("10:00", "10:30", "2026-02-28"));
    await record(yusuf, makeSession("08:00", "08:40"));
    await app.as(yusuf)(activityContract.addSession, {
      params: { sessionId: SessionId.parse(randomUUID()) },
      body: {
        kind: "reading",
        title: "By hand",
        zone: "UTC",
        pages: 500,
        startedAt: new Date("2026-03-01T00:00:00Z"),
        endedAt: new Date("2026-03-01T06:00:00Z"),
      },
    });

    expect(await getOwnMinutes(amina, "month")).toEqual({ amount: 105, rank: 1, participates: true });
    expect(await getOwnMinutes(yusuf, "month")).toEqual({ amount: 40, rank: 2, participates: true });
    expect([
      (await getOwnMinutes(amina, "year"))?.amount,
      (await getOwnMinutes(amina, "all"))?.amount,
    ]).toEqual([136, 136]);
    const pages = await app.as(yusuf)(listChampions, { query: { kind: "pages" } });
    expect(pages).toMatchObject({ champions: [], me: { amount: 0, rank: null } });

    await app.as(amina)(activityContract.deleteSession, { params: { sessionId: SessionId.parse(long.id) } });
    expect(await getOwnMinutes(amina, "month")).toMatchObject({ amount: 45, rank: 1 });
    await app.as(amina)(activityContract.deleteSession, { params: { sessionId: SessionId.parse(twice.id) } });
    expect(await getOwnMinutes(amina, "month")).toEqual({ amount: 0, rank: null, participates: true });
    expect(await getOwnMinutes(yusuf, "month")).toMatchObject({ rank: 1 });
  });

  test("by streak have the longest run of days of the period", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.audiobook({ chapters: 60 });
    const sessions = ["2026-02-27", "2026-02-28", "2026-03-01"].map((day) => ({
      id: randomUUID(),
      bookId,
      kind: "listening",
      zone: "UTC",
      device: "Test",
      startedAt: `${day}T08:00:00Z`,
      endedAt: `${day}T08:10:00Z`,
    }));
    await app.as(reader)(activityContract.recordSessions, { body: { sessions } });
    const getOwnStreak = async (period: "month" | "all") =>
      (await app.as(reader)(listChampions, { query: { kind: "streak", period } })).me?.amount;
    expect([await getOwnStreak("month"), await getOwnStreak("all")]).toEqual([1, 3]);

    const remove = (n: number) =>
      app.as(reader)(activityContract.deleteSession, {
        params: { sessionId: SessionId.parse(sessions[n]?.id) },
      });
    await remove(1);
    expect(await getOwnStreak("all")).toBe(2);
    await remove(2);
    expect([await getOwnStreak("month"), await getOwnStreak("all")]).toEqual([0, 1]);
  });
});
