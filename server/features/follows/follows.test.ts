import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import { announcementsContract } from "#shared/follows/announcements-contract.ts";
import { followsContract } from "#shared/follows/contract.ts";
import { notificationsContract } from "#shared/notifications/contract.ts";
import { peopleContract } from "#shared/people/contract.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { follows } from "#server/db/schema/accounts/people.ts";
import { contributors } from "#server/db/schema/books/contributors.ts";
import { notifications } from "#server/db/schema/system/notifications.ts";
import { createPublishedBook } from "#server/testing/books/create-published-book.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import { notifyAnnouncement, notifyBookFollowers } from "./jobs.ts";

const { listFollows, updateFollow } = followsContract;
const { listAnnouncements, getFollowers, createAnnouncement, deleteAnnouncement } = announcementsContract;

const follow = (app: TestApp, user: User, kind: "contributor" | "series" | "genre", id: string, on = true) =>
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
    await expect(announce(app, user, "A third one.")).rejects.toMatchObject({ status: 429 });
    await expect(announce(app, reader, "Not mine.")).rejects.toMatchObject({ status: 403 });
    await app.runJobs();

    const params = { contributorId: page.id };
    expect(await app.as(null)(listAnnouncements, { params })).toHaveLength(2);
    const mine = await listNotifications(app, reader);
    expect(mine.map(({ message }) => message).sort()).toEqual(["A new book.", "A second one."]);
    const deleteBy = (by: User) => app.as(by)(deleteAnnouncement, { params: { announcementId: first.id } });
    await expect(deleteBy(stranger)).rejects.toMatchObject({ status: 404 });
    await deleteBy(user);
    expect(await listNotifications(app, reader)).toHaveLength(1);
    expect(await app.as(null)(listAnnouncements, { params })).toHaveLength(1);
  });
});
