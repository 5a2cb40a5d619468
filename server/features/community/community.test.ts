import { randomUUID } from "node:crypto";
import { and, eq, inArray } from "drizzle-orm";
import { describe, expect } from "vitest";
import { sessionContract } from "#shared/accounts/session-contract.ts";
import type { User } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type { CommunityId, CommunityVisibility } from "#shared/community/community.ts";
import { communityContract } from "#shared/community/contract.ts";
import type { DiscussionId, PostId } from "#shared/community/discussion.ts";
import { discussionsContract } from "#shared/community/discussions-contract.ts";
import { followsContract } from "#shared/follows/contract.ts";
import { moderationContract } from "#shared/moderation/contract.ts";
import { type DecisionId, decisionsContract } from "#shared/moderation/decisions-contract.ts";
import { notificationsContract } from "#shared/notifications/contract.ts";
import { peopleContract } from "#shared/people/contract.ts";
import { emails, users } from "#server/db/schema/accounts/accounts.ts";
import { bookGenres, genres } from "#server/db/schema/books/genres.ts";
import {
  communities,
  communityBooks,
  communityMembers,
  discussions,
  postRevisions,
  posts,
} from "#server/db/schema/community/communities.ts";
import { libraryEntries } from "#server/db/schema/reading/library.ts";
import { bookReach } from "#server/db/schema/reading/reading-activity.ts";
import { eraseAccount } from "#server/features/accounts/service.ts";
import { readReply } from "#server/testing/read-reply.ts";
import { listRowsAbout } from "#server/testing/rows-about.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import { maintainCommunities, notifyPost } from "./jobs.ts";
import { checkPosting } from "./posting-limits.ts";

const {
  createCommunity,
  getCommunity,
  joinCommunity,
  leaveCommunity,
  listCommunities,
  updateCommunity,
  updateMember,
} = communityContract;
const { createDiscussion, listDiscussions, getDiscussion, openDiscussion, listPosts, createPost } =
  discussionsContract;

let serial = 0;

const createBy = (app: TestApp, owner: User, visibility: CommunityVisibility = "public", isListed = true) =>
  app.as(owner)(createCommunity, {
    body: {
      name: `Community ${++serial} of ${randomUUID().slice(0, 6)}`,
      about: "About.",
      visibility,
      isListed,
    },
  });

/** Writers wait between two posts. */
const wait = (app: TestApp) => app.setClock(new Date(app.services.clock().getTime() + 1_000));

const start = (
  app: TestApp,
  user: User,
  communityId: CommunityId,
  text: string,
  anchor?: [BookId, number],
) => {
  wait(app);
  return app.as(user)(createDiscussion, {
    params: { communityId },
    body: {
      title: `Discussion ${++serial}`,
      text,
      clientId: randomUUID(),
      ...(anchor && { anchor: { bookId: anchor[0], locator: { fraction: anchor[1] } } }),
    },
  });
};

const reply = (
  app: TestApp,
  user: User,
  discussionId: DiscussionId,
  text: string,
  clientId = randomUUID(),
) => {
  wait(app);
  return app.as(user)(createPost, { params: { discussionId }, body: { text, clientId } });
};

const join = (app: TestApp, user: User, communityId: CommunityId) =>
  app.as(user)(joinCommunity, { params: { communityId }, body: {} });

/** Runs the queued notification of a post. */
const deliver = (app: TestApp, postId: string) =>
  notifyPost.run(app.services, notifyPost.payload.parse({ postId }));

const listNotifications = async (app: TestApp, user: User) =>
  (await app.as(user)(notificationsContract.listNotifications, { query: {} })).notifications;

async function setUp(app: TestApp, visibility?: CommunityVisibility) {
  const [owner, member, stranger] = [await app.make.user(), await app.make.user(), await app.make.user()];
  const { id } = await createBy(app, owner, visibility);
  if (visibility !== "request") await join(app, member, id);
  return { owner, member, stranger, id };
}

