import { randomUUID } from "node:crypto";
import { eq, inArray } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { User, UserId } from "#shared/accounts/user.ts";
import { minReaders } from "#shared/author-stats/contract.ts";
import type { ContributorId } from "#shared/books/book.ts";
import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import { announcementsContract, maxAnnouncementsPerWeek } from "#shared/follows/announcements-contract.ts";
import { type FollowKind, followsContract, maxFollows } from "#shared/follows/contract.ts";
import { notificationsContract } from "#shared/notifications/contract.ts";
import { peopleContract } from "#shared/people/contract.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { auditLog, users } from "#server/db/schema/accounts/accounts.ts";
import { follows } from "#server/db/schema/accounts/people.ts";
import { contributors } from "#server/db/schema/books/contributors.ts";
import { genres } from "#server/db/schema/books/genres.ts";
import { communities, communityMembers } from "#server/db/schema/community/communities.ts";
import { notificationEvents, notifications } from "#server/db/schema/system/notifications.ts";
import { createPublishedBook } from "#server/testing/books/create-published-book.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import { notifyAnnouncement, notifyBookFollowers } from "./jobs.ts";
import { enqueueBookFollowers } from "./service.ts";

const { listFollows, updateFollow } = followsContract;
const { listAnnouncements, getFollowers, createAnnouncement, deleteAnnouncement } = announcementsContract;

const follow = (app: TestApp, user: User, kind: FollowKind, id: string, on = true) =>
  app.as(user)(updateFollow, { params: { kind, id }, body: { isFollowing: on } });

const listNotifications = async (app: TestApp, user: User) =>
  (await app.as(user)(notificationsContract.listNotifications, { query: {} })).notifications;

async function createAuthor(app: TestApp) {
  const user = await app.make.user({ isAuthor: true });
  const name = `Author ${randomUUID()}`;
  const page = expectOneRow(
    await app.db
      .insert(contributors)
      .values({ name, normalizedName: normalizeSearchText(name), userId: user.id })
      .returning(),
  );
  return { user, page };
}

const announce = (app: TestApp, user: User, text: string, clientId = randomUUID()) =>
  app.as(user)(createAnnouncement, { body: { text, clientId } });

