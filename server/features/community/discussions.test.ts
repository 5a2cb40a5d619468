import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { expect } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import type { CommunityId, CommunityVisibility } from "#shared/community/community.ts";
import { communityContract } from "#shared/community/contract.ts";
import type { DiscussionId, PostId } from "#shared/community/discussion.ts";
import { discussionsContract } from "#shared/community/discussions-contract.ts";
import { followsContract } from "#shared/follows/contract.ts";
import { moderationContract } from "#shared/moderation/contract.ts";
import { peopleContract } from "#shared/people/contract.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import {
  communities,
  communityMembers,
  discussionReaders,
  discussions,
  posts,
} from "#server/db/schema/community/communities.ts";
import { notifications } from "#server/db/schema/system/notifications.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

const { createDiscussion, createPost, listDiscussions, listPosts, updateDiscussion } = discussionsContract;
const { followDiscussion, likePost, markDiscussionRead, openDiscussion, updatePost, watchDiscussions } =
  discussionsContract;

const wait = (app: TestApp) => app.setClock(new Date(app.services.clock().getTime() + 1_000));

async function createCommunity(app: TestApp, owner: User, visibility: CommunityVisibility = "public") {
  const body = { name: `Circle ${randomUUID().slice(0, 8)}`, about: "About.", visibility };
  return (await app.as(owner)(communityContract.createCommunity, { body })).id;
}

async function start(
  app: TestApp,
  author: User,
  communityId: CommunityId,
  { clientId = randomUUID(), ...body }: { title?: string; clientId?: string; anchor?: object } = {},
) {
  wait(app);
  const { id } = await app.as(author)(createDiscussion, {
    params: { communityId },
    body: { title: "A talk", text: "Start.", clientId, ...(body as object) },
  });
  return id;
}

/** A public community with an owner and two members, of whom the author has a discussion. */
async function setUp(app: TestApp) {
  const [owner, author, member] = [await app.make.user(), await app.make.user(), await app.make.user()];
  const communityId = await createCommunity(app, owner);
  for (const user of [author, member])
    await app.as(user)(communityContract.joinCommunity, { params: { communityId }, body: {} });
  const discussionId = await start(app, author, communityId);
  const params = { discussionId };
  const reply = (by: User, text = "Text.") => {
    wait(app);
    return app.as(by)(createPost, { params, body: { text, clientId: randomUUID() } });
  };
  return { owner, author, member, communityId, discussionId, params, reply };
}

const getRow = async (app: TestApp, id: DiscussionId) =>
  (await app.db.select().from(discussions).where(eq(discussions.id, id)))[0];

test("discussions are listed page by page, pinned ones first, also those about one book", async ({ app }) => {
  const { owner, author, member, communityId, discussionId } = await setUp(app);
  const [book, other] = [await app.make.book({ isFree: true }), await app.make.book({ isFree: true })];
  const about = ({ id }: typeof book, fraction: number) => ({ bookId: id, locator: { fraction } });
  const ofBook = await start(app, author, communityId, { anchor: about(book, 0) });
  const ofOther = await start(app, author, communityId, { anchor: about(other, 0) });
  const ahead = await start(app, author, communityId, { anchor: about(book, 0.5) });
  await app.db.update(discussions).set({ anchorText: 0.5 }).where(eq(discussions.id, ahead));
  await app.as(owner)(updateDiscussion, { params: { discussionId }, body: { isPinned: true } });
  wait(app);
  await app.as(member)(createPost, {
    params: { discussionId: ofBook },
    body: { text: "A reply", clientId: randomUUID() },
  });
  const list = async (viewer: User | null, query: object = {}) => {
    const found: string[] = [];
    let aheadCount = 0;
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page: { discussions: { id: string }[]; aheadCount: number; nextCursor: string | null } =
        await app.as(viewer)(listDiscussions, {
          params: { communityId },
          query: { limit: 1, ...query, ...(cursor && { cursor }) },
        });
      expect(page.discussions.length).toBeLessThanOrEqual(1);
      found.push(...page.discussions.map(({ id }) => id));
      ({ aheadCount, nextCursor: cursor } = page);
    }
    return [...found, aheadCount];
  };

  expect(await list(member)).toEqual([discussionId, ofBook, ofOther, 1]);
  expect(await list(null)).toEqual([discussionId, ofBook, ofOther, 1]);
  expect(await list(author)).toEqual([discussionId, ofBook, ahead, ofOther, 0]);
  expect(await list(member, { bookId: book.id })).toEqual([ofBook, 1]);
  expect(await list(member, { bookId: other.id })).toEqual([ofOther, 0]);
  await app.db.update(discussions).set({ state: "removed" }).where(eq(discussions.id, ahead));
  expect(await list(member, { bookId: book.id })).toEqual([ofBook, 0]);
});

