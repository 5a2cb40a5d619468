import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import { communityContract } from "#shared/community/contract.ts";
import type { PostId } from "#shared/community/discussion.ts";
import { discussionsContract } from "#shared/community/discussions-contract.ts";
import { peopleContract } from "#shared/people/contract.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { communityMembers, discussions, posts } from "#server/db/schema/community/communities.ts";
import { notifications } from "#server/db/schema/system/notifications.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import { checkPosting } from "./posting-limits.ts";

const {
  createDiscussion,
  createPost,
  deletePost,
  getDiscussion,
  likePost,
  listPosts,
  moderatePost,
  updatePost,
} = discussionsContract;
const { listDiscussions, listFeed, markDiscussionRead } = discussionsContract;
const { updateRelation } = peopleContract;

const wait = (app: TestApp, ms = 1_000) => app.setClock(new Date(app.services.clock().getTime() + ms));

/** A discussion of an owner in their public community, with three members. */
async function setUp(app: TestApp) {
  const [owner, author, member, other] = await Promise.all(Array.from({ length: 4 }, () => app.make.user()));
  if (!owner || !author || !member || !other) throw new Error("four users");
  const body = { name: `Circle ${randomUUID().slice(0, 8)}`, about: "About.", visibility: "public" as const };
  const { id: communityId } = await app.as(owner)(communityContract.createCommunity, { body });
  const params = { communityId };
  for (const user of [author, member, other]) {
    await app.as(user)(communityContract.joinCommunity, { params, body: {} });
  }
  wait(app);
  const { id: discussionId } = await app.as(owner)(createDiscussion, {
    params,
    body: { title: "A talk", text: "Start.", clientId: randomUUID() },
  });
  const reply = (user: User, text: string, parentId?: PostId) => {
    wait(app);
    return app.as(user)(createPost, {
      params: { discussionId },
      body: { text, clientId: randomUUID(), ...(parentId && { parentId }) },
    });
  };
  const list = (viewer: User | null, query: object = {}) =>
    app.as(viewer)(listPosts, { params: { discussionId }, query });
  const find = async (viewer: User | null, id: PostId) =>
    (await list(viewer)).posts.find((post) => post.id === id) ?? null;
  return { owner, author, member, other, communityId, discussionId, reply, list, find };
}

