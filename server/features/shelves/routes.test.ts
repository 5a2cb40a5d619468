import { eq, isNotNull, sql } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { followsContract } from "#shared/follows/contract.ts";
import { moderationContract } from "#shared/moderation/contract.ts";
import { decisionsContract } from "#shared/moderation/decisions-contract.ts";
import { notificationsContract } from "#shared/notifications/contract.ts";
import { peopleContract } from "#shared/people/contract.ts";
import {
  maxShelfBooks,
  maxShelves,
  type ShelfId,
  type ShelfVisibility,
  shelvesContract,
} from "#shared/shelves/contract.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { follows } from "#server/db/schema/accounts/people.ts";
import { books } from "#server/db/schema/books/books.ts";
import { heldWords } from "#server/db/schema/community/moderation.ts";
import { shelfBooks, shelves } from "#server/db/schema/reading/shelves.ts";
import { describePage } from "#server/features/seo/service.ts";
import { createPublishedBook } from "#server/testing/books/create-published-book.ts";
import { listRowsAbout } from "#server/testing/rows-about.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import { announceShelfBooks } from "./jobs.ts";

const contract = shelvesContract;
const notFound = { status: 404 };

const create = async (
  app: TestApp,
  user: User,
  visibility: ShelfVisibility = "private",
  body: { name?: string; description?: string; bookId?: BookId } = {},
): Promise<ShelfId> =>
  (
    await app.as(user)(contract.createShelf, {
      body: { name: "Winter", description: "", visibility, ...body },
    })
  ).id;

const add = (app: TestApp, user: User, shelfId: ShelfId, bookId: BookId, note?: string) =>
  app.as(user)(contract.saveShelfBook, { params: { shelfId, bookId }, body: { note } });

const listTitles = async (app: TestApp, user: User | null, shelfId: ShelfId) =>
  (await app.as(user)(contract.listShelfBooks, { params: { shelfId }, query: {} })).books.map(
    ({ book }) => book.title,
  );

const get = (app: TestApp, user: User | null, shelfId: ShelfId) =>
  app.as(user)(contract.getShelf, { params: { shelfId } });

async function befriend(app: TestApp, user: User, friend: User) {
  await app.as(user)(peopleContract.requestFriend, { params: { userId: friend.id } });
  await app.as(friend)(peopleContract.requestFriend, { params: { userId: user.id } });
}