test("a discussion sent twice is one; another author's has its own", async ({ app }) => {
  const { author, member, communityId } = await setUp(app);
  const clientId = randomUUID();
  const first = await start(app, author, communityId, { clientId, title: "The first" });

  expect(await start(app, author, communityId, { clientId, title: "The second" })).toBe(first);
  expect(await start(app, member, communityId, { clientId, title: "Another" })).not.toBe(first);
  expect(await getRow(app, first)).toMatchObject({ title: "The first" });
});

test("a discussion is renamed by its author and moderators, and moved by those of both communities", async ({
  app,
}) => {
  const { owner, author, member, communityId, discussionId, params } = await setUp(app);
  const [foreign, own] = [await createCommunity(app, author), await createCommunity(app, owner)];
  const update = (by: User, body: object) => app.as(by)(updateDiscussion, { params, body });
  const before = await getRow(app, discussionId);

  await expect(update(member, { title: "Renamed" })).rejects.toMatchObject({ status: 403 });
  await expect(update(author, { communityId: foreign })).rejects.toMatchObject({ status: 403 });
  await expect(update(owner, { communityId: foreign })).rejects.toMatchObject({ status: 403 });
  await update(owner, {});
  expect(await getRow(app, discussionId)).toEqual(before);
  await update(owner, { title: "Renamed" });
  expect(await getRow(app, discussionId)).toEqual({
    ...before,
    title: "Renamed",
    normalizedTitle: "renamed",
  });
  await update(owner, { communityId: own });
  expect(await getRow(app, discussionId)).toMatchObject({ communityId: own, isPinned: false });
  const counts = async (id: CommunityId) =>
    (await app.db.select().from(communities).where(eq(communities.id, id)))[0]?.discussionCount;
  expect([await counts(communityId), await counts(own), await counts(foreign)]).toEqual([0, 1, 0]);

  const closed = await createCommunity(app, owner, "request");
  const inside = await start(app, owner, closed);
  const move = (to: CommunityId) =>
    app.as(owner)(updateDiscussion, { params: { discussionId: inside }, body: { communityId: to } });
  await expect(move(own)).rejects.toMatchObject({
    status: 409,
    problem: { reason: { code: "closed_discussion" } },
  });
  await move(closed);
  expect(await getRow(app, inside)).toMatchObject({ communityId: closed });
});

