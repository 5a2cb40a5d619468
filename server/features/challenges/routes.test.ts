import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import type { ReplyOf } from "#shared/api/contract.ts";
import type { BookId } from "#shared/books/book.ts";
import { ChallengeId, challengesContract } from "#shared/challenges/contract.ts";
import { libraryContract } from "#shared/library/contract.ts";
import { notificationsContract } from "#shared/notifications/contract.ts";
import { activityContract } from "#shared/reading-activity/contract.ts";
import { SessionId } from "#shared/reading-activity/session.ts";
import { markCovered } from "#server/features/reading-activity/service.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import { completeChallenges } from "./complete-challenges.ts";
import { addChallenge, addMember } from "./service.ts";

const { listActive, listMine, listPast, listUpcoming, getChallenge, join, leave } = challengesContract;

const toDate = (day: string) => new Date(`2026-${day}T00:00:00Z`);
const ramadan = {
  title: "Thirty days",
  description: "A page a day.",
  goal: 30,
  goalType: "days" as const,
  startsAt: toDate("02-18"),
  endsAt: toDate("03-20"),
};

const twoBooks = { ...ramadan, title: "Two books", goal: 2, goalType: "books" as const };

async function finish(app: TestApp, reader: Awaited<ReturnType<TestApp["make"]["user"]>>) {
  const { id: bookId } = await app.make.book();
  await markCovered(app.services.db, reader.id, bookId, new Date());
  await app.as(reader)(libraryContract.saveEntry, { params: { bookId }, body: { status: "finished" } });
  await app.runJobs();
}

describe("challenges", () => {
  test("that are active are public, with the number of participants", async ({ app }) => {
    const { services } = app;
    const [amina, yusuf] = [await app.make.user(), await app.make.user()];
    const id = await addChallenge(services, ramadan);
    await addChallenge(services, { ...ramadan, title: "Over", endsAt: toDate("02-28") });
    await addChallenge(services, { ...ramadan, title: "To come", startsAt: toDate("03-02") });
    for (const reader of [amina, yusuf, amina]) await addMember(services, id, reader.id);

    const active = await app.as(null)(listActive, {});

    expect(active).toEqual([
      {
        id,
        ...ramadan,
        participantCount: 2,
        genre: null,
        books: [],
        communityId: null,
        titleArabic: "",
        descriptionArabic: "",
      },
    ]);
    expect(await addChallenge(services, ramadan)).toBe(id);
  });

  test("that a user joined are listed", async ({ app }) => {
    const [amina, yusuf] = [await app.make.user(), await app.make.user()];
    const id = await addChallenge(app.services, { ...ramadan, title: "Ten books", goalType: "books" });
    await addMember(app.services, id, amina.id);

    const mine = await app.as(amina)(listMine, {});

    expect(mine).toHaveLength(1);
    expect(mine[0]).toMatchObject({ challenge: { id, participantCount: 1 }, completedAt: null });
    expect(await app.as(yusuf)(listMine, {})).toEqual([]);
    await expect(app.as(null)(listMine, {})).rejects.toMatchObject({ status: 401 });
  });
});

describe("participation", () => {
  test("counts twenty simultaneous joins once", async ({ app }) => {
    const reader = await app.make.user();
    const challengeId = await addChallenge(app.services, { ...ramadan, title: "At once" });
    const asReader = app.as(reader);

    await Promise.all(Array.from({ length: 20 }, () => asReader(join, { params: { challengeId } })));

    const detail = await asReader(getChallenge, { params: { challengeId } });
    expect(detail).toMatchObject({ participantCount: 1, participation: { completedAt: null, progress: 0 } });
    expect(await app.as(null)(getChallenge, { params: { challengeId } })).toMatchObject({
      participantCount: 1,
      participation: null,
    });
  });

  test("ends by leaving, also twice", async ({ app }) => {
    const [amina, yusuf] = [await app.make.user(), await app.make.user()];
    const params = { challengeId: await addChallenge(app.services, { ...ramadan, title: "Left" }) };
    for (const reader of [amina, yusuf]) await app.as(reader)(join, { params });

    await app.as(amina)(leave, { params });
    const participation = await app.as(amina)(leave, { params });

    expect(participation).toMatchObject({ participantCount: 1, participation: null });
    expect(await app.as(yusuf)(getChallenge, { params })).toMatchObject({ participation: { progress: 0 } });
  });

  test("is refused for guests, after the end, and for unknown challenges", async ({ app }) => {
    const reader = await app.make.user();
    const params = {
      challengeId: await addChallenge(app.services, { ...ramadan, title: "Past", endsAt: toDate("02-28") }),
    };
    const nowhere = { params: { challengeId: ChallengeId.parse("00000000-0000-4000-8000-000000000000") } };

    await expect(app.as(reader)(join, { params })).rejects.toMatchObject({ status: 409 });
    await expect(app.as(null)(join, { params })).rejects.toMatchObject({ status: 401 });
    for (const act of [join, leave, getChallenge]) {
      await expect(app.as(reader)(act, nowhere)).rejects.toMatchObject({ status: 404 });
    }
    expect(await app.as(reader)(getChallenge, { params })).toMatchObject({
      participation: null,
      participantCount: 0,
    });
  });
});