describe("a shelf", () => {
  test("has books in the reader's order, with notes", async ({ app }) => {
    const reader = await app.make.user();
    const [a, b, c] = [
      await app.make.book({ title: "A" }),
      await app.make.book({ title: "B" }),
      await app.make.book({ title: "C" }),
    ];
    const shelfId = await create(app, reader, "private", { bookId: a.id });
    await add(app, reader, shelfId, b.id, "Lent to Maryam");
    await add(app, reader, shelfId, c.id);
    await add(app, reader, shelfId, b.id);
    expect(await listTitles(app, reader, shelfId)).toEqual(["A", "B", "C"]);

    const move = (bookId: BookId, after: BookId | null) =>
      app.as(reader)(contract.moveShelfBook, { params: { shelfId, bookId }, body: { after } });
    await move(c.id, null);
    await move(a.id, b.id);
    expect(await listTitles(app, reader, shelfId)).toEqual(["C", "B", "A"]);
    await app.as(reader)(contract.deleteShelfBook, { params: { shelfId, bookId: c.id } });
    await expect(move(c.id, null)).rejects.toMatchObject(notFound);

    const first = await app.as(reader)(contract.listShelfBooks, { params: { shelfId }, query: { limit: 1 } });
    expect(first.books).toMatchObject([{ book: { title: "B" }, note: "Lent to Maryam" }]);
    const rest = await app.as(reader)(contract.listShelfBooks, {
      params: { shelfId },
      query: { limit: 1, cursor: first.nextCursor ?? "" },
    });
    expect(rest).toMatchObject({ books: [{ book: { title: "A" } }], nextCursor: null });
    expect(await app.as(reader)(contract.listShelves, { query: { bookId: a.id } })).toMatchObject([
      { id: shelfId, bookCount: 2, hasBook: true, covers: [{ id: b.id }, { id: a.id }] },
    ]);
  });

  test("shows no hidden books, and does not count them", async ({ app }) => {
    const reader = await app.make.user();
    const book = await app.make.book();
    const shelfId = await create(app, reader, "public", { bookId: book.id });
    await app.db.update(books).set({ state: "hidden" }).where(eq(books.id, book.id));

    expect(await get(app, null, shelfId)).toMatchObject({ bookCount: 0, covers: [] });
    expect(await listTitles(app, null, shelfId)).toEqual([]);
    await expect(add(app, reader, shelfId, book.id)).rejects.toMatchObject(notFound);
  });

  test("is changed by its owner only", async ({ app }) => {
    const [reader, other] = [await app.make.user(), await app.make.user()];
    const [mine, theirs] = [await app.make.book(), await app.make.book()];
    const shelfId = await create(app, other, "public", { bookId: theirs.id });
    const before = await listRowsAbout(app.db, [other.id]);
    const facts = { name: "Changed", description: "", visibility: "public" as const };
    const params = { shelfId, bookId: theirs.id };
    const as = app.as(reader);

    for (const attempt of [
      () => as(contract.updateShelf, { params: { shelfId }, body: facts }),
      () => add(app, reader, shelfId, mine.id),
      () => as(contract.deleteShelfBook, { params }),
      () => as(contract.moveShelfBook, { params, body: { after: null } }),
    ]) {
      await expect(attempt()).rejects.toMatchObject(notFound);
    }
    await as(contract.deleteShelf, { params: { shelfId } });

    expect(await listRowsAbout(app.db, [other.id])).toEqual(before);
    await app.as(other)(contract.updateShelf, { params: { shelfId }, body: facts });
    expect(await get(app, reader, shelfId)).toMatchObject({ name: "Changed", isOwn: false });
    await app.as(other)(contract.deleteShelf, { params: { shelfId } });
    await expect(get(app, other, shelfId)).rejects.toMatchObject(notFound);
  });

  test("is seen by everyone, by friends or by its owner", async ({ app }) => {
    const [owner, friend, stranger, blocked] = [
      await app.make.user(),
      await app.make.user(),
      await app.make.user(),
      await app.make.user(),
    ];
    await befriend(app, owner, friend);
    await app.as(owner)(peopleContract.updateRelation, {
      params: { userId: blocked.id },
      body: { isBlocked: true },
    });
    const viewers = [owner, friend, stranger, null, blocked];
    const listViewers = async (shelfId: ShelfId) => {
      const shown = viewers.map(async (viewer) => {
        const replies = [get(app, viewer, shelfId), listTitles(app, viewer, shelfId)];
        const states = (await Promise.allSettled(replies)).map(({ status }) => status === "fulfilled");
        expect(new Set(states).size).toBe(1);
        return states[0];
      });
      return Promise.all(shown);
    };

    const [open, shared, closed] = [
      await create(app, owner, "public"),
      await create(app, owner, "friends"),
      await create(app, owner, "private"),
    ];
    expect(await listViewers(open)).toEqual([true, true, true, true, false]);
    expect(await listViewers(shared)).toEqual([true, true, false, false, false]);
    expect(await listViewers(closed)).toEqual([true, false, false, false, false]);
    await app.db.update(users).set({ deletionRequestedAt: new Date() }).where(eq(users.id, owner.id));
    expect((await listViewers(open)).slice(1)).toEqual([false, false, false, false]);
  });

  test("is listed on the profile as far as the viewer may see both", async ({ app }) => {
    const [owner, friend, stranger] = [await app.make.user(), await app.make.user(), await app.make.user()];
    await befriend(app, owner, friend);
    const book = await app.make.book();
    for (const visibility of ["public", "friends", "private"] as const) {
      await create(app, owner, visibility, { name: visibility, bookId: book.id });
    }
    await create(app, owner, "public", { name: "empty" });
    const list = async (viewer: User) =>
      (await app.as(viewer)(contract.listReaderShelves, { params: { username: owner.username } }))
        .map(({ name }) => name)
        .toSorted();

    expect(await list(friend)).toEqual(["friends", "public"]);
    expect(await list(stranger)).toEqual([]);
    const preferences = sql`${users.preferences} || '{"profileShows": ["bio"]}'`;
    await app.db.update(users).set({ preferences }).where(eq(users.id, owner.id));
    expect(await list(stranger)).toEqual(["public"]);
    await app.as(owner)(peopleContract.updateRelation, {
      params: { userId: stranger.id },
      body: { isBlocked: true },
    });
    await expect(list(stranger)).rejects.toMatchObject(notFound);
  });

  test("is limited in number and size", async ({ app }) => {
    const reader = await app.make.user();
    const shelfId = await create(app, reader);
    await app.db.execute(sql`insert into books (title, author, state)
      select 'Many ' || n, 'Hind', 'published' from generate_series(1, ${maxShelfBooks}) n`);
    await app.db.execute(sql`insert into shelf_books (shelf_id, book_id, position, added_at)
      select ${shelfId}, id, 1, now() from books where title like 'Many %'`);
    const { id } = await app.make.book();
    await expect(add(app, reader, shelfId, id)).rejects.toMatchObject({
      status: 409,
      problem: { reason: { code: "too_many_shelf_books", max: maxShelfBooks } },
    });
    expect(await app.db.$count(shelfBooks, eq(shelfBooks.shelfId, shelfId))).toBe(maxShelfBooks);

    await app.db.execute(sql`insert into shelves (user_id, name, visibility, created_at, updated_at, announced_at)
      select ${reader.id}, n, 'private', now(), now(), now() from generate_series(2, ${maxShelves}) n`);
    await expect(create(app, reader)).rejects.toMatchObject({
      problem: { reason: { code: "too_many_shelves" } },
    });
  });

  test("that others see has no held words and a verified owner", async ({ app }) => {
    const [reader, unverified] = [await app.make.user(), await app.make.user({ emailVerified: false })];
    await app.db.insert(heldWords).values({ word: "zqheld", addedAt: app.services.clock() });
    const refused = { problem: { reason: { code: "shelf_held_word" } } };
    const book = await app.make.book();
    await expect(create(app, reader, "friends", { name: "Zqheld!" })).rejects.toMatchObject(refused);
    const shelfId = await create(app, reader, "private", { description: "zqheld", bookId: book.id });
    await add(app, reader, shelfId, book.id, "zqheld");
    const update = (description: string) =>
      app.as(reader)(contract.updateShelf, {
        params: { shelfId },
        body: { name: "Winter", description, visibility: "public" },
      });
    await expect(update("")).rejects.toMatchObject(refused);
    await add(app, reader, shelfId, book.id, "");
    await update("");
    await expect(add(app, reader, shelfId, book.id, "zqheld")).rejects.toMatchObject(refused);

    await expect(create(app, unverified, "public")).rejects.toMatchObject({
      problem: { code: "email_unverified" },
    });
    await create(app, unverified, "private");
  });
});