test("following, reading and opening a discussion keep each other", async ({ app }) => {
  const { author, member, discussionId, params, reply } = await setUp(app);
  for (let n = 0; n < 2; n++) await reply(author);
  const isReader = (user: User) =>
    and(eq(discussionReaders.userId, user.id), eq(discussionReaders.discussionId, discussionId));
  const read = async (user: User) => (await app.db.select().from(discussionReaders).where(isReader(user)))[0];
  const untouched = await read(author);
  const openedAt = app.services.clock();

  await app.as(member)(openDiscussion, { params });
  expect(await read(member)).toMatchObject({ readNumber: -1, isFollowing: false, openedAt });
  await app.as(member)(followDiscussion, { params, body: { isFollowing: true } });
  wait(app);
  await app.as(member)(openDiscussion, { params });
  await app.as(member)(markDiscussionRead, { params, body: { number: 2 } });
  await app.as(member)(markDiscussionRead, { params, body: { number: 1 } });
  expect(await read(member)).toMatchObject({ readNumber: 2, isFollowing: true, openedAt });
  await app.as(member)(followDiscussion, { params, body: { isFollowing: false } });
  expect(await read(member)).toMatchObject({ readNumber: 2, isFollowing: false, openedAt });
  expect(await read(author)).toEqual(untouched);
  const hidden = await createCommunity(app, author, "request");
  await expect(
    app.as(member)(followDiscussion, {
      params: { discussionId: await start(app, author, hidden) },
      body: { isFollowing: true },
    }),
  ).rejects.toMatchObject({ status: 404 });
});

test("the live changes of a discussion reach the browsers of those who may read it", async ({ app }) => {
  const { owner, author, member, communityId, discussionId, reply } = await setUp(app);
  const closed = await start(app, owner, await createCommunity(app, owner, "request"));
  const unwatched = await start(app, author, communityId);
  const controller = new AbortController();
  const listen = async (user: User) => {
    const live = await app.fetch("/api/live", {
      as: user,
      headers: { Accept: "text/event-stream" },
      signal: controller.signal,
    });
    const reader = live.body?.pipeThrough(new TextDecoderStream()).getReader() ?? expect.fail();
    const next = async () => (await reader.read()).value ?? "";
    const connection = /"connection":"([^"]+)"/.exec(await next())?.[1] ?? expect.fail();
    return { next, connection };
  };
  const { next, connection } = await listen(member);
  await app.as(member)(watchDiscussions, { body: { connection, discussionIds: [discussionId, closed] } });

  for (const [by, id] of [
    [owner, closed],
    [author, unwatched],
  ] as const) {
    wait(app);
    await app.as(by)(createPost, {
      params: { discussionId: id },
      body: { text: "Text.", clientId: randomUUID() },
    });
  }
  await reply(author);
  expect(await next()).toBe('data: {"topics":["discussion","post"]}\n\n');
  await app.as(member)(communityContract.leaveCommunity, { params: { communityId } });
  expect(await next()).toContain('data: {"topics":["community"]}\n\n');
  controller.abort();
});

test("a post that waits for approval exists for its author and moderators only", async ({ app }) => {
  const { owner, author, member, reply, params } = await setUp(app);
  const { id: postId } = await reply(author, "WAITING");
  await app.db.update(posts).set({ state: "held" }).where(eq(posts.id, postId));
  const like = (by: User) => app.as(by)(likePost, { params: { postId }, body: { isLiked: true } });
  const report = (by: User, subjectId: PostId) =>
    app.as(by)(moderationContract.report, { body: { subjectType: "post", subjectId, reason: "spam" } });
  const search = async (by: User | null) =>
    (await app.as(by)(listPosts, { params, query: { search: "waiting" } })).posts.length;

  await expect(like(member)).rejects.toMatchObject({ status: 404 });
  await expect(report(member, postId)).rejects.toMatchObject({ status: 404 });
  await expect(like(await app.make.user())).rejects.toMatchObject({ status: 404 });
  await report(owner, postId);
  const edited = await app.as(author)(updatePost, { params: { postId }, body: { text: "WAITING still" } });
  expect(edited).toMatchObject({ state: "held", isMine: true, source: "WAITING still" });
  expect(await Promise.all([author, owner, member, null].map(search))).toEqual([0, 0, 0, 0]);
  await app.db.update(posts).set({ state: "shown" }).where(eq(posts.id, postId));
  expect(await Promise.all([author, owner, member, null].map(search))).toEqual([1, 1, 1, 1]);
  await app.as(member)(peopleContract.updateRelation, {
    params: { userId: author.id },
    body: { isMuted: true },
  });
  expect(await Promise.all([owner, member].map(search))).toEqual([1, 0]);
  await expect(like(author)).rejects.toMatchObject({ status: 403 });
  await expect(
    app.as(author)(likePost, { params: { postId: randomUUID() as PostId }, body: { isLiked: true } }),
  ).rejects.toMatchObject({ status: 404 });
});