describe("posts", () => {
  test("are read page by page in both directions, and found by their text", async ({ app }) => {
    const { author, member, reply, list } = await setUp(app);
    for (const text of ["One lantern", "Two lamps", "Three lanterns", "Four"]) await reply(author, text);
    const read = async (query: object) => {
      const { posts: page, hasEarlier, hasLater } = await list(member, query);
      return [page.map(({ number }) => number), hasEarlier, hasLater];
    };

    expect(await read({ limit: 2 })).toEqual([[0, 1], false, true]);
    expect(await read({ limit: 2, after: 0 })).toEqual([[1, 2], true, true]);
    expect(await read({ limit: 2, after: 2 })).toEqual([[3, 4], true, false]);
    expect(await read({ limit: 2, before: 4 })).toEqual([[2, 3], true, true]);
    expect(await read({ limit: 2, before: 2 })).toEqual([[0, 1], false, true]);
    expect(await read({ limit: 2, before: 5 })).toEqual([[3, 4], true, false]);
    expect(await read({ search: "LANTERN" })).toEqual([[1, 3], false, false]);
  });

  test("open a discussion with their text, found by it, with the passage that it is about", async ({
    app,
  }) => {
    const { owner, member, communityId, discussionId, reply, list } = await setUp(app);
    const book = await app.make.book();
    wait(app);
    const about = await app.as(member)(createDiscussion, {
      params: { communityId },
      body: {
        title: "A passage",
        text: "Of the lantern.",
        clientId: randomUUID(),
        anchor: { bookId: book.id, locator: { fraction: 0 } },
      },
    });
    await reply(member, "Another lamp.");
    const [opening] = (await list(owner)).posts;
    // The row of the opening post is now the last one of the table.
    await app.as(member)(likePost, {
      params: { postId: opening?.id ?? expect.fail() },
      body: { isLiked: true },
    });
    const get = async (by: User | null, id = discussionId) =>
      (await app.as(by)(getDiscussion, { params: { discussionId: id } })).discussion;
    const search = async (text: string, by: User | null = member) =>
      (
        await app.as(by)(listDiscussions, { params: { communityId }, query: { search: text } })
      ).discussions.map(({ id }) => id);

    for (const by of [owner, null]) {
      expect(await get(by)).toMatchObject({ excerpt: "Start.", anchor: null });
    }
    expect((await get(member, about.id))?.anchor).toMatchObject({
      book: { id: book.id, title: book.title },
      locator: { fraction: 0 },
    });
    expect([await search("lantern"), await search("LAMP"), await search("passage", null)]).toEqual([
      [about.id],
      [discussionId],
      [about.id],
    ]);
    const until = new Date(app.services.clock().getTime() + 60_000);
    await app.db
      .update(communityMembers)
      .set({ mutedUntil: until })
      .where(and(eq(communityMembers.communityId, communityId), eq(communityMembers.userId, member.id)));
    const getPermissions = async (by: User) =>
      (await app.as(by)(getDiscussion, { params: { discussionId } })).permissions;
    expect(await getPermissions(member)).toMatchObject({
      canPost: false,
      obstacle: "muted",
      mutedUntil: until,
    });
    expect(await getPermissions(owner)).toMatchObject({ canPost: true, obstacle: null, mutedUntil: null });
  });

  test("name the post that they answer, of the same discussion", async ({ app }) => {
    const [{ author, member, reply, find }, elsewhere] = [await setUp(app), await setUp(app)];
    const first = await reply(author, "First");
    const answer = await reply(member, "Answer", first.id);
    const foreign = await elsewhere.reply(elsewhere.author, "Elsewhere");

    expect((await find(null, first.id))?.replyTo).toBeNull();
    expect((await find(null, answer.id))?.replyTo).toMatchObject({ number: 1, name: expect.any(String) });
    await expect(reply(member, "?", foreign.id)).rejects.toMatchObject({ status: 404 });
  });

  test("are marked as edited after 15 minutes, and from then on", async ({ app }) => {
    const { author, reply } = await setUp(app);
    const { id: postId } = await reply(author, "One");
    const edit = async (text: string) =>
      (await app.as(author)(updatePost, { params: { postId }, body: { text } })).editedAt;

    wait(app, 15 * 60_000 - 1);
    expect(await edit("Two")).toBeNull();
    wait(app, 1);
    expect(await edit("Two")).toBeNull();
    expect(await edit("Three")).toEqual(app.services.clock());
    wait(app);
    expect(await edit("Four")).toEqual(app.services.clock());
    await app.db.update(posts).set({ state: "held" }).where(eq(posts.id, postId));
    await edit("While it waits");
    await app.db.update(posts).set({ state: "removed" }).where(eq(posts.id, postId));
    await expect(edit("Five")).rejects.toMatchObject({ status: 409 });
  });

  test("that are removed show their reason, and the text to nobody", async ({ app }) => {
    const { owner, author, member, reply, list, find } = await setUp(app);
    const { id: postId } = await reply(author, "SECRET");
    const { id: otherId } = await reply(author, "Fine");
    const params = { postId };

    await expect(app.as(member)(moderatePost, { params, body: { state: "removed" } })).rejects.toMatchObject({
      status: 403,
    });
    await app.as(owner)(moderatePost, { params, body: { state: "removed", reason: "Off topic" } });

    for (const viewer of [author, member, owner]) {
      expect(await find(viewer, postId)).toMatchObject({
        removedReason: "Off topic",
        content: null,
        source: null,
      });
    }
    expect(await find(author, otherId)).toMatchObject({ isMine: true, source: "Fine", removedReason: "" });
    expect(await find(member, otherId)).toMatchObject({ isMine: false, source: null });
    for (const viewer of [author, owner]) {
      expect((await list(viewer, { search: "SECRET" })).posts).toEqual([]);
    }
    const countNotices = () => app.db.$count(notifications, eq(notifications.userId, author.id));
    expect(await countNotices()).toBe(1);
    await app.as(owner)(moderatePost, { params, body: { state: "shown", reason: "My mistake" } });
    expect(await find(member, postId)).toMatchObject({ removedReason: "" });
    expect(await countNotices()).toBe(1);
  });

  test("are counted as unread by those who may read them", async ({ app }) => {
    const { owner, author, member, other, communityId, discussionId, reply } = await setUp(app);
    const read = (number: number) =>
      app.as(member)(markDiscussionRead, { params: { discussionId }, body: { number } });
    const listUnread = (viewers: readonly (User | null)[]) =>
      Promise.all(
        viewers.map(async (viewer) => {
          const { discussions } = await app.as(viewer)(listDiscussions, {
            params: { communityId },
            query: {},
          });
          return discussions.map(({ unreadCount }) => unreadCount);
        }),
      );
    await reply(author, "One");
    await read(1);
    await reply(author, "Two");
    const { id: heldId } = await reply(other, "Three");
    await app.db.update(posts).set({ state: "held" }).where(eq(posts.id, heldId));

    expect(await listUnread([member, owner, author, other, null])).toEqual([[1], [3], [0], [0], [0]]);
    const { discussions: feed } = await app.as(member)(listFeed, { query: {} });
    expect(feed).toMatchObject([{ unreadCount: 1 }]);

    await app.as(member)(updateRelation, { params: { userId: author.id }, body: { isMuted: true } });
    expect(await listUnread([member, owner])).toEqual([[0], [3]]);
  });

  test("that moderators removed cannot be deleted by their author, and can be shown again", async ({
    app,
  }) => {
    const { owner, author, reply, find } = await setUp(app);
    const { id: postId } = await reply(author, "Disputed");
    const params = { postId };
    await app.as(owner)(moderatePost, { params, body: { state: "removed", reason: "Off topic" } });

    await expect(app.as(author)(deletePost, { params })).rejects.toMatchObject({ status: 409 });

    await app.as(owner)(moderatePost, { params, body: { state: "shown" } });
    expect(await find(author, postId)).toMatchObject({ source: "Disputed", removedReason: "" });
  });

  test("that open a discussion end it only while it has no reply", async ({ app }) => {
    const getState = async ({ discussionId }: Awaited<ReturnType<typeof setUp>>) =>
      (await app.db.select().from(discussions).where(eq(discussions.id, discussionId)))[0]?.state;
    const deleteOpening = async ({ owner, list }: Awaited<ReturnType<typeof setUp>>) => {
      const [opening] = (await list(owner)).posts;
      await app.as(owner)(deletePost, { params: { postId: opening?.id ?? expect.fail() } });
    };
    const [alone, answered] = [await setUp(app), await setUp(app)];
    const last = await answered.reply(answered.author, "A reply");
    await deleteOpening(answered);
    await deleteOpening(alone);
    expect([await getState(answered), await getState(alone)]).toEqual(["shown", "deleted"]);

    await app.as(answered.author)(deletePost, { params: { postId: last.id } });
    expect(await getState(answered)).toBe("shown");
  });

  test("are liked once by other members, while they are shown", async ({ app }) => {
    const { owner, author, member, other, reply, find } = await setUp(app);
    const { id: postId } = await reply(author, "Good");
    const { id: neighbourId } = await reply(author, "Also good");
    const like = (by: User, isLiked = true) =>
      app.as(by)(likePost, { params: { postId }, body: { isLiked } });
    await app.as(member)(likePost, { params: { postId: neighbourId }, body: { isLiked: true } });

    for (const by of [member, member, other]) await like(by);
    expect(await find(member, postId)).toMatchObject({ likeCount: 2, isLiked: true });
    expect(await find(owner, postId)).toMatchObject({ likeCount: 2, isLiked: false });
    expect(await like(other, false)).toEqual({ likeCount: 1, isLiked: false });
    expect(await find(member, postId)).toMatchObject({ likeCount: 1, isLiked: true });
    expect(await find(member, neighbourId)).toMatchObject({ likeCount: 1, isLiked: true });

    await expect(like(author)).rejects.toMatchObject({
      status: 403,
      problem: { reason: { code: "own_post" } },
    });
    await expect(like(await app.make.user())).rejects.toMatchObject({
      status: 403,
      problem: { reason: { code: "members_only" } },
    });
    await app.db.update(posts).set({ state: "removed" }).where(eq(posts.id, postId));
    await expect(like(other)).rejects.toMatchObject({ status: 404 });
    await like(member, false);
    expect(await find(member, neighbourId)).toMatchObject({ likeCount: 1, isLiked: true });
    await app.db
      .update(communityMembers)
      .set({ state: "banned" })
      .where(eq(communityMembers.userId, other.id));
    await expect(like(other, false)).rejects.toMatchObject({ status: 403 });
  });

  test("notify those who follow or are mentioned, and have not read them", async ({ app }) => {
    const { owner, author, member, other, reply } = await setUp(app);
    const outsider = await app.make.user();
    await reply(member, "I follow now.");
    const { id, number } = await reply(author, `Ask @${other.username} and @${outsider.username}`);
    const { id: quietId } = await reply(author, "And more");

    await app.runJobs();

    const list = async (subject: string) =>
      (await app.db.select().from(notifications).where(eq(notifications.subject, subject)))
        .map(({ userId }) => userId)
        .sort();
    expect(number).toBe(2);
    expect([...(await list(`post:${id}`)), ...(await list(`post:${quietId}`))].sort()).toEqual(
      [owner.id, member.id, other.id].sort(),
    );
  });

  test("are limited by the age of the account and the posts that were shown", async ({ app }) => {
    const { author, member, reply } = await setUp(app);
    const services = { ...app.services, settings: { ...app.services.settings, rateLimitFactor: 1 } };
    const link = [
      { type: "paragraph", children: [{ type: "link", url: "https://example.org", children: [] }] },
    ];
    const check = (user: User) =>
      checkPosting(services, app.db, user, link as never, false).catch((error) => error.reason.code);
    for (const _post of [1, 2, 3]) await reply(member, "Text");
    for (const _post of [1, 2]) await reply(author, "Text");

    wait(app, 119_999);
    expect([await check(author), await check(member)]).toEqual(["wait_to_post", "shown"]);
    wait(app, 1);
    expect([await check(author), await check(member)]).toEqual(["held", "shown"]);
    await app.db.update(users).set({ createdAt: app.services.clock() }).where(eq(users.id, member.id));
    expect(await check(member)).toBe("held");
    await app.db
      .update(users)
      .set({ createdAt: new Date("2020-01-01") })
      .where(eq(users.id, member.id));
    await reply(member, "Text");
    wait(app, 9_999);
    expect(await check(member)).toBe("wait_to_post");
    wait(app, 1);
    expect(await check(member)).toBe("shown");
    await reply(author, "Text");
    expect(await check(member)).toBe("shown");
    await app.db.update(posts).set({ state: "held" }).where(eq(posts.authorId, member.id));
    expect(await check(member)).toBe("held");
    for (let n = 0; n < 7; n++) await reply(author, "Text");
    await app.db.update(posts).set({ state: "held" }).where(eq(posts.authorId, author.id));
    expect(await check(author)).toBe("too_many_posts");
    expect(await checkPosting(services, app.db, author, link as never, true)).toBe("shown");
    wait(app, 24 * 3_600_000);
    expect(await check(author)).toBe("held");
  });
});