const listNotifications = async (app: TestApp, user: User) =>
  (await app.as(user)(notificationsContract.listNotifications, { query: {} })).notifications;

const follow = (app: TestApp, user: User, id: ShelfId, isFollowing = true) =>
  app.as(user)(followsContract.updateFollow, { params: { kind: "shelf", id }, body: { isFollowing } });

describe("followers", () => {
  test("see the new books of a day in one notification, in the app only", async ({ app }) => {
    const [owner, reader, muting] = [await app.make.user(), await app.make.user(), await app.make.user()];
    const [first, second] = [
      await create(app, owner, "public"),
      await create(app, owner, "public", { name: "Summer" }),
    ];
    for (const user of [reader, muting]) await follow(app, user, first);
    await follow(app, reader, second);
    await app.as(muting)(peopleContract.updateRelation, {
      params: { userId: owner.id },
      body: { isMuted: true },
    });
    const announce = async () => {
      await announceShelfBooks.run(app.services, {});
      await app.runJobs();
    };
    const soon = () => new Date(app.services.clock().getTime() + 1000);
    await announce();
    expect(await listNotifications(app, reader)).toEqual([]);

    for (const title of ["One", "Two"]) {
      const { id: bookId } = await app.make.book({ title });
      await app.db.insert(shelfBooks).values({ shelfId: first, bookId, position: 1, addedAt: soon() });
    }
    await announce();
    expect(await listNotifications(app, reader)).toMatchObject([
      { type: "shelf_books", message: expect.stringMatching(/^“Winter” by Reader \d+ T\.: 2 books$/) },
    ]);
    expect(await listNotifications(app, muting)).toEqual([]);
    const { id: bookId } = await app.make.book();
    await app.db.insert(shelfBooks).values({ shelfId: second, bookId, position: 1, addedAt: soon() });
    await announce();
    expect(await listNotifications(app, reader)).toMatchObject([{ message: "“Summer”, “Winter”" }]);
  });

  test("of a shelf for friends are friends; of a deleted one, none", async ({ app }) => {
    const [owner, friend, stranger] = [await app.make.user(), await app.make.user(), await app.make.user()];
    await befriend(app, owner, friend);
    const shelfId = await create(app, owner, "friends");
    await follow(app, friend, shelfId);
    await expect(follow(app, stranger, shelfId)).rejects.toMatchObject(notFound);
    expect(await app.as(friend)(followsContract.listFollows, {})).toMatchObject([
      { kind: "shelf", name: "Winter" },
    ]);
    expect(await get(app, owner, shelfId)).toMatchObject({ followerCount: 1 });

    await app.as(friend)(peopleContract.removeFriend, { params: { userId: owner.id } });
    expect(await app.as(friend)(followsContract.listFollows, {})).toEqual([]);
    await app.as(owner)(contract.deleteShelf, { params: { shelfId } });
    expect(await app.db.$count(follows, eq(follows.subjectId, shelfId))).toBe(0);
  });
});