describe("a community", () => {
  test("is created by verified accounts after a week, three at most, with a unique name", async ({ app }) => {
    const [owner, unverified, newUser] = [
      await app.make.user(),
      await app.make.user({ emailVerified: false }),
      await app.make.user(),
    ];
    await app.db.update(users).set({ createdAt: new Date() }).where(eq(users.id, newUser.id));
    const { name } = await createBy(app, owner);
    const body = { name: name.toUpperCase(), about: "", visibility: "public" as const };

    await expect(app.as(null)(createCommunity, { body })).rejects.toMatchObject({ status: 401 });
    await expect(createBy(app, unverified)).rejects.toMatchObject({ problem: { code: "email_unverified" } });
    await expect(createBy(app, newUser)).rejects.toMatchObject({ status: 403 });
    await expect(app.as(owner)(createCommunity, { body })).rejects.toMatchObject({ status: 409 });
    await createBy(app, owner);
    await createBy(app, owner);
    await expect(createBy(app, owner)).rejects.toMatchObject({ status: 409 });
  });

  test("is one of three at most, also of many created at once", async ({ app }) => {
    const owner = await app.make.user();
    const created = await Promise.allSettled(Array.from({ length: 12 }, () => createBy(app, owner)));
    expect(created.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  });

  test("keeps its name when another one takes the wanted one at the same moment", async ({ app }) => {
    const owners = await Promise.all(Array.from({ length: 4 }, () => app.make.user()));
    const created = await Promise.all(owners.map((owner) => createBy(app, owner)));
    const name = `Wanted ${randomUUID()}`;
    const renames = await Promise.allSettled(
      owners.map((owner, n) =>
        app.as(owner)(communityContract.updateCommunity, {
          params: { communityId: created[n]?.id as CommunityId },
          body: { name },
        }),
      ),
    );
    expect(renames.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const each of renames) {
      if (each.status === "rejected") expect(each.reason).toMatchObject({ status: 409 });
    }
  });

  test("is suggested to readers with its genre or a scheduled book in their library", async ({ app }) => {
    const [reader, stranger, owner] = [await app.make.user(), await app.make.user(), await app.make.user()];
    const genre = `Genre ${randomUUID()}`;
    const [byGenre, scheduled] = [await app.make.book(), await app.make.book()];
    const genreId = randomUUID();
    await app.db.insert(genres).values({ id: genreId, name: genre });
    await app.db.insert(bookGenres).values({ bookId: byGenre.id, genreId });
    const make = async () => (await createBy(app, owner)).id;
    const [first, second, third] = [await make(), await make(), await make()];
    await app.db.update(communities).set({ genreId }).where(eq(communities.id, first));
    await app.db
      .insert(communityBooks)
      .values({ communityId: second, bookId: scheduled.id, startsOn: "2026-01-01" });
    const add = { userId: reader.id, status: "want-to-read" as const };
    await app.db.insert(libraryEntries).values([
      { ...add, bookId: byGenre.id },
      { ...add, bookId: scheduled.id },
    ]);
    const listSuggested = async (user: User | null) =>
      (await app.as(user)(listCommunities, { query: { only: "suggested" } })).communities.map(({ id }) => id);

    expect((await listSuggested(reader)).toSorted()).toEqual([first, second].toSorted());
    expect(await listSuggested(reader)).not.toContain(third);
    expect(await listSuggested(stranger)).toEqual([]);
    expect(await listSuggested(null)).toEqual([]);
    await join(app, reader, first);
    expect(await listSuggested(reader)).toEqual([second]);
  });

  test("by request is visible to members only, and accepts them individually", async ({ app }) => {
    const { owner, member, stranger, id } = await setUp(app, "request");
    const employee = await app.make.user({ isEmployee: true });
    const params = { communityId: id };
    await start(app, owner, id, "INSIDE");

    for (const viewer of [null, stranger, employee]) {
      const detail = await app.as(viewer)(getCommunity, { params });
      expect(detail).toMatchObject({ isOpen: false, canPost: false, canModerate: false });
      await expect(app.as(viewer)(listDiscussions, { params, query: {} })).rejects.toMatchObject({
        status: 404,
      });
    }
    expect((await join(app, member, id)).membership).toMatchObject({ state: "pending" });
    expect((await listNotifications(app, owner))[0]).toMatchObject({ type: "community_request" });
    const members = { query: { search: owner.username, communityId: id } };
    expect(await app.as(stranger)(peopleContract.searchPeople, members)).toEqual([]);
    await expect(
      app.as(stranger)(updateMember, { params: { ...params, userId: member.id }, body: { state: "active" } }),
    ).rejects.toMatchObject({ status: 404 });
    await app.as(owner)(updateMember, {
      params: { ...params, userId: member.id },
      body: { state: "active" },
    });
    expect((await listNotifications(app, member))[0]?.message).toContain("accepted");
    expect(await listNotifications(app, owner)).toEqual([]);
    expect(await app.as(member)(peopleContract.searchPeople, members)).toHaveLength(1);
    expect((await app.as(member)(listDiscussions, { params, query: {} })).discussions).toHaveLength(1);
    expect((await app.as(member)(getCommunity, { params })).memberCount).toBe(2);
  });

  test("that is unlisted needs an invitation with limited uses", async ({ app }) => {
    const [owner, one, two] = [await app.make.user(), await app.make.user(), await app.make.user()];
    const { id, name } = await createBy(app, owner, "request", false);
    const params = { communityId: id };
    const missing = await app.fetch(`/api/communities/${randomUUID()}`, { as: one }).then(readReply);

    expect(await app.fetch(`/api/communities/${id}`, { as: one }).then(readReply)).toBe(missing);
    const query = { search: name };
    expect((await app.as(one)(listCommunities, { query })).communities).toEqual([]);
    const { token } = await app.as(owner)(communityContract.createInvite, {
      params,
      body: { days: 1, maxUses: 1 },
    });
    const body = { invite: token };
    expect((await app.as(one)(joinCommunity, { params, body })).membership).toMatchObject({
      state: "active",
    });
    await expect(app.as(two)(joinCommunity, { params, body })).rejects.toMatchObject({ status: 404 });
  });

  test("always has an owner", async ({ app }) => {
    const { owner, member, id } = await setUp(app);
    const params = { communityId: id };
    await expect(app.as(owner)(leaveCommunity, { params })).rejects.toMatchObject({ status: 409 });
    await app.db.delete(users).where(eq(users.id, owner.id));
    await maintainCommunities.run(app.services, {});
    expect((await app.as(member)(getCommunity, { params })).membership).toMatchObject({ role: "owner" });
    await app.db.delete(communityMembers).where(eq(communityMembers.userId, member.id));
    await maintainCommunities.run(app.services, {});
    const [left] = await app.db.select().from(communities).where(eq(communities.id, id));
    expect(left?.deletedAt).not.toBeNull();
  });

  test("is deleted by its owner, with 14 days to restore it", async ({ app }) => {
    const { owner, member, id } = await setUp(app);
    const { id: discussionId } = await start(app, owner, id, "Start.");
    const params = { communityId: id };
    const change = (by: User, isDeleted: boolean) =>
      app.as(by)(communityContract.updateCommunity, { params, body: { isDeleted } });

    await expect(change(member, true)).rejects.toMatchObject({ status: 403 });
    await change(owner, true);
    await expect(app.as(member)(getCommunity, { params })).rejects.toMatchObject({ status: 404 });
    await expect(app.as(member)(getDiscussion, { params: { discussionId } })).rejects.toMatchObject({
      status: 404,
    });
    expect((await change(owner, false)).deletedAt).toBeNull();
    expect((await app.as(member)(getCommunity, { params })).isOpen).toBe(true);

    await change(owner, true);
    const now = app.services.clock().getTime();
    for (const days of [13, 15]) {
      app.setClock(new Date(now + days * 24 * 3_600_000));
      await maintainCommunities.run(app.services, {});
      const remaining = await app.db.select().from(communities).where(eq(communities.id, id));
      expect(remaining).toHaveLength(days < 14 ? 1 : 0);
    }
  });

  test("has one owner after several transfers at once", async ({ app }) => {
    const { owner, member, id } = await setUp(app);
    const others = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(() => app.make.user()));
    for (const user of others) await join(app, user, id);
    const neighbour = await setUp(app);
    const transfers = await Promise.all(
      [member, ...others].map(({ id: userId }) =>
        app
          .as(owner)(updateMember, { params: { communityId: id, userId }, body: { role: "owner" } })
          .then(
            () => 200,
            ({ status }) => status,
          ),
      ),
    );
    expect(transfers.sort()).toEqual([200, ...Array(7).fill(409)]);
    const owners = await app.db
      .select()
      .from(communityMembers)
      .where(
        and(inArray(communityMembers.communityId, [id, neighbour.id]), eq(communityMembers.role, "owner")),
      );
    expect(owners).toHaveLength(2);
    expect(owners.map(({ userId }) => userId)).not.toContain(owner.id);
    expect(owners.map(({ userId }) => userId)).toContain(neighbour.owner.id);
  });

  test("is moderated by appointed members, and transferred", async ({ app }) => {
    const { owner, member, stranger, id } = await setUp(app);
    await join(app, stranger, id);
    const change = (by: User, on: User, body: object) =>
      app.as(by)(updateMember, { params: { communityId: id, userId: on.id }, body });

    await expect(change(member, stranger, { state: "banned" })).rejects.toMatchObject({ status: 403 });
    await change(owner, member, { role: "moderator" });
    await expect(change(member, owner, { state: "banned" })).rejects.toMatchObject({ status: 403 });
    await expect(change(member, stranger, { role: "moderator" })).rejects.toMatchObject({ status: 403 });
    await change(member, stranger, { state: "banned" });
    await expect(join(app, stranger, id)).rejects.toMatchObject({ status: 403 });
    await expect(start(app, stranger, id, "No.")).rejects.toMatchObject({ status: 403 });
    await change(owner, member, { role: "owner" });
    const getOwnMembership = async (user: User) =>
      (await app.as(user)(getCommunity, { params: { communityId: id } })).membership;
    expect(await getOwnMembership(owner)).toMatchObject({ role: "moderator" });
    expect(await getOwnMembership(member)).toMatchObject({ role: "owner" });
  });
});