describe("follows", () => {
  test("are listed by name, and not found for unknown targets", async ({ app }) => {
    const { page } = await createAuthor(app);
    const [reader, other] = [await app.make.user(), await app.make.user()];
    await follow(app, reader, "contributor", page.id);
    await follow(app, reader, "contributor", page.id);
    expect(await app.as(reader)(listFollows, {})).toEqual([
      { kind: "contributor", id: page.id, name: page.name },
    ]);
    expect(await app.as(other)(listFollows, {})).toEqual([]);
    await expect(follow(app, reader, "series", randomUUID())).rejects.toMatchObject({ status: 404 });
    await follow(app, reader, "contributor", page.id, false);
    expect(await app.as(reader)(listFollows, {})).toEqual([]);
  });

  test("of one reader, kind and subject leave others as they were", async ({ app }) => {
    const [author, otherAuthor] = [await createAuthor(app), await createAuthor(app)];
    const [reader, other] = [await app.make.user({ firstName: "Amina" }), await app.make.user()];
    const subjectId = author.page.id;
    for (const user of [reader, other]) {
      await follow(app, user, "contributor", subjectId);
      await follow(app, user, "contributor", otherAuthor.page.id);
      await app.db
        .insert(follows)
        .values({ userId: user.id, kind: "series", subjectId, createdAt: new Date() });
    }
    const listRows = () =>
      app.db
        .select({ userId: follows.userId, kind: follows.kind, subjectId: follows.subjectId })
        .from(follows)
        .where(inArray(follows.userId, [reader.id, other.id]));
    const before = await listRows();
    expect(before).toHaveLength(6);
    const getMessages = async (user: User) =>
      (await listNotifications(app, user)).map(({ message }) => message);
    const untouched = await getMessages(otherAuthor.user);

    await follow(app, reader, "contributor", subjectId, false);

    const isEnded = (row: (typeof before)[number]) =>
      row.userId === reader.id && row.kind === "contributor" && row.subjectId === subjectId;
    expect(await listRows()).toEqual(before.filter((row) => !isEnded(row)));
    expect((await getMessages(author.user)).join()).not.toContain("Amina");
    expect(await getMessages(author.user)).toHaveLength(1);
    expect(await getMessages(otherAuthor.user)).toEqual(untouched);
    expect(await app.as(reader)(listFollows, {})).toMatchObject([{ id: otherAuthor.page.id }]);
  });

  test("of a community need one that the reader may know of", async ({ app }) => {
    const reader = await app.make.user();
    const create = async (row: Partial<typeof communities.$inferInsert>) => {
      const name = randomUUID();
      const values = {
        name,
        normalizedName: name,
        visibility: "public" as const,
        createdAt: new Date(),
        ...row,
      };
      return expectOneRow(await app.db.insert(communities).values(values).returning());
    };
    const [open, closed, deleted] = [
      await create({}),
      await create({ visibility: "request" }),
      await create({ deletedAt: new Date() }),
    ];
    const join = (userId: UserId, state: "active" | "pending") =>
      app.db
        .insert(communityMembers)
        .values({ communityId: closed.id, userId, state, role: "member", since: new Date() });
    await join((await app.make.user()).id, "active");
    await join(reader.id, "pending");

    await follow(app, reader, "community", open.id);
    for (const { id } of [closed, deleted]) {
      await expect(follow(app, reader, "community", id)).rejects.toMatchObject({ status: 404 });
    }
    await app.db
      .update(communityMembers)
      .set({ state: "active" })
      .where(eq(communityMembers.userId, reader.id));
    await follow(app, reader, "community", closed.id);

    const names = (await app.as(reader)(listFollows, {})).map(({ name }) => name);
    expect(names).toEqual([open.name, closed.name].sort());
  });

  test(`are ${maxFollows} at most`, async ({ app }) => {
    const { page } = await createAuthor(app);
    const [reader, other] = [await app.make.user(), await app.make.user()];
    const rows = Array.from({ length: maxFollows }, () => ({
      userId: reader.id,
      kind: "genre" as const,
      subjectId: randomUUID(),
      createdAt: new Date(),
    }));
    await app.db.insert(follows).values(rows);

    await expect(follow(app, reader, "contributor", page.id)).rejects.toMatchObject({
      problem: { reason: { code: "too_many_follows", max: maxFollows } },
    });
    await follow(app, other, "contributor", page.id);

    expect(await app.db.$count(follows, eq(follows.userId, reader.id))).toBe(maxFollows);
    await app.db.delete(follows).where(eq(follows.subjectId, rows[0]?.subjectId ?? ""));
    await follow(app, reader, "contributor", page.id);
  });

  test("notify an author once, not of readers they blocked", async ({ app }) => {
    const { user, page } = await createAuthor(app);
    const [first, second, blocked] = [await app.make.user(), await app.make.user(), await app.make.user()];
    await app.as(user)(peopleContract.updateRelation, {
      params: { userId: blocked.id },
      body: { isBlocked: true },
    });
    for (const reader of [first, second, blocked]) await follow(app, reader, "contributor", page.id);
    const listed = await listNotifications(app, user);
    expect(listed).toHaveLength(1);
    expect(listed[0]).toMatchObject({ type: "author_follow" });
    expect(listed[0]?.message).toContain(" and ");
    await app.as(user)(notificationsContract.markAllRead, {});
    await follow(app, first, "contributor", page.id);
    expect(await listNotifications(app, user)).toMatchObject([{ isRead: true }]);
  });

  test("notify of a release once, and of several books in one notification", async ({ app }) => {
    const { page } = await createAuthor(app);
    const [reader, other] = [await app.make.user(), await app.make.user()];
    await follow(app, reader, "contributor", page.id);
    const release = async (title: string) => {
      const bookId = (await createPublishedBook(app.services, { title, authors: [page.name] })).id;
      await notifyBookFollowers.run(app.services, { bookId });
      await notifyBookFollowers.run(app.services, { bookId });
      return bookId;
    };
    const bookId = await release("The Well");
    expect(await listNotifications(app, reader)).toMatchObject([
      { type: "followed_book", message: `“The Well” by ${page.name}`, actionUrl: `/book/${bookId}` },
    ]);
    await release("The Road");
    expect(await listNotifications(app, reader)).toMatchObject([{ message: "“The Road”, “The Well”" }]);
    expect(await listNotifications(app, other)).toEqual([]);
  });

  test("notify of releases of a series and a genre, not of drafts, with the first author", async ({
    app,
  }) => {
    const [seriesName, genre, first] = [randomUUID(), randomUUID(), `First ${randomUUID()}`];
    const input = { series: seriesName, genres: [genre], narrators: ["N. Reader"] };
    const authors = [first, `Second ${randomUUID()}`];
    const draft = await createPublishedBook(app.services, {
      title: "A draft",
      authors,
      state: "draft",
      ...input,
    });
    const book = await createPublishedBook(app.services, { title: "A book", authors, ...input });
    const elsewhere = await createPublishedBook(app.services, {
      title: "Elsewhere",
      authors,
      series: randomUUID(),
      genres: [randomUUID()],
    });
    const [genreRow] = await app.db.select().from(genres).where(eq(genres.name, genre));
    const readers = [await app.make.user(), await app.make.user()] as const;
    await follow(app, readers[0], "series", book.seriesId ?? expect.fail());
    await follow(app, readers[1], "genre", genreRow?.id ?? expect.fail());

    await enqueueBookFollowers(app.services, elsewhere.id);
    expect(app.listQueuedJobs()).toContain("follows.notify-book");
    await app.runJobs();
    for (const { id: bookId } of [draft, book]) await notifyBookFollowers.run(app.services, { bookId });

    for (const reader of readers) {
      expect(await listNotifications(app, reader)).toMatchObject([
        { message: `“A book” by ${first}`, actionUrl: `/book/${book.id}` },
      ]);
      expect(await app.db.$count(notificationEvents, eq(notificationEvents.userId, reader.id))).toBe(1);
    }
  });

  test("of thousands are notified in batches, each user once", async ({ app }) => {
    const { user, page } = await createAuthor(app);
    const rows = Array.from({ length: 1_001 }, (_, n) => ({
      email: `f${n}-${page.id}@example.com`,
      username: `f${n}${page.id.slice(0, 8)}`,
      firstName: "F",
      lastName: "",
    }));
    const added = await app.db.insert(users).values(rows).returning({ id: users.id });
    const createdAt = app.services.clock();
    await app.db
      .insert(follows)
      .values(
        added.map(({ id }) => ({ userId: id, kind: "contributor" as const, subjectId: page.id, createdAt })),
      );
    const { id } = await announce(app, user, "To all of you.");
    await notifyAnnouncement.run(app.services, { announcementId: id });
    await app.runJobs();
    const sent = await app.db
      .select({ userId: notifications.userId })
      .from(notifications)
      .where(eq(notifications.subject, `announcement:${id}`));
    expect(sent).toHaveLength(1_001);
  });
});

