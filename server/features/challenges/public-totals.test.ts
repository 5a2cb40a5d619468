import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { type ChampionKind, challengesContract } from "#shared/challenges/contract.ts";
import { exclusionsContract } from "#shared/challenges/exclusions.ts";
import { libraryContract } from "#shared/library/contract.ts";
import { notificationsContract } from "#shared/notifications/contract.ts";
import { activityContract } from "#shared/reading-activity/contract.ts";
import { SessionId } from "#shared/reading-activity/session.ts";
import { auditLog } from "#server/db/schema/accounts/accounts.ts";
import { markCovered } from "#server/features/reading-activity/service.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import { completeChallenges } from "./complete-challenges.ts";
import { addChallenge } from "./service.ts";

const hourMs = 3_600_000;
const now = new Date("2026-03-10T12:00:00Z");

interface Session {
  readonly kind?: "reading" | "listening";
  readonly from?: number;
  readonly to?: number;
  readonly read?: number;
}

/** A session of `hours` that ended some hours ago. */
const makeSession = (bookId: BookId, endedHoursAgo: number, hours: number, input: Session = {}) => {
  const endedAt = now.getTime() - endedHoursAgo * hourMs;
  return {
    id: SessionId.parse(randomUUID()),
    bookId,
    kind: "listening",
    zone: "UTC",
    device: "Test",
    startedAt: new Date(endedAt - hours * hourMs).toISOString(),
    endedAt: new Date(endedAt).toISOString(),
    ...input,
  };
};

async function record(app: TestApp, reader: User, ...sessions: readonly unknown[]) {
  await app.as(reader)(activityContract.recordSessions, { body: { sessions: [...sessions] } });
}

async function getTotal(app: TestApp, reader: User, kind: ChampionKind) {
  const query = { kind, period: "all" } as const;
  return (await app.as(reader)(challengesContract.listChampions, { query })).me?.amount;
}

async function createReader(app: TestApp) {
  app.setClock(now);
  return app.make.user();
}

const finish = (app: TestApp, reader: User, bookId: BookId) =>
  app.as(reader)(libraryContract.saveEntry, { params: { bookId }, body: { status: "finished" } });

describe("public totals", () => {
  test("count no finished book that was not read", async ({ app }) => {
    const reader = await createReader(app);
    for (let n = 0; n < 9; n++) await finish(app, reader, (await app.make.book()).id);

    expect(await getTotal(app, reader, "books")).toBe(0);
  });

  test("count no time before the account existed or received after a week", async ({ app }) => {
    const reader = await createReader(app);
    const newAccount = await app.make.user({ createdAt: new Date(now.getTime() - hourMs) } as never);
    const { id } = await app.make.audiobook({ chapters: 600 });
    await record(app, newAccount, makeSession(id, 24, 10), makeSession(id, 0.5, 1));
    await record(app, reader, makeSession(id, 24 * 8, 10), makeSession(id, 24 * 6, 2));

    expect(await getTotal(app, newAccount, "minutes")).toBe(30);
    expect(await getTotal(app, reader, "minutes")).toBe(120);
  });

  test("count a repeated session when it was first received", async ({ app }) => {
    const reader = await createReader(app);
    const { id } = await app.make.audiobook({ chapters: 600 });
    const sent = makeSession(id, 1, 1);
    await record(app, reader, sent);
    app.setClock(new Date(now.getTime() + 24 * 9 * hourMs));
    await record(app, reader, sent);

    expect(await getTotal(app, reader, "minutes")).toBe(60);
  });

  test("count at most 16 hours a day, and three times an audiobook's length", async ({ app }) => {
    const reader = await createReader(app);
    const [long, short] = [
      await app.make.audiobook({ chapters: 2_000 }),
      await app.make.audiobook({ chapters: 4 }),
    ];
    await record(app, reader, makeSession(long.id, 12, 24));
    expect(await getTotal(app, reader, "minutes")).toBe(16 * 60);

    const other = await createReader(app);
    await record(app, other, makeSession(short.id, 36, 20));
    expect(await getTotal(app, other, "minutes")).toBe(12);
  });

  test("count a book three times a month at most, and none without text", async ({ app }) => {
    const reader = await createReader(app);
    const text = await app.make.ebook({ wordCount: 6_000, pageCount: 20 });
    const audio = await app.make.audiobook({ chapters: 10 });
    const makeReading = (hoursAgo: number) => makeSession(text.id, hoursAgo, 1, { kind: "reading", read: 1 });
    await record(app, reader, ...[2, 26, 50, 74, 98].map(makeReading));
    await record(app, reader, makeSession(audio.id, 5, 2, { kind: "reading", read: 10 }));

    expect(await getTotal(app, reader, "pages")).toBe(60);
    expect(await getTotal(app, reader, "minutes")).toBe(180);
  });

  test("count a finished book with half of it covered", async ({ app }) => {
    const reader = await createReader(app);
    const { id } = await app.make.audiobook({ chapters: 60 });
    await finish(app, reader, id);
    await record(app, reader, makeSession(id, 3, 0.4, { from: 0, to: 0.4 }));
    expect(await getTotal(app, reader, "books")).toBe(0);

    const rest = makeSession(id, 2, 0.2, { from: 0.4, to: 0.6 });
    await record(app, reader, rest);
    expect(await getTotal(app, reader, "books")).toBe(1);

    await app.as(reader)(activityContract.deleteSession, { params: { sessionId: rest.id } });
    expect(await getTotal(app, reader, "books")).toBe(0);
  });

  test("count no jumps as covered", async ({ app }) => {
    const reader = await createReader(app);
    const [audio, text] = [
      await app.make.audiobook({ chapters: 60 }),
      await app.make.ebook({ wordCount: 60_000, pageCount: 200 }),
    ];
    await record(app, reader, makeSession(audio.id, 3, 0.05, { from: 0, to: 1 }));
    await record(
      app,
      reader,
      makeSession(text.id, 2, 0.1, { kind: "reading", from: 0, to: 1, read: 0.02 }),
      makeSession(text.id, 1, 0.1, { kind: "reading", from: 0, to: 1, read: 1 }),
    );
    for (const { id } of [audio, text]) await finish(app, reader, id);

    expect(await getTotal(app, reader, "books")).toBe(0);
  });

  test("count one of several books read at the same time", async ({ app }) => {
    const reader = await createReader(app);
    for (let n = 0; n < 5; n++) {
      const { id } = await app.make.ebook({ wordCount: 6_000, pageCount: 20 });
      await record(
        app,
        reader,
        makeSession(id, 2 + n / 1000, 0.2, { kind: "reading", from: 0, to: 1, read: 1 }),
      );
      await finish(app, reader, id);
    }

    expect(await getTotal(app, reader, "books")).toBe(1);
  });
});