test("held posts of public communities are listed for staff, oldest first", async ({ app }) => {
  const [first, second, closed] = [await setUp(app), await setUp(app), await setUp(app)];
  const employee = await app.make.user({ isEmployee: true });
  const held = [
    await second.reply(second.author, "Second."),
    await first.reply(first.author, "First."),
    await closed.reply(closed.author, "Closed."),
  ];
  for (const { id } of held) await app.db.update(posts).set({ state: "held" }).where(eq(posts.id, id));
  const list = async () =>
    (await app.as(employee)(moderationContract.listHeldPosts, { query: {} }))
      .map(({ text }) => text)
      .filter((text) => ["First.", "Second.", "Closed.", "Text."].includes(text));

  expect(await list()).toEqual(["Second.", "First.", "Closed."]);
  await app.db
    .update(discussions)
    .set({ isMembersOnly: true })
    .where(eq(discussions.communityId, second.communityId));
  await app.db
    .update(communities)
    .set({ visibility: "request" })
    .where(eq(communities.id, closed.communityId));
  await first.reply(first.author);
  expect(await list()).toEqual(["First."]);
});

test("a post notifies those who may read it, with what it is about, once", async ({ app }) => {
  const { owner, author, member, communityId, discussionId, params, reply } = await setUp(app);
  await app.runJobs();
  const [follower, banned, deleting] = [await app.make.user(), await app.make.user(), await app.make.user()];
  for (const user of [follower, banned, deleting, author]) {
    await app.as(user)(followsContract.updateFollow, {
      params: { kind: "community", id: communityId },
      body: { isFollowing: true },
    });
  }
  await app.db
    .insert(communityMembers)
    .values({ communityId, userId: banned.id, state: "banned", since: new Date() });
  await app.as(owner)(followDiscussion, { params, body: { isFollowing: true } });
  const opened = await start(app, author, communityId, { title: "A new one" });
  const { id: replyId } = await reply(author, `Ask @${member.username} and @${author.username}`);
  const { id: removedId } = await reply(author, "Removed.");
  await app.db.update(users).set({ deletionRequestedAt: new Date() }).where(eq(users.id, deleting.id));
  await app.db.update(posts).set({ state: "removed" }).where(eq(posts.id, removedId));

  await app.runJobs();

  const { name } = await app.as(owner)(communityContract.getCommunity, { params: { communityId } });
  const rows = (await app.db.select().from(notifications)).filter(
    ({ params }) => params["communityId"] === communityId,
  );
  const byName = new Map(
    Object.entries({ owner, author, member, follower, banned, deleting }).map(([key, { id }]) => [id, key]),
  );
  const listed = rows.map(({ userId, type, params }) => [byName.get(userId), type, params["discussion"]]);
  expect(listed.sort()).toEqual([
    ["follower", "discussion", "A new one"],
    ["member", "mention", "A talk"],
    ["owner", "reply", "A talk"],
  ]);
  expect(rows.every(({ params }) => params["community"] === name)).toBe(true);
  expect(rows.find(({ type }) => type === "mention")?.params).toMatchObject({ discussionId, number: 1 });
  expect(rows.find(({ type }) => type === "discussion")?.params).toMatchObject({
    discussionId: opened,
    number: 0,
  });
  expect((await app.db.select().from(posts).where(eq(posts.id, removedId)))[0]?.notifiedAt).toBeNull();
  const [notified] = await app.db.select().from(posts).where(eq(posts.id, replyId));
  expect(notified?.notifiedAt).not.toBeNull();
});