describe("a reported shelf", () => {
  test("is hidden from others until an appeal is accepted", async ({ app }) => {
    const [owner, reader, staff] = [
      await app.make.user(),
      await app.make.user(),
      await app.make.user({ isEmployee: true }),
    ];
    const shelfId = await create(app, owner, "public", { description: "Rude words" });
    const params = { subjectType: "shelf" as const, subjectId: shelfId };
    await app.as(reader)(moderationContract.report, { body: { ...params, reason: "harassment" } });
    const { groups } = await app.as(staff)(moderationContract.listReports, { query: {} });
    expect(groups).toMatchObject([{ subjectType: "shelf", text: "Winter\nRude words" }]);
    await app.as(staff)(moderationContract.decideReports, {
      params,
      body: { decision: "remove", reason: "Insulting" },
    });

    await expect(get(app, reader, shelfId)).rejects.toMatchObject(notFound);
    expect(await get(app, owner, shelfId)).toMatchObject({ removedReason: "Insulting" });
    const facts = { name: "Polite", description: "", visibility: "public" as const };
    await expect(
      app.as(owner)(contract.updateShelf, { params: { shelfId }, body: facts }),
    ).rejects.toMatchObject({ problem: { reason: { code: "shelf_removed" } } });

    const [decision] = await app.as(owner)(decisionsContract.listMyDecisions, {});
    const decisionId = decision?.id as never;
    await app.as(owner)(decisionsContract.appeal, {
      params: { decisionId },
      body: { text: "That was a joke among friends." },
    });
    await app.as(staff)(decisionsContract.decideAppeal, {
      params: { decisionId },
      body: { isAccepted: true, answer: "Agreed" },
    });
    expect(await get(app, reader, shelfId)).toMatchObject({ name: "Winter" });
  });
});