describe("progress", () => {
  test("counts books finished since the start, and completes once", async ({ app }) => {
    const [amina, yusuf] = [await app.make.user(), await app.make.user()];
    const params = { challengeId: await addChallenge(app.services, twoBooks) };
    const asAmina = app.as(amina);
    await finish(app, amina);
    await app.as(yusuf)(join, { params });
    expect((await asAmina(join, { params })).participation).toMatchObject({ progress: 1, completedAt: null });

    await finish(app, amina);
    await finish(app, amina);

    const [mine] = await asAmina(listMine, {});
    expect(mine).toMatchObject({ progress: 3, completedAt: app.services.clock() });
    const { notifications } = await asAmina(notificationsContract.listNotifications, { query: {} });
    expect(notifications).toMatchObject([
      { type: "challenge_update", actionUrl: `/challenges/${params.challengeId}` },
    ]);
    expect((await app.as(yusuf)(getChallenge, { params })).participation).toMatchObject({
      progress: 0,
      completedAt: null,
    });

    await asAmina(leave, { params });
    await asAmina(join, { params });
    const again = await asAmina(notificationsContract.listNotifications, { query: {} });
    expect(again.totalCount).toBe(1);
  });

  test("counts no book finished before the start", async ({ app }) => {
    const reader = await app.make.user();
    await finish(app, reader);
    const soon = { ...twoBooks, title: "To begin", startsAt: toDate("03-02") };
    const params = { challengeId: await addChallenge(app.services, soon) };

    expect((await app.as(reader)(join, { params })).participation).toMatchObject({ progress: 0 });
  });

  test("by days is the longest run of local days with reading", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.audiobook({ chapters: 30 });
    const params = { challengeId: await addChallenge(app.services, { ...ramadan, title: "Days", goal: 3 }) };
    // On the 24th it is the 25th in Riyadh already.
    const times = ["02-10T00", "02-19T01", "02-20T02", "02-23T22", "02-24T20", "02-24T22"];
    await app.as(reader)(join, { params });
    await read(app, reader, bookId, times, { zone: "Asia/Riyadh" });
    expect((await app.as(reader)(getChallenge, { params })).participation).toMatchObject({ progress: 2 });

    // The 26th is excused: it does not end the streak and does not count.
    await read(app, reader, bookId, ["02-26T22"], { zone: "Asia/Riyadh" });
    await completeChallenges(app.services, null);

    expect((await app.as(reader)(getChallenge, { params })).participation).toMatchObject({
      progress: 3,
      completedAt: app.services.clock(),
    });
  });

  test("by minutes, pages and chapters counts measured time once, and no manual sessions", async ({
    app,
  }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.audiobook({ chapters: 30 });
    const ids = await Promise.all(
      (["minutes", "pages", "chapters"] as const).map((goalType) =>
        addChallenge(app.services, { ...ramadan, title: `In ${goalType}`, goal: 30, goalType }),
      ),
    );
    for (const challengeId of ids) await app.as(reader)(join, { params: { challengeId } });
    await read(app, reader, bookId, ["02-17T10", "02-18T10"], { chapters: 2 });
    await read(app, reader, bookId, ["02-18T10"], { chapters: 2 });
    await app.as(reader)(activityContract.addSession, {
      params: { sessionId: SessionId.parse(randomUUID()) },
      body: {
        kind: "reading",
        title: "On paper",
        zone: "UTC",
        pages: 31,
        startedAt: new Date("2026-02-20T10:00:00Z"),
        endedAt: new Date("2026-02-20T10:20:00Z"),
      },
    });
    await completeChallenges(app.services, null);

    const mine = await app.as(reader)(listMine, {});
    const progress = mine.map(({ challenge, progress: done, completedAt }) => [
      challenge.goalType,
      done,
      completedAt !== null,
    ]);
    expect(progress.sort()).toEqual([
      ["chapters", 2, false],
      ["minutes", 10, false],
      ["pages", 0, false],
    ]);
  });
});

/** Sessions of ten minutes with a book, at each of these hours. */
async function read(
  app: TestApp,
  reader: Awaited<ReturnType<TestApp["make"]["user"]>>,
  bookId: BookId,
  times: readonly string[],
  input: Record<string, unknown> = {},
) {
  const now = app.services.clock();
  for (const time of times) {
    const session = {
      id: randomUUID(),
      bookId,
      kind: "listening",
      zone: "UTC",
      device: "Test",
      startedAt: `2026-${time}:00:00Z`,
      endedAt: `2026-${time}:10:00Z`,
      ...input,
    };
    app.setClock(new Date(session.endedAt));
    await app.as(reader)(activityContract.recordSessions, { body: { sessions: [session] } });
  }
  app.setClock(now);
}

test("past challenges are paged, latest first, separate from coming ones", async ({ app }) => {
  for (let n = 1; n <= 5; n++) {
    const past = { startsAt: new Date("2020-01-01"), endsAt: new Date(`2020-02-0${Math.ceil(n / 2)}`) };
    await addChallenge(app.services, { ...ramadan, title: `Gone ${n}`, ...past });
  }
  await addChallenge(app.services, {
    ...ramadan,
    title: "Ahead",
    startsAt: toDate("06-01"),
    endsAt: toDate("07-01"),
  });
  const guest = app.as(null);
  const titles: string[] = [];
  let cursor: string | null = null;
  do {
    const page: ReplyOf<typeof listPast> = await guest(listPast, {
      query: { limit: 2, ...(cursor && { cursor }) },
    });
    titles.push(...page.challenges.map(({ title }) => title));
    cursor = page.nextCursor;
  } while (cursor);

  const ownTitles = titles.filter((title) => title.startsWith("Gone"));
  expect(ownTitles).toHaveLength(5);
  expect(new Set(titles).size).toBe(titles.length);
  expect(ownTitles[0]).toBe("Gone 5");
  expect((await guest(listUpcoming, {})).map(({ title }) => title)).toContain("Ahead");
  await expect(guest(listPast, { query: { cursor: "nonsense" } })).rejects.toMatchObject({ status: 400 });
});