test("a community by request that opens shows others only what is written afterwards", async ({ app }) => {
  const { owner, stranger, id } = await setUp(app, "request");
  const [member, employee] = [await app.make.user(), await app.make.user({ isEmployee: true })];
  await app.db
    .insert(communityMembers)
    .values({ communityId: id, userId: member.id, state: "active", since: app.services.clock() });
  const neighbour = await createBy(app, owner);
  const open = await start(app, owner, neighbour.id, "Open.");
  const closed = await start(app, owner, id, "CLOSED");
  // As of a discussion that was moved from a public community.
  await app.db.update(discussions).set({ isMembersOnly: false }).where(eq(discussions.id, closed.id));
  const setPublic = () =>
    app.as(owner)(updateCommunity, { params: { communityId: id }, body: { visibility: "public" } });
  await setPublic();
  const late = await reply(app, member, closed.id, "CLOSED too");
  const later = await start(app, owner, id, "Later.");
  await setPublic();

  const list = async (by: User | null, communityId = id) =>
    (await app.as(by)(listDiscussions, { params: { communityId }, query: {} })).discussions.map(
      (each) => each.id,
    );
  const read = (by: User | null) =>
    Promise.all([
      app.as(by)(getDiscussion, { params: { discussionId: closed.id } }),
      app.as(by)(listPosts, { params: { discussionId: closed.id }, query: {} }),
    ]);
  for (const viewer of [null, stranger, employee]) {
    expect(await list(viewer)).toEqual([later.id]);
    expect(await list(viewer, neighbour.id)).toEqual([open.id]);
    await expect(read(viewer)).rejects.toMatchObject({ status: 404 });
  }
  const countFor = async (by: User | null) =>
    (await app.as(by)(getCommunity, { params: { communityId: id } })).discussionCount;
  expect(await Promise.all([null, stranger, employee, member, owner].map(countFor))).toEqual([1, 1, 1, 2, 2]);
  expect(await list(member)).toEqual([later.id, closed.id]);
  expect(JSON.stringify(await read(member))).toContain(late.id);

  await app.as(stranger)(discussionsContract.followDiscussion, {
    params: { discussionId: later.id },
    body: { isFollowing: true },
  });
  await join(app, stranger, id);
  const feed = async (by: User) =>
    (await app.as(by)(discussionsContract.listFeed, { query: {} })).discussions.map((each) => each.id);
  expect([await list(stranger), await feed(stranger)]).toEqual([[later.id], [later.id]]);
  expect(await feed(member)).toEqual([later.id, closed.id]);
  await expect(read(stranger)).rejects.toMatchObject({ status: 404 });
  const mention = await reply(app, member, closed.id, `@${stranger.username} CLOSED @${owner.username}`);
  await deliver(app, mention.id);
  expect(await listNotifications(app, stranger)).toEqual([]);
  expect(await listNotifications(app, owner)).not.toEqual([]);
});

test("drafts are private, a hundred at most", async ({ app }) => {
  const [writer, other] = [await app.make.user(), await app.make.user()];
  const { saveDraft, getDraft } = discussionsContract;
  const ids = Array.from({ length: 102 }, () => randomUUID());
  for (const subjectId of ids) {
    wait(app);
    await app.as(writer)(saveDraft, { params: { subjectId }, body: { title: "", text: subjectId } });
  }
  const read = async (user: User, n: number) =>
    (await app.as(user)(getDraft, { params: { subjectId: ids.at(n) ?? "" } })).text;
  expect([await read(writer, 0), await read(writer, 2), await read(writer, -1)]).toEqual([
    "",
    ids[2],
    ids[101],
  ]);
  expect(await read(other, -1)).toBe("");
  const params = { subjectId: ids[2] ?? "" };
  await app.as(other)(saveDraft, { params, body: { title: "Theirs", text: "" } });
  await app.as(writer)(saveDraft, { params, body: { title: "", text: "" } });
  expect(await read(writer, 2)).toBe("");
  expect(await app.as(other)(getDraft, { params })).toMatchObject({ title: "Theirs" });
  await maintainCommunities.run(app.services, {});
  expect(await read(writer, -1)).toBe(ids[101]);
  app.setClock(new Date(app.services.clock().getTime() + 91 * 86_400_000));
  await maintainCommunities.run(app.services, {});
  expect(await read(writer, -1)).toBe("");
});