describe("the landing page", () => {
  test("shows no shelf until an admin chooses a public one", async ({ app }) => {
    const [owner, admin] = [await app.make.user(), await app.make.user({ isAdmin: true })];
    const { id: bookId } = await app.make.book({ title: "Chosen" });
    const [open, closed] = [
      await create(app, owner, "public", { bookId }),
      await create(app, admin, "private", { bookId }),
    ];
    const pick = (shelfId: ShelfId | null) => app.as(admin)(contract.pickShelf, { body: { shelfId } });
    const getPicked = () => app.as(null)(contract.getPickedShelf, {});
    expect(await getPicked()).toBeNull();
    await expect(pick(closed)).rejects.toMatchObject({ problem: { reason: { code: "shelf_not_public" } } });
    await pick(open);
    expect(await getPicked()).toMatchObject({ shelf: { id: open }, books: [{ title: "Chosen" }] });
    await app.as(owner)(contract.updateShelf, {
      params: { shelfId: open },
      body: { name: "Winter", description: "", visibility: "private" },
    });
    expect(await getPicked()).toBeNull();
    await pick(null);
    expect(await app.db.$count(shelves, isNotNull(shelves.pickedAt))).toBe(0);
  });

  test("shows one of several shelves that are chosen at once", async ({ app }) => {
    const [owner, admin] = [await app.make.user(), await app.make.user({ isAdmin: true })];
    const { id: bookId } = await app.make.book();
    const open = await Promise.all([1, 2, 3, 4].map(() => create(app, owner, "public", { bookId })));
    await Promise.all(open.map((shelfId) => app.as(admin)(contract.pickShelf, { body: { shelfId } })));
    expect(await app.db.$count(shelves, isNotNull(shelves.pickedAt))).toBe(1);
    await app.as(admin)(contract.pickShelf, { body: { shelfId: null } });
  });

  test("and links to a public shelf have its name, description and covers", async ({ app }) => {
    const owner = await app.make.user();
    const book = await createPublishedBook(app.services, { title: "Painted" });
    const shelfId = await create(app, owner, "public", { description: "For long evenings", bookId: book.id });
    const describeShelf = (id: string) => describePage(app.services, `/shelves/${id}`, "en");
    const imagePath = `/api/shelves/${shelfId}/image.jpg`;
    expect(await describeShelf(shelfId)).toMatchObject({
      status: 200,
      title: "Winter",
      description: "For long evenings",
      canonical: `/shelves/${shelfId}`,
      picture: { path: imagePath },
      outline: { links: [{ path: `/book/${book.id}`, label: "Painted" }] },
    });

    const picture = await app.fetch(imagePath);
    expect(await sharp(Buffer.from(await picture.arrayBuffer())).metadata()).toMatchObject({
      format: "jpeg",
      width: 1200,
      height: 630,
    });
    const sitemap = await (await app.fetch(`/sitemap-shelves-${shelfId}.xml`)).text();
    expect(sitemap).toContain(`/shelves/${shelfId}</loc>`);

    const closed = await create(app, owner, "friends", { name: "SECRET", bookId: book.id });
    const hidden = await describeShelf(closed);
    expect(hidden).toMatchObject({ status: 404, canonical: null });
    expect(JSON.stringify(hidden)).not.toContain("SECRET");
    expect((await app.fetch(`/api/shelves/${closed}/image.jpg`)).status).toBe(404);
  });
});