describe("announcements", () => {
  test("are published twice a week by their author, and reach followers", async ({ app }) => {
    const { user, page } = await createAuthor(app);
    const [reader, stranger] = [await app.make.user(), await app.make.user()];
    await follow(app, reader, "contributor", page.id);
    expect(await app.as(user)(getFollowers, {})).toEqual({ count: null });
    const clientId = randomUUID();
    const [first] = [
      await announce(app, user, "A new book.", clientId),
      await announce(app, user, "-", clientId),
    ];
    await announce(app, user, "A second one.");
    await expect(announce(app, user, "A third one.")).rejects.toMatchObject({
      problem: { reason: { code: "too_many_announcements", max: maxAnnouncementsPerWeek } },
    });
    await expect(announce(app, reader, "Not mine.")).rejects.toMatchObject({ status: 403 });
    await app.runJobs();

    const params = { contributorId: page.id };
    expect(await app.as(null)(listAnnouncements, { params })).toHaveLength(2);
    const mine = await listNotifications(app, reader);
    expect(mine.map(({ message }) => message).sort()).toEqual(["A new book.", "A second one."]);
    const deleteBy = (by: User) => app.as(by)(deleteAnnouncement, { params: { announcementId: first.id } });
    await expect(deleteBy(stranger)).rejects.toMatchObject({ status: 404 });
    await deleteBy(user);
    expect((await listNotifications(app, reader)).map(({ message }) => message)).toEqual(["A second one."]);
    expect((await app.as(null)(listAnnouncements, { params })).map(({ text }) => text)).toEqual([
      "A second one.",
    ]);
  });

  test("are counted by week and author, and shortened in notifications", async ({ app }) => {
    const [author, other] = [await createAuthor(app), await createAuthor(app)];
    const reader = await app.make.user();
    await follow(app, reader, "contributor", author.page.id);
    const start = app.services.clock();
    const setTime = (ms: number) => app.setClock(new Date(start.getTime() + ms));
    const week = 7 * 24 * 3_600_000;
    const sharedId = randomUUID();
    const text = `${"word ".repeat(39)}longer words follow`;

    await announce(app, author.user, "One.", sharedId);
    setTime(1);
    await announce(app, author.user, text);
    await announce(app, other.user, "From another author.", sharedId);
    setTime(week);
    await expect(announce(app, author.user, "Three.")).rejects.toMatchObject({ status: 429 });
    setTime(week + 1);
    await announce(app, author.user, "Three.");
    await app.runJobs();
    app.setClock(start);

    const listTexts = async (contributorId: ContributorId) =>
      (await app.as(null)(listAnnouncements, { params: { contributorId } })).map((each) => each.text);
    expect(await listTexts(author.page.id)).toEqual(["Three.", text, "One."]);
    expect(await listTexts(other.page.id)).toEqual(["From another author."]);
    const messages = (await listNotifications(app, reader)).map(({ message }) => message).sort();
    expect(messages).toEqual(["One.", "Three.", `${"word ".repeat(39).trim()}…`].sort());
  });

  test("are deleted by staff with an audit entry, and need a verified address", async ({ app }) => {
    const [author, other] = [await createAuthor(app), await createAuthor(app)];
    const employee = await app.make.user({ isEmployee: true });
    const unverified = await app.make.user({ isAuthor: true, emailVerified: false });
    const params = { announcementId: (await announce(app, author.user, "Spam.")).id };
    const listAudited = () =>
      app.db.select().from(auditLog).where(eq(auditLog.action, "announcement.deleted"));

    await expect(announce(app, unverified, "x")).rejects.toMatchObject({ status: 403 });
    const withoutPage = await app.make.user({ isAuthor: true });
    await expect(announce(app, withoutPage, "x")).rejects.toMatchObject({ status: 404 });
    await expect(app.as(other.user)(deleteAnnouncement, { params })).rejects.toMatchObject({ status: 404 });
    const own = await announce(app, author.user, "Mine.");
    await app.as(author.user)(deleteAnnouncement, { params: { announcementId: own.id } });
    expect(await listAudited()).toEqual([]);
    await app.as(employee)(deleteAnnouncement, { params });

    expect(await listAudited()).toMatchObject([
      { actorId: employee.id, target: author.page.id, details: { text: "Spam." } },
    ]);
  });

  test("have followers whose number is known from ten on", async ({ app }) => {
    const [author, other] = [await createAuthor(app), await createAuthor(app)];
    const count = async ({ user }: typeof author) => (await app.as(user)(getFollowers, {})).count;
    for (let n = 1; n <= minReaders; n++) {
      expect(await count(author)).toBeNull();
      await follow(app, await app.make.user(), "contributor", author.page.id);
    }

    expect([await count(author), await count(other)]).toEqual([minReaders, null]);
    expect((await app.as(await app.make.user({ isAuthor: true }))(getFollowers, {})).count).toBeNull();
  });
});