describe("a discussion", () => {
  test("about a passage opens by measured progress, and leaks nothing before", async ({ app }) => {
    const { owner, member, id } = await setUp(app);
    const book = await app.make.ebook({ wordCount: 1000, pageCount: 10 });
    const params = { communityId: id };
    await start(app, owner, id, "Open to all.");
    const gated = await start(app, owner, id, "CANARY about the end.", [book.id, 0.5]);
    const canaries = [gated.title, "CANARY"];
    const discussionParams = { discussionId: gated.id };

    for (const viewer of [null, member]) {
      const list = await app.as(viewer)(listDiscussions, { params, query: {} });
      expect(list).toMatchObject({ aheadCount: 1 });
      const replies = [
        list,
        await app.as(viewer)(listDiscussions, { params, query: { search: "canary" } }),
        await app.as(viewer)(getDiscussion, { params: discussionParams }),
        await app.as(viewer)(getCommunity, { params }),
      ];
      for (const canary of canaries) expect(JSON.stringify(replies)).not.toContain(canary);
      await expect(app.as(viewer)(listPosts, { params: discussionParams, query: {} })).rejects.toMatchObject({
        status: 403,
      });
    }
    await reply(app, owner, gated.id, `@${member.username} CANARY`);
    const { posts } = await app.as(owner)(listPosts, { params: discussionParams, query: {} });
    for (const { id: postId } of posts) await deliver(app, postId);
    expect(await listNotifications(app, member)).toEqual([]);

    const reach = { userId: member.id, bookId: book.id, updatedAt: new Date() };
    await app.db.insert(bookReach).values({ ...reach, textReach: 0.49 });
    expect((await app.as(member)(getDiscussion, { params: discussionParams })).isAhead).toBe(true);
    await app.db.update(bookReach).set({ textReach: 0.5 }).where(eq(bookReach.userId, member.id));
    expect(await app.as(member)(getDiscussion, { params: discussionParams })).toMatchObject({
      isAhead: false,
      discussion: { title: gated.title },
    });
    await app.db.update(bookReach).set({ textReach: 0 }).where(eq(bookReach.userId, member.id));
    expect((await app.as(member)(getDiscussion, { params: discussionParams })).isAhead).toBe(true);
    await app.db.insert(libraryEntries).values({ userId: member.id, bookId: book.id, status: "finished" });
    expect((await app.as(member)(getDiscussion, { params: discussionParams })).isAhead).toBe(false);
  });

  test("is in the feed of members who reached it only", async ({ app }) => {
    const { owner, member, stranger, id } = await setUp(app);
    const closed = await createBy(app, owner, "request");
    const book = await app.make.ebook({ wordCount: 1000, pageCount: 10 });
    const { id: open } = await start(app, owner, id, "Open to all.");
    const { id: later } = await start(app, owner, id, "Later.", [book.id, 0.5]);
    await start(app, owner, closed.id, "Of the closed one.");
    const listFeed = async (user: User, query = {}) =>
      (await app.as(user)(discussionsContract.listFeed, { query })).discussions;

    expect(await listFeed(member)).toMatchObject([{ id: open, excerpt: "Open to all." }]);
    expect((await listFeed(member))[0]?.communityName).toMatch(/^Community /);
    expect(await listFeed(stranger)).toEqual([]);
    expect(await listFeed(owner)).toHaveLength(3);
    const reach = { userId: member.id, bookId: book.id, updatedAt: new Date(), textReach: 0.5 };
    await app.db.insert(bookReach).values(reach);
    expect((await listFeed(member)).map((each) => each.id).sort()).toEqual([open, later].sort());
    const first = await app.as(owner)(discussionsContract.listFeed, { query: { limit: 2 } });
    const rest = await app.as(owner)(discussionsContract.listFeed, {
      query: { limit: 2, cursor: first.nextCursor ?? "" },
    });
    expect(new Set([...first.discussions, ...rest.discussions].map((each) => each.id)).size).toBe(3);
    await app.as(member)(leaveCommunity, { params: { communityId: id } });
    expect(await listFeed(member)).toEqual([]);
  });

  test("shows the progress of members who share it", async ({ app }) => {
    const { owner, member, stranger, id: communityId } = await setUp(app);
    const book = await app.make.ebook({ wordCount: 1000, pageCount: 10 });
    await app.as(owner)(communityContract.saveScheduledBook, {
      params: { communityId, bookId: book.id },
      body: { startsOn: "2026-01-01", isCurrent: true },
    });
    const reach = { userId: member.id, bookId: book.id, updatedAt: new Date(), textReach: 0.25 };
    await app.db.insert(bookReach).values({ ...reach, audioReach: 0.4 });
    const getProgressSeenBy = async (viewer: User) => {
      const { members } = await app.as(viewer)(communityContract.listMembers, {
        params: { communityId },
        query: {},
      });
      return members.find(({ person }) => person.id === member.id)?.progress;
    };
    expect(await getProgressSeenBy(owner)).toBeNull();
    await app.as(member)(sessionContract.updatePreferences, { body: { showsProgressInCommunities: true } });
    expect(await getProgressSeenBy(owner)).toBe(0.4);
    expect(await getProgressSeenBy(stranger)).toBeNull();
  });

  test("opens early for a reader who confirms", async ({ app }) => {
    const { owner, member, stranger, id } = await setUp(app);
    const book = await app.make.ebook({ wordCount: 1000, pageCount: 10 });
    const { id: discussionId } = await start(app, owner, id, "Later.", [book.id, 0.9]);
    const params = { discussionId };
    expect((await app.as(member)(openDiscussion, { params })).discussion?.excerpt).toBe("Later.");
    expect((await app.as(stranger)(getDiscussion, { params })).discussion).toBeNull();
  });

  test("about a hidden book is not found", async ({ app }) => {
    const { owner, member, id } = await setUp(app);
    const draft = await app.make.book({ state: "draft", ownerId: owner.id });
    const { id: discussionId } = await start(app, owner, id, "Draft.", [draft.id, 0]);
    const list = await app.as(member)(listDiscussions, { params: { communityId: id }, query: {} });
    expect(list).toMatchObject({ discussions: [], aheadCount: 0 });
    await expect(app.as(member)(getDiscussion, { params: { discussionId } })).rejects.toMatchObject({
      status: 404,
    });
    const post = await reply(app, owner, discussionId, `For @${member.username}`);
    await deliver(app, post.id);
    expect(await listNotifications(app, member)).toEqual([]);
    await app.as(owner)(communityContract.saveScheduledBook, {
      params: { communityId: id, bookId: draft.id },
      body: { startsOn: "2026-01-01", isCurrent: true },
    });
    const countScheduled = async (by: User | null) =>
      (await app.as(by)(getCommunity, { params: { communityId: id } })).schedule.length;
    expect(await Promise.all([owner, member, null].map(countScheduled))).toEqual([1, 0, 0]);
  });

  test("numbers replies uniquely, also concurrent and repeated ones", async ({ app }) => {
    const { owner, id } = await setUp(app);
    const member = await app.make.user({ isEmployee: true });
    await join(app, member, id);
    const body = { title: "Started twice", text: "Start.", clientId: randomUUID() };
    wait(app);
    const started = await Promise.all(
      [1, 2, 3].map(() => app.as(member)(createDiscussion, { params: { communityId: id }, body })),
    );
    expect(new Set(started.map((discussion) => discussion.id)).size).toBe(1);
    const { id: discussionId } = await start(app, owner, id, "Start.");
    const ids = Array.from({ length: 12 }, () => randomUUID());
    const sent = await Promise.all(
      [...ids, ...ids].map((clientId) => reply(app, member, discussionId, "Again.", clientId)),
    );
    expect(new Set(sent.map(({ number }) => number)).size).toBe(12);
    const { discussion } = await app.as(member)(getDiscussion, { params: { discussionId } });
    expect(discussion).toMatchObject({ replyCount: 12, lastNumber: 12, readNumber: 12, isFollowing: true });
    const params = { discussionId };
    const page = await app.as(null)(listPosts, { params, query: { after: 4, limit: 3 } });
    expect(page.posts.map(({ number }) => number)).toEqual([5, 6, 7]);
    const earlier = await app.as(null)(listPosts, { params, query: { before: 5, limit: 3 } });
    expect(earlier.posts.map(({ number }) => number)).toEqual([2, 3, 4]);
  });

  test("notifies followers in one notification, removed with the post", async ({ app }) => {
    const { owner, member, stranger, id } = await setUp(app);
    await join(app, stranger, id);
    const { id: discussionId } = await start(app, owner, id, "Start.");
    for (const user of [member, stranger]) {
      const post = await reply(app, user, discussionId, "Yes.");
      await deliver(app, post.id);
      await deliver(app, post.id);
    }
    const [notification, ...others] = await listNotifications(app, owner);
    expect(others).toEqual([]);
    expect(notification).toMatchObject({
      type: "reply",
      title: expect.stringMatching(/^Reader \d+ T\. and Reader \d+ T\. replied$/),
    });

    const mention = await reply(app, stranger, discussionId, `@${member.username} look`);
    await deliver(app, mention.id);
    const listMentions = async () =>
      (await listNotifications(app, member)).filter(({ type }) => type === "mention");
    expect(await listMentions()).toHaveLength(1);
    await app.as(stranger)(discussionsContract.deletePost, { params: { postId: mention.id } });
    expect(await listMentions()).toEqual([]);
  });

  test("marks the notifications of what is read, for its reader only", async ({ app }) => {
    const { owner, member, stranger, id } = await setUp(app);
    await join(app, stranger, id);
    const { id: discussionId } = await start(app, owner, id, "Start.");
    const other = await start(app, owner, id, "Another.");
    await app.as(stranger)(discussionsContract.followDiscussion, {
      params: { discussionId },
      body: { isFollowing: true },
    });
    for (const each of [discussionId, other.id]) {
      await deliver(app, (await reply(app, member, each, "One.")).id);
      await deliver(app, (await reply(app, member, each, `Two @${owner.username}`)).id);
    }
    const countUnread = async (user: User) =>
      (await listNotifications(app, user)).filter(({ isRead }) => !isRead).length;
    const before = [await countUnread(owner), await countUnread(stranger)];
    const read = (number: number) =>
      app.as(owner)(discussionsContract.markDiscussionRead, { params: { discussionId }, body: { number } });

    await read(0);
    expect(await countUnread(owner)).toBe(before[0]);
    await read(1);
    expect(await countUnread(owner)).toBe((before[0] ?? 0) - 1);
    await read(2);
    expect(await countUnread(owner)).toBe((before[0] ?? 0) - 2);
    expect(await countUnread(stranger)).toBe(before[1]);

    const late = await reply(app, member, discussionId, "Three.");
    await read(3);
    await deliver(app, late.id);
    expect(await countUnread(owner)).toBe((before[0] ?? 0) - 2);
  });

  test("hides blocked people from each other", async ({ app }) => {
    const { owner, member, stranger, id } = await setUp(app);
    await join(app, stranger, id);
    const { id: discussionId } = await start(app, owner, id, "Start.");
    await reply(app, member, discussionId, "BLOCKED words");
    const own = await start(app, member, id, "BLOCKED discussion");
    await app.as(stranger)(peopleContract.updateRelation, {
      params: { userId: member.id },
      body: { isBlocked: true },
    });
    const visiblePosts = [
      await app.as(stranger)(listPosts, { params: { discussionId }, query: {} }),
      await app.as(stranger)(listPosts, { params: { discussionId }, query: { search: "blocked" } }),
      await app.as(stranger)(listDiscussions, { params: { communityId: id }, query: {} }),
      await app.as(stranger)(communityContract.listMembers, { params: { communityId: id }, query: {} }),
    ];
    expect(JSON.stringify(visiblePosts)).not.toContain("BLOCKED");
    expect(JSON.stringify(visiblePosts)).not.toContain(member.username);
    const post = await reply(app, stranger, own.id, `@${member.username} STRANGER`);
    await deliver(app, post.id);
    expect((await listNotifications(app, member)).filter(({ type }) => type !== "post_removed")).toEqual([]);
    expect(
      JSON.stringify(await app.as(member)(listPosts, { params: { discussionId: own.id }, query: {} })),
    ).not.toContain("STRANGER");
  });

  test("has posts that only their author deletes, and no other post with them", async ({ app }) => {
    const { owner, member, stranger, id } = await setUp(app);
    await join(app, stranger, id);
    const { id: discussionId } = await start(app, owner, id, "Start.");
    const [post, neighbour] = [
      await reply(app, member, discussionId, "Mine."),
      await reply(app, stranger, discussionId, "Another's."),
    ];
    for (const text of ["First.", "Second."]) {
      app.setClock(new Date(app.services.clock().getTime() + 16 * 60_000));
      for (const [by, each] of [
        [member, post],
        [stranger, neighbour],
      ] as const) {
        await app.as(by)(discussionsContract.updatePost, { params: { postId: each.id }, body: { text } });
      }
    }
    await app.as(owner)(discussionsContract.likePost, {
      params: { postId: neighbour.id },
      body: { isLiked: true },
    });
    const listStored = async () => ({
      posts: await app.db.select().from(posts).orderBy(posts.id),
      revisions: await app.db.select().from(postRevisions).orderBy(postRevisions.id),
    });
    const before = await listStored();
    const remove = (by: User) => app.as(by)(discussionsContract.deletePost, { params: { postId: post.id } });
    for (const by of [stranger, owner]) await expect(remove(by)).rejects.toMatchObject({ status: 403 });
    expect(await listStored()).toEqual(before);

    await remove(member);
    const after = await listStored();
    const isOther = (row: { id: string }) => row.id !== post.id;
    expect(after.posts.filter(isOther)).toEqual(before.posts.filter(isOther));
    expect(after.posts.find((row) => row.id === post.id)).toMatchObject({
      state: "deleted",
      source: "",
      content: [],
    });
    expect(after.revisions).toEqual(before.revisions.filter(({ postId }) => postId !== post.id));
    expect(after.revisions).not.toEqual([]);
  });

  test("has posts that authors edit and delete, with history for moderators", async ({ app }) => {
    const { owner, member, id } = await setUp(app);
    const { id: discussionId } = await start(app, owner, id, "Start.");
    const post = await reply(app, member, discussionId, "First.");
    const params = { postId: post.id };
    const edit = (by: User, text: string) =>
      app.as(by)(discussionsContract.updatePost, { params, body: { text } });

    await expect(edit(owner, "Not mine.")).rejects.toMatchObject({ status: 403 });
    expect(await edit(member, "Second.")).toMatchObject({ editedAt: null });
    app.setClock(new Date(app.services.clock().getTime() + 16 * 60_000));
    expect((await edit(member, "Third.")).editedAt).not.toBeNull();
    const other = { postId: (await reply(app, owner, discussionId, "Other.")).id };
    app.setClock(new Date(app.services.clock().getTime() + 16 * 60_000));
    await app.as(owner)(discussionsContract.updatePost, { params: other, body: { text: "Changed." } });
    const revisions = { params };
    expect(await app.as(owner)(discussionsContract.listPostRevisions, revisions)).toMatchObject([
      { source: "Second." },
    ]);
    await expect(app.as(member)(discussionsContract.listPostRevisions, revisions)).rejects.toMatchObject({
      status: 403,
    });
    const deleted = await app.as(member)(discussionsContract.deletePost, { params });
    expect(deleted).toMatchObject({ state: "deleted", content: null });
    expect(await app.as(owner)(discussionsContract.listPostRevisions, revisions)).toEqual([]);
    await expect(edit(member, "Fourth.")).rejects.toMatchObject({ status: 409 });
  });

  test("moves between communities of its moderator, but not out of one by request", async ({ app }) => {
    const { owner, member, id } = await setUp(app);
    const other = await createBy(app, owner);
    const closed = await createBy(app, owner, "request");
    const move = (by: User, discussionId: DiscussionId, communityId: CommunityId) =>
      app.as(by)(discussionsContract.updateDiscussion, { params: { discussionId }, body: { communityId } });
    const count = async (communityId: CommunityId) =>
      (await app.as(owner)(getCommunity, { params: { communityId } })).discussionCount;
    const open = await start(app, member, id, "Open.");
    const inside = await start(app, owner, closed.id, "Inside.");

    await expect(move(member, open.id, other.id)).rejects.toMatchObject({ status: 403 });
    expect((await move(owner, open.id, other.id)).communityId).toBe(other.id);
    expect([await count(id), await count(other.id)]).toEqual([0, 1]);
    await expect(move(owner, inside.id, other.id)).rejects.toMatchObject({ status: 409 });
    await app.as(owner)(updateCommunity, {
      params: { communityId: closed.id },
      body: { visibility: "public" },
    });
    await expect(move(owner, inside.id, other.id)).rejects.toMatchObject({ status: 409 });
  });

  test("is written in only by members who are neither muted nor blocked, and while it is not locked", async ({
    app,
  }) => {
    const { owner, member, stranger, id } = await setUp(app);
    const theirs = await start(app, owner, id, "Start.");
    const own = await start(app, member, id, "Own.");
    const { id: postId } = await reply(app, member, theirs.id, "First.");
    let text = 0;
    const rename = (discussionId: DiscussionId) =>
      app.as(member)(discussionsContract.updateDiscussion, {
        params: { discussionId },
        body: { title: `Title ${++text}` },
      });
    const edit = () =>
      app.as(member)(discussionsContract.updatePost, {
        params: { postId },
        body: { text: `Text ${++text}` },
      });
    /** What a new post, an edit, a new title of their own, and a new discussion answer. */
    const write = async () => {
      const answers = [];
      for (const act of [
        () => reply(app, member, theirs.id, "Another."),
        edit,
        () => rename(own.id),
        () => start(app, member, id, "Another."),
      ]) {
        answers.push(
          await act().then(
            () => 200,
            ({ status, problem }) => [status, problem.reason],
          ),
        );
      }
      return answers;
    };
    const change = (body: object) =>
      app.as(owner)(updateMember, { params: { communityId: id, userId: member.id }, body });
    const lock = (isLocked: boolean) =>
      Promise.all(
        [theirs, own].map(({ id: discussionId }) =>
          app.as(owner)(discussionsContract.updateDiscussion, {
            params: { discussionId },
            body: { isLocked },
          }),
        ),
      );
    const block = (isBlocked: boolean) =>
      app.as(owner)(peopleContract.updateRelation, { params: { userId: member.id }, body: { isBlocked } });

    const readObstacle = async (by: User = member) => {
      const params = { discussionId: theirs.id };
      const { canPost, obstacle } = (await app.as(by)(getDiscussion, { params })).permissions;
      expect(canPost).toBe(obstacle === null);
      return obstacle;
    };

    expect(await write()).toEqual([200, 200, 200, 200]);
    expect([await readObstacle(), await readObstacle(stranger)]).toEqual([null, "not_member"]);
    await expect(change({ role: "owner", state: "banned" })).rejects.toMatchObject({ status: 400 });
    const until = new Date(app.services.clock().getTime() + 60_000);
    await change({ mutedUntil: until });
    const muted = [403, { code: "muted", until: until.toISOString() }];
    expect(await write()).toEqual([muted, muted, muted, muted]);
    expect(await readObstacle()).toBe("muted");
    await change({ mutedUntil: null });
    await lock(true);
    const locked = [409, { code: "discussion_locked" }];
    expect(await write()).toEqual([locked, locked, locked, 200]);
    await lock(false);
    await block(true);
    const blocked = [403, { code: "blocked_by_author" }];
    expect(await write()).toEqual([blocked, blocked, 200, 200]);
    expect(await readObstacle()).toBe("blocked");
    await block(false);
    expect(await write()).toEqual([200, 200, 200, 200]);
    const titles = () => app.db.select({ title: discussions.title }).from(discussions);
    const before = await titles();
    await change({ state: "banned" });
    const banned = [403, { code: "banned" }];
    expect(await write()).toEqual([banned, banned, banned, banned]);
    expect(await readObstacle()).toBe("banned");
    await expect(join(app, member, id)).rejects.toMatchObject({ status: 403 });
    await expect(
      app.as(stranger)(discussionsContract.updateDiscussion, {
        params: { discussionId: own.id },
        body: { title: "Not mine" },
      }),
    ).rejects.toMatchObject({ status: 403 });
    expect(await titles()).toEqual(before);
  });

  test("waits for approval when its new title has a held word", async ({ app }) => {
    const { owner, member, stranger, id } = await setUp(app);
    await app.as(stranger)(followsContract.updateFollow, {
      params: { kind: "community", id },
      body: { isFollowing: true },
    });
    await app.as(stranger)(notificationsContract.updateSetting, {
      body: { type: "discussion", email: true },
    });
    const [neighbour, { id: discussionId }] = [
      await start(app, member, id, "A."),
      await start(app, member, id, "B."),
    ];
    await app.runJobs();
    const employee = await app.make.user({ isEmployee: true });
    const save = (words: string[]) => app.as(employee)(moderationContract.saveHeldWords, { body: { words } });
    const rename = (by: User, title: string) =>
      app.as(by)(discussionsContract.updateDiscussion, { params: { discussionId }, body: { title } });
    const listShown = async () =>
      (await app.as(null)(listDiscussions, { params: { communityId: id }, query: {} })).discussions.map(
        (each) => each.id,
      );

    await save(["cheap pills"]);
    await rename(owner, "Cheap pills, says the owner");
    expect(await listShown()).toEqual([discussionId, neighbour.id]);
    await rename(member, "CHEAP pills");
    expect(await listShown()).toEqual([neighbour.id]);
    expect((await app.as(member)(getDiscussion, { params: { discussionId } })).discussion?.state).toBe(
      "held",
    );
    await save([]);

    const opening = (await app.as(member)(listPosts, { params: { discussionId }, query: {} })).posts[0];
    await app.as(owner)(discussionsContract.moderatePost, {
      params: { postId: opening?.id as PostId },
      body: { state: "shown" },
    });
    await app.runJobs();
    expect(await listShown()).toEqual([discussionId, neighbour.id]);
    expect(await app.db.$count(emails, eq(emails.to, stranger.email))).toBe(2);
  });

  test("counts are true after changes at the same moment", async ({ app }) => {
    const { owner, member, id } = await setUp(app);
    const writers = await Promise.all([1, 2, 3, 4].map(() => app.make.user()));
    for (const writer of writers) await join(app, writer, id);
    const started = await Promise.all(writers.map((writer) => start(app, writer, id, "At once.")));
    const countDiscussions = async () =>
      (await app.as(null)(getCommunity, { params: { communityId: id } })).discussionCount;
    expect(await countDiscussions()).toBe(4);

    const { id: discussionId } = await start(app, owner, id, "Replies.");
    const replies = [];
    for (const writer of [...writers, member]) replies.push(await reply(app, writer, discussionId, "Reply."));
    const moderate = (postId: PostId, state: "removed" | "shown") =>
      app.as(owner)(discussionsContract.moderatePost, { params: { postId }, body: { state } });
    const removed = replies.slice(0, 4);
    await Promise.all(removed.map((post) => moderate(post.id, "removed")));
    const countReplies = async () =>
      (await app.as(null)(getDiscussion, { params: { discussionId } })).discussion?.replyCount;
    expect(await countReplies()).toBe(1);

    const openingPosts = await app.db
      .select({ id: posts.id })
      .from(posts)
      .where(
        and(
          inArray(
            posts.discussionId,
            started.map((each) => each.id),
          ),
          eq(posts.number, 0),
        ),
      );
    await Promise.all([
      ...openingPosts.map((post) => moderate(post.id, "removed")),
      ...removed.map((post) => moderate(post.id, "shown")),
    ]);
    expect([await countDiscussions(), await countReplies()]).toEqual([1, 5]);
  });

  test("holds links of new writers for approval, and limits their rate", async ({ app }) => {
    const { owner, member, stranger, id } = await setUp(app);
    const { id: discussionId } = await start(app, owner, id, "Start.");
    const createdAt = app.services.clock();
    await app.db.update(users).set({ createdAt }).where(eq(users.id, member.id));
    const heldReply = await reply(app, member, discussionId, "See https://spam.example/HELD");
    expect(heldReply.state).toBe("held");
    const read = async (user: User | null) =>
      (await app.as(user)(listPosts, { params: { discussionId }, query: {} })).posts.map(({ id }) => id);
    expect(await read(stranger)).not.toContain(heldReply.id);
    expect(await read(member)).toContain(heldReply.id);
    await app.as(owner)(discussionsContract.moderatePost, {
      params: { postId: heldReply.id },
      body: { state: "shown" },
    });
    expect(await read(null)).toContain(heldReply.id);
    expect((await listNotifications(app, member))[0]?.title).toContain("visible");
    const change = (text: string) =>
      app.as(member)(discussionsContract.updatePost, { params: { postId: heldReply.id }, body: { text } });
    await change("Do see https://spam.example/HELD");
    await expect(change("See https://spam.example/OTHER")).rejects.toMatchObject({ status: 403 });

    const services = { ...app.services, settings: { ...app.services.settings, rateLimitFactor: 1 } };
    wait(app);
    await expect(checkPosting(services, app.db, member, [], false)).rejects.toMatchObject({
      code: "too_many_requests",
    });
    app.setClock(new Date(app.services.clock().getTime() + 120_000));
    expect(await checkPosting(services, app.db, member, [], false)).toBe("shown");
  });

  test("holds posts with words listed by staff, also after an edit", async ({ app }) => {
    const { owner, member, id } = await setUp(app);
    const { id: discussionId } = await start(app, owner, id, "Start.");
    const employee = await app.make.user({ isEmployee: true });
    const save = (words: string[]) => app.as(employee)(moderationContract.saveHeldWords, { body: { words } });
    expect(await save(["Cheap  Pills", "spam.example", "cheap pills"])).toHaveLength(2);
    const words = { body: { words: [] } };
    await expect(app.as(member)(moderationContract.saveHeldWords, words)).rejects.toMatchObject({
      status: 403,
    });

    expect((await reply(app, member, discussionId, "Buy CHEAP pills!")).state).toBe("held");
    expect((await reply(app, member, discussionId, "Cheap pillows")).state).toBe("shown");
    const post = await reply(app, member, discussionId, "Fine.");
    const changed = await app.as(member)(discussionsContract.updatePost, {
      params: { postId: post.id },
      body: { text: "See ||spam.example||" },
    });
    expect(changed.state).toBe("held");
    await save([]);
    expect((await reply(app, member, discussionId, "Cheap pills again")).state).toBe("shown");
  });

  test("loses posts that moderators remove with a reason, until restored", async ({ app }) => {
    const { owner, member, stranger, id } = await setUp(app);
    const { id: discussionId } = await start(app, owner, id, "Start.");
    const post = await reply(app, member, discussionId, "REMOVED words");
    const employee = await app.make.user({ isEmployee: true });
    const subject = { subjectType: "post" as const, subjectId: post.id };
    await app.as(stranger)(moderationContract.report, {
      body: { ...subject, reason: "spam", note: "Look." },
    });
    await app.as(stranger)(moderationContract.report, { body: { ...subject, reason: "hate" } });

    const { groups } = await app.as(employee)(moderationContract.listReports, { query: {} });
    const group = groups.find(({ subjectId }) => subjectId === post.id);
    expect(group).toMatchObject({
      text: "REMOVED words",
      reasons: [{ reason: "spam", count: 1 }],
      notes: ["Look."],
    });
    expect(JSON.stringify(group)).not.toContain(stranger.username);
    const own = await app.as(owner)(moderationContract.listCommunityReports, { params: { communityId: id } });
    expect(own.groups).toHaveLength(1);
    const decision = { params: subject, body: { decision: "remove" as const, reason: "Rule 1" } };
    await expect(app.as(stranger)(moderationContract.decideReports, decision)).rejects.toMatchObject({
      status: 403,
    });
    await app.as(owner)(moderationContract.decideReports, decision);
    await expect(app.as(employee)(moderationContract.decideReports, decision)).rejects.toMatchObject({
      status: 409,
    });

    const visiblePosts = await app.as(stranger)(listPosts, { params: { discussionId }, query: {} });
    expect(JSON.stringify(visiblePosts)).not.toContain("REMOVED");
    expect((await listNotifications(app, member))[0]?.message).toContain("Rule 1");
    const [removal] = await app.as(member)(decisionsContract.listMyDecisions, {});
    expect(removal).toMatchObject({ kind: "removal", text: "REMOVED words", reason: "Rule 1", appeal: null });
    const ofDecision = { params: { decisionId: removal?.id as DecisionId } };
    const appealing = { ...ofDecision, body: { text: "It breaks no rule, please look again." } };
    await expect(app.as(stranger)(decisionsContract.appeal, appealing)).rejects.toMatchObject({
      status: 404,
    });
    await app.as(member)(decisionsContract.appeal, appealing);
    await expect(app.as(member)(decisionsContract.appeal, appealing)).rejects.toMatchObject({ status: 409 });
    const { appeals } = await app.as(employee)(decisionsContract.listAppeals, { query: {} });
    expect(appeals.find(({ decision }) => decision.id === removal?.id)).toMatchObject({
      user: { username: member.username },
      isOwnDecision: false,
    });
    expect((await listNotifications(app, stranger))[0]?.title).toContain("Thank you");
    const accepting = { ...ofDecision, body: { isAccepted: true, answer: "You are right." } };
    await expect(app.as(owner)(decisionsContract.decideAppeal, accepting)).rejects.toMatchObject({
      status: 403,
    });
    const other = await app.make.user({ isEmployee: true });
    const rejecting = { ...ofDecision, body: { isAccepted: false, answer: "It stays removed." } };
    const [accepted, rejected] = await Promise.allSettled([
      app.as(employee)(decisionsContract.decideAppeal, accepting),
      app.as(other)(decisionsContract.decideAppeal, rejecting),
    ]);
    const isAccepted = accepted.status === "fulfilled";
    expect(rejected.status === "fulfilled").toBe(!isAccepted);
    await expect(app.as(employee)(decisionsContract.decideAppeal, accepting)).rejects.toMatchObject({
      status: 409,
    });
    const notificationTexts = (await listNotifications(app, member)).map(({ message }) => message);
    expect(notificationTexts).toContain(isAccepted ? "You are right." : "It stays removed.");
    const [decided] = await app.as(member)(decisionsContract.listMyDecisions, {});
    expect(decided).toMatchObject({
      isRevoked: isAccepted,
      appeal: { state: isAccepted ? "accepted" : "rejected" },
    });
    const postsJson = JSON.stringify(await app.as(null)(listPosts, { params: { discussionId }, query: {} }));
    expect(postsJson.includes("REMOVED")).toBe(isAccepted);
  });

  test("loses all posts of a new account at once, and restores them", async ({ app }) => {
    const { owner, member, id } = await setUp(app);
    const { id: discussionId } = await start(app, owner, id, "Start.");
    const createdAt = app.services.clock();
    await app.db.update(users).set({ createdAt }).where(eq(users.id, member.id));
    const post = await reply(app, member, discussionId, "ALL words");
    const heldReply = await reply(app, member, discussionId, "See https://spam.example");
    const employee = await app.make.user({ isEmployee: true });
    const changeAllPosts = (action: "remove" | "restore") =>
      app.as(employee)(moderationContract.removeAllPosts, {
        params: { userId: member.id },
        body: { action },
      });
    const listStates = async () => {
      const { posts } = await app.as(owner)(listPosts, { params: { discussionId }, query: {} });
      return [post, heldReply].map(({ id }) => posts.find((post) => post.id === id)?.state);
    };

    expect(await changeAllPosts("remove")).toEqual({ count: 2 });
    expect(await listStates()).toEqual(["removed", "removed"]);
    expect(await listNotifications(app, member)).toEqual([]);
    expect(await changeAllPosts("restore")).toEqual({ count: 2 });
    expect(await listStates()).toEqual(["shown", "held"]);
  });

  test("does not notify again of posts that are removed and restored", async ({ app }) => {
    const { owner, member, id } = await setUp(app);
    const { id: discussionId } = await start(app, owner, id, "Start.");
    await app.as(owner)(notificationsContract.updateSetting, { body: { type: "reply", email: true } });
    for (const text of ["One.", "Two.", "Three."]) await reply(app, member, discussionId, text);
    await app.runJobs();
    const employee = await app.make.user({ isEmployee: true });
    const createdAt = app.services.clock();
    await app.db.update(users).set({ createdAt }).where(eq(users.id, member.id));
    for (const action of ["remove", "restore"] as const) {
      await app.as(employee)(moderationContract.removeAllPosts, {
        params: { userId: member.id },
        body: { action },
      });
      await app.runJobs();
    }

    expect(await app.db.$count(emails, eq(emails.to, owner.email))).toBe(1);
    expect((await listNotifications(app, owner)).filter(({ type }) => type === "reply")).toEqual([]);
  });

  test("notifies once, when it is first shown", async ({ app }) => {
    const { owner, member, stranger, id } = await setUp(app);
    await join(app, stranger, id);
    const { id: discussionId } = await start(app, owner, id, "Start.");
    const createdAt = app.services.clock();
    await app.db.update(users).set({ createdAt }).where(eq(users.id, member.id));
    await reply(app, stranger, discussionId, "A neighbour.");
    const heldReply = await reply(app, member, discussionId, "See https://spam.example");
    const moderate = async (state: "removed" | "shown") => {
      await app.as(owner)(discussionsContract.moderatePost, {
        params: { postId: heldReply.id },
        body: { state },
      });
      await app.runJobs();
    };
    const countReplies = async () =>
      (await listNotifications(app, stranger)).filter(({ type }) => type === "reply").length;

    await moderate("removed");
    expect(await countReplies()).toBe(0);
    await moderate("shown");
    expect(await countReplies()).toBe(1);
    await app.as(stranger)(notificationsContract.markAllRead, {});
    for (const state of ["removed", "shown"] as const) await moderate(state);
    expect(await countReplies()).toBe(0);
  });

  test("keeps tombstones of deleted accounts", async ({ app }) => {
    const { owner, member, id } = await setUp(app);
    const { id: discussionId } = await start(app, owner, id, "Start.");
    await reply(app, member, discussionId, "GONE words");
    await eraseAccount(app.services, owner.id, member.id);
    const { posts } = await app.as(owner)(listPosts, { params: { discussionId }, query: {} });
    expect(posts[1]).toMatchObject({ author: null, state: "deleted", content: null });
  });
});

