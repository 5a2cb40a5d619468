import { randomUUID } from "node:crypto";
import { and, eq, inArray, isNotNull } from "drizzle-orm";
import { describe, expect } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import type { User } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { challengesContract } from "#shared/challenges/contract.ts";
import { challengesStaffContract } from "#shared/challenges/staff.ts";
import { challengeUpdatesContract } from "#shared/challenges/updates.ts";
import { libraryContract } from "#shared/library/contract.ts";
import { notificationsContract } from "#shared/notifications/contract.ts";
import { bookGenres, genres } from "#server/db/schema/books/genres.ts";
import { challengeMembers } from "#server/db/schema/reading/challenges.ts";
import { markCovered } from "#server/features/reading-activity/service.ts";
import { listRowsAbout } from "#server/testing/rows-about.ts";
import { test } from "#server/testing/test.ts";

const { createChallenge, updateChallenge, deleteChallenge, listAllChallenges } = challengesStaffContract;
const { join, leave, getChallenge, listParticipants } = challengesContract;

const fields = {
  title: "Two of travel",
  description: "",
  goal: 2,
  goalType: "books" as const,
  startsOn: "2026-02-01",
  endsOn: "2026-12-31",
  genre: "Travel",
  bookIds: [],
};

describe("challenges of staff", () => {
  test("count books of their genre only, and cannot get harder once joined", async ({ app }) => {
    const [employee, reader] = [await app.make.user({ isEmployee: true }), await app.make.user()];
    const [travel] = await app.db.insert(genres).values({ name: "Travel" }).returning();
    const { id: challengeId } = await app.as(employee)(createChallenge, { body: fields });
    const params = { challengeId };
    await app.as(reader)(join, { params });
    for (const [user, canPost] of [
      [employee, true],
      [reader, false],
    ] as const) {
      expect(await app.as(user)(challengeUpdatesContract.listUpdates, { params })).toEqual({
        updates: [],
        canPost,
      });
    }
    for (const isTravel of [true, false]) {
      const { id: bookId } = await app.make.book();
      if (isTravel && travel)
        await app.db.insert(bookGenres).values({ bookId, genreId: travel.id, position: 0 });
      await markCovered(app.services.db, reader.id, bookId, new Date());
      await app.as(reader)(libraryContract.saveEntry, { params: { bookId }, body: { status: "finished" } });
    }
    await app.runJobs();
    expect((await app.as(reader)(getChallenge, { params })).participation).toMatchObject({
      progress: 1,
      completedAt: null,
    });

    const change = (body: object) =>
      app.as(employee)(updateChallenge, { params, body: { ...fields, ...body } });
    for (const stricter of [
      { goal: 3 },
      { endsOn: "2026-11-30" },
      { startsOn: "2026-02-02" },
      { goalType: "pages" },
    ]) {
      await expect(change(stricter)).rejects.toMatchObject({ status: 409 });
    }
    await change({ goal: 1 });
    await app.runJobs();
    expect((await app.as(reader)(getChallenge, { params })).participation?.completedAt).not.toBeNull();
  });

  test("change freely before anybody joins, and then only to easier ones", async ({ app }) => {
    const [employee, reader] = [await app.make.user({ isEmployee: true }), await app.make.user()];
    const book = await app.make.book();
    const genre = `Genre ${randomUUID()}`;
    await app.db.insert(genres).values({ name: genre });
    const own = { ...fields, genre: null };
    const create = async (title: string) =>
      (await app.as(employee)(createChallenge, { body: { ...own, title } })).id;
    const [challengeId, taken] = [await create("Free to change"), await create("Taken title")];
    const change = (body: object, id = challengeId) =>
      app.as(employee)(updateChallenge, {
        params: { challengeId: id },
        body: { ...own, title: "Free to change", ...body },
      });
    const stricter = [
      { goal: 3 },
      { goalType: "pages" },
      { startsOn: "2026-02-02" },
      { endsOn: "2026-12-30" },
      { genre },
      { goal: 1, bookIds: [book.id] },
    ];
    const easier = [{}, { goal: 1 }, { startsOn: "2026-01-31" }, { endsOn: "2027-01-01" }];

    for (const body of [...stricter, ...easier]) await change(body);
    await change({});
    await app.as(reader)(join, { params: { challengeId } });
    for (const body of stricter) {
      await expect(change(body)).rejects.toMatchObject({ problem: { reason: { code: "challenge_joined" } } });
    }
    const before = await listRowsAbout(app.db, [taken]);
    await expect(change({ title: "Taken title" })).rejects.toMatchObject({
      status: 409,
      problem: { fields: { title: { code: "challenge_title_taken" } } },
    });
    for (const body of easier) {
      await change(body);
      await app.db.delete(challengeMembers).where(eq(challengeMembers.challengeId, challengeId));
      await change({});
      await app.as(reader)(join, { params: { challengeId } });
    }
    await expect(change({ title: "Another" }, randomUUID() as typeof taken)).rejects.toMatchObject({
      status: 404,
    });
    for (const [wrong, refused] of [
      [{ endsOn: "2026-01-31" }, { endsOn: { code: "ends_before_start" } }],
      [{ genre: "No such genre" }, { genre: { code: "check_fields" } }],
      [{ bookIds: [randomUUID()] }, { bookIds: { code: "check_fields" } }],
      [{ bookIds: [book.id] }, { goal: { code: "goal_above_books" } }],
    ] as const) {
      await expect(change(wrong)).rejects.toMatchObject({ status: 400, problem: { fields: refused } });
    }
    await change({ endsOn: "2026-12-31", title: "Renamed by staff" });
    expect(await app.as(reader)(getChallenge, { params: { challengeId } })).toMatchObject({
      title: "Renamed by staff",
      goal: 2,
    });
    expect(await listRowsAbout(app.db, [taken])).toEqual(before);
  });

  test("have one title each, also when several are created at once", async ({ app }) => {
    const employee = await app.make.user({ isEmployee: true });
    const body = { ...fields, title: "Created at once" };
    const created = await Promise.allSettled(
      Array.from({ length: 8 }, () => app.as(employee)(createChallenge, { body })),
    );
    expect(created.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(created.find(({ status }) => status === "rejected")).toMatchObject({ reason: { status: 409 } });
  });

  test("name their participants except those who opted out", async ({ app }) => {
    const [admin, open, hidden] = [
      await app.make.user({ isAdmin: true }),
      await app.make.user(),
      await app.make.user(),
    ];
    const { id: challengeId } = await app.as(admin)(createChallenge, {
      body: { ...fields, title: "Three", genre: null },
    });
    const params = { challengeId };
    for (const reader of [open, hidden]) await app.as(reader)(join, { params });
    await app.as(hidden)(accountsContract.updatePreferences, { body: { showsAmongChampions: false } });
    const names = (await app.as(open)(listParticipants, { params })).map(({ name }) => name);
    expect(names.filter((name) => name === null)).toHaveLength(1);
    expect(names).toContain(`${open.firstName} T.`);

    await expect(
      app.as(admin)(createChallenge, { body: { ...fields, title: "Three", genre: null } }),
    ).rejects.toMatchObject({ status: 409 });
    await expect(
      app.as(admin)(createChallenge, {
        body: { ...fields, title: "Back", endsOn: "2026-01-01", genre: null },
      }),
    ).rejects.toMatchObject({ status: 400 });
    await app.as(admin)(deleteChallenge, { params });
    expect((await app.as(admin)(listAllChallenges, {})).map(({ id }) => id)).not.toContain(challengeId);
  });

  test("of single books count these only, and cannot be limited further once joined", async ({ app }) => {
    const [employee, reader] = [await app.make.user({ isEmployee: true }), await app.make.user()];
    const [first, second, other] = [await app.make.book(), await app.make.book(), await app.make.book()];
    const own = { ...fields, title: "These two", genre: null, bookIds: [first.id, second.id] };
    await expect(app.as(employee)(createChallenge, { body: { ...own, goal: 3 } })).rejects.toMatchObject({
      status: 400,
    });
    await expect(
      app.as(employee)(createChallenge, { body: { ...own, bookIds: [randomUUID() as BookId] } }),
    ).rejects.toMatchObject({ status: 400 });
    const { id: challengeId, books } = await app.as(employee)(createChallenge, { body: own });
    expect(books.map(({ id }) => id).sort()).toEqual([first.id, second.id].sort());
    const params = { challengeId };
    await app.as(reader)(join, { params });
    for (const { id: bookId } of [first, other]) {
      await markCovered(app.services.db, reader.id, bookId, new Date());
      await app.as(reader)(libraryContract.saveEntry, { params: { bookId }, body: { status: "finished" } });
    }
    expect((await app.as(reader)(getChallenge, { params })).participation?.progress).toBe(1);

    const change = (bookIds: BookId[]) =>
      app.as(employee)(updateChallenge, { params, body: { ...own, goal: 1, bookIds } });
    await expect(change([first.id])).rejects.toMatchObject({ status: 409 });
    await change([first.id, second.id, other.id]);
    await change([]);
    await expect(change([first.id, second.id])).rejects.toMatchObject({ status: 409 });
  });

  test("are announced to participants of other challenges", async ({ app }) => {
    const [employee, regular, newcomer] = [
      await app.make.user({ isEmployee: true }),
      await app.make.user(),
      await app.make.user(),
    ];
    const create = (title: string) =>
      app.as(employee)(createChallenge, { body: { ...fields, title, genre: null } });
    await app.as(regular)(join, { params: { challengeId: (await create("Earlier")).id } });
    await app.as(regular)(accountsContract.updatePreferences, { body: { language: "ar" } });
    const { id } = await app.as(employee)(createChallenge, {
      body: { ...fields, title: "Later", titleArabic: "لاحقًا", genre: null },
    });
    await app.runJobs();
    const listNews = async (reader: User) =>
      (await app.as(reader)(notificationsContract.listNotifications, { query: {} })).notifications
        .filter(({ type }) => type === "challenge_new")
        .map(({ actionUrl, message }) => ({ actionUrl, message }));
    expect(await listNews(regular)).toContainEqual({ actionUrl: `/challenges/${id}`, message: "لاحقًا" });
    expect(await listNews(newcomer)).toEqual([]);
  });

  test("are changed, left and deleted without touching another with the same reader", async ({ app }) => {
    const [admin, reader, other] = [
      await app.make.user({ isAdmin: true }),
      await app.make.user(),
      await app.make.user(),
    ];
    const book = await app.make.book();
    const body = { ...fields, goal: 1, genre: null, bookIds: [book.id] };
    const create = async (title: string) => {
      const { id: challengeId } = await app.as(admin)(createChallenge, { body: { ...body, title } });
      for (const each of [reader, other]) await app.as(each)(join, { params: { challengeId } });
      return { challengeId };
    };
    const [own, neighbour] = [await create("Own challenge"), await create("Other challenge")];
    await app.runJobs();
    const before = await listRowsAbout(app.db, [neighbour.challengeId]);

    await app.as(admin)(updateChallenge, {
      params: own,
      body: { ...body, title: "Own challenge, longer", endsOn: "2027-01-31", bookIds: [] },
    });
    await app.as(reader)(leave, { params: own });

    expect(await listRowsAbout(app.db, [neighbour.challengeId])).toEqual(before);
    const participation = async (user: User) =>
      (await app.as(user)(getChallenge, { params: own })).participation !== null;
    expect([await participation(reader), await participation(other)]).toEqual([false, true]);
    await app.as(admin)(deleteChallenge, { params: own });
    expect(await listRowsAbout(app.db, [neighbour.challengeId])).toEqual(before);
  });

  test("are completed by the readers who reached the goal only", async ({ app }) => {
    const [employee, reader, other] = [
      await app.make.user({ isEmployee: true }),
      await app.make.user(),
      await app.make.user(),
    ];
    const [book, otherBook] = [await app.make.book(), await app.make.book()];
    const create = async (title: string, bookIds: BookId[], starts = fields.startsOn) => {
      const { id: challengeId } = await app.as(employee)(createChallenge, {
        body: { ...fields, title, goal: 1, genre: null, bookIds, startsOn: starts },
      });
      for (const each of [reader, other]) await app.as(each)(join, { params: { challengeId } });
      return challengeId;
    };
    const reached = await create("Reached", [book.id]);
    const missed = await create("Missed", [otherBook.id]);
    await markCovered(app.services.db, reader.id, book.id, new Date());
    await app.as(reader)(libraryContract.saveEntry, {
      params: { bookId: book.id },
      body: { status: "finished" },
    });
    await app.runJobs();

    const completed = await app.db
      .select()
      .from(challengeMembers)
      .where(
        and(
          inArray(challengeMembers.challengeId, [reached, missed]),
          isNotNull(challengeMembers.completedAt),
        ),
      );
    expect(completed.map(({ challengeId, userId }) => [challengeId, userId])).toEqual([[reached, reader.id]]);
  });
});