test("a book that is not released cannot be finished", async ({ app }) => {
  const reader = await createReader(app);
  const releaseAt = new Date(now.getTime() + hourMs);
  const { id } = await app.make.book({ state: "scheduled", releaseAt });

  await expect(finish(app, reader, id)).rejects.toMatchObject({
    status: 409,
    problem: { reason: { code: "book_not_released" } },
  });
});

describe("a reader whom staff excluded", () => {
  test("leaves the champions with a reason, and returns", async ({ app }) => {
    const [reader, staff] = [await createReader(app), await app.make.user({ isEmployee: true })];
    const { id } = await app.make.audiobook({ chapters: 600 });
    await record(app, reader, makeSession(id, 1, 3));
    const listRowsSeenBy = async (viewer: User | null) =>
      (
        await app.as(viewer)(challengesContract.listChampions, { query: { kind: "minutes" } })
      ).champions.filter(({ name }) => name === `${reader.firstName} T.`);
    expect(await listRowsSeenBy(null)).toMatchObject([{ userId: null }]);
    expect(await listRowsSeenBy(staff)).toMatchObject([{ userId: reader.id }]);
    const params = { userId: reader.id };

    await app.as(staff)(exclusionsContract.excludeReader, { params, body: { reason: "Two days in one." } });
    expect(await listRowsSeenBy(null)).toEqual([]);
    const { readers } = await app.as(staff)(exclusionsContract.listExclusions, {});
    expect(readers).toContainEqual(
      expect.objectContaining({ userId: reader.id, reason: "Two days in one.", excludedAt: now }),
    );

    await app.as(staff)(exclusionsContract.includeReader, { params });
    expect(await listRowsSeenBy(null)).toHaveLength(1);
    const entries = await app.db.select().from(auditLog).where(eq(auditLog.target, reader.id));
    expect(entries.map(({ action }) => action).sort()).toEqual(["champions.excluded", "champions.included"]);
    await expect(
      app.as(reader)(exclusionsContract.excludeReader, { params, body: { reason: "Me." } }),
    ).rejects.toMatchObject({ status: 403 });
  });

  test("loses completed challenges, as does one whose session was deleted", async ({ app }) => {
    const [reader, staff] = [await createReader(app), await app.make.user({ isEmployee: true })];
    const { id } = await app.make.audiobook({ chapters: 600 });
    const challengeId = await addChallenge(app.services, {
      title: `An hour ${randomUUID()}`,
      description: "",
      goal: 60,
      goalType: "minutes" as const,
      startsAt: new Date("2026-03-01T00:00:00Z"),
      endsAt: new Date("2026-03-20T00:00:00Z"),
    });
    const asReader = app.as(reader);
    await asReader(challengesContract.join, { params: { challengeId } });
    const listeningSession = makeSession(id, 1, 2);
    await record(app, reader, listeningSession);
    const getCompletedAt = async () => {
      await completeChallenges(app.services, reader.id);
      const { participation } = await asReader(challengesContract.getChallenge, {
        params: { challengeId },
      });
      return participation?.completedAt;
    };
    expect(await getCompletedAt()).toEqual(now);

    const params = { userId: reader.id };
    await app.as(staff)(exclusionsContract.excludeReader, { params, body: { reason: "Checked." } });
    expect(await getCompletedAt()).toBeNull();
    const { totalCount } = await asReader(notificationsContract.listNotifications, { query: {} });
    expect(totalCount).toBe(0);
    await app.as(staff)(exclusionsContract.includeReader, { params });
    expect(await getCompletedAt()).toEqual(now);

    await asReader(activityContract.deleteSession, { params: { sessionId: listeningSession.id } });
    expect(await getCompletedAt()).toBeNull();
  });
});

test("a sample reader's finished book counts without sessions", async ({ app }) => {
  const reader = await createReader(app);
  const { id } = await app.make.book();
  await finish(app, reader, id);
  await markCovered(app.db, reader.id, id, now);

  expect(await getTotal(app, reader, "books")).toBe(1);
});