test("what happens in one community leaves another of the same shape as it was", async ({ app }) => {
  const [own, neighbour] = await Promise.all(
    [1, 2].map(async () => {
      const found = await setUp(app);
      await join(app, found.stranger, found.id);
      return found;
    }),
  );
  if (!own || !neighbour) expect.fail();
  const seed = async ({ owner, member, id }: typeof own) => {
    const { id: discussionId } = await start(app, owner, id, "Start.");
    const post = await reply(app, member, discussionId, "A reply.");
    await app.as(owner)(discussionsContract.likePost, {
      params: { postId: post.id },
      body: { isLiked: true },
    });
    await app.as(member)(discussionsContract.saveDraft, {
      params: { subjectId: discussionId },
      body: { title: "", text: "Unsent" },
    });
    return { discussionId, postId: post.id };
  };
  const [{ discussionId, postId }, other] = [await seed(own), await seed(neighbour)];
  await app.runJobs();
  const ids = [neighbour.id, other.discussionId, other.postId];
  const before = await listRowsAbout(app.db, ids);
  const { owner, member, stranger, id } = own;
  const inDiscussion = { discussionId };

  await app.as(owner)(updateCommunity, {
    params: { communityId: id },
    body: { about: "Changed.", rules: "One." },
  });
  await app.as(owner)(discussionsContract.updateDiscussion, {
    params: inDiscussion,
    body: { title: "Another title", isPinned: true, isLocked: true },
  });
  await app.as(owner)(discussionsContract.updateDiscussion, {
    params: inDiscussion,
    body: { isLocked: false },
  });
  await app.as(owner)(discussionsContract.followDiscussion, {
    params: inDiscussion,
    body: { isFollowing: false },
  });
  await app.as(owner)(discussionsContract.markDiscussionRead, { params: inDiscussion, body: { number: 1 } });
  await app.as(member)(discussionsContract.updatePost, { params: { postId }, body: { text: "Better." } });
  await app.as(owner)(discussionsContract.likePost, { params: { postId }, body: { isLiked: false } });
  await app.as(owner)(discussionsContract.moderatePost, {
    params: { postId },
    body: { state: "removed", reason: "Rule one" },
  });
  await app.as(owner)(discussionsContract.moderatePost, { params: { postId }, body: { state: "shown" } });
  await app.as(member)(discussionsContract.deletePost, { params: { postId } });
  const change = (user: User, body: { role?: "moderator"; state?: "banned"; mutedUntil?: Date }) =>
    app.as(owner)(updateMember, { params: { communityId: id, userId: user.id }, body });
  await change(member, { role: "moderator" });
  await change(stranger, { mutedUntil: new Date("2027-01-01") });
  await change(stranger, { state: "banned" });
  await app.as(member)(leaveCommunity, { params: { communityId: id } });
  await app.as(owner)(updateCommunity, { params: { communityId: id }, body: { isDeleted: true } });
  await app.runJobs();

  expect(await listRowsAbout(app.db, ids)).toEqual(before);
});
