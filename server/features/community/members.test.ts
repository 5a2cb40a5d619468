import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import type { CommunityVisibility } from "#shared/community/community.ts";
import { communityContract } from "#shared/community/contract.ts";
import { discussionsContract } from "#shared/community/discussions-contract.ts";
import { notificationsContract } from "#shared/notifications/contract.ts";
import type { Database } from "#server/db/client.ts";
import { genres } from "#server/db/schema/books/genres.ts";
import {
  communities,
  communityBooks,
  communityMembers,
  discussions,
} from "#server/db/schema/community/communities.ts";
import { notifications } from "#server/db/schema/system/notifications.ts";
import { listRowsAbout } from "#server/testing/rows-about.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import { waitForLock } from "#server/testing/wait-for-lock.ts";

const {
  createCommunity,
  getCommunity,
  joinCommunity,
  leaveCommunity,
  listMembers,
  updateMember,
  removeMember,
} = communityContract;

async function create(app: TestApp, owner: User, visibility: CommunityVisibility = "public") {
  const body = { name: `Circle ${randomUUID().slice(0, 8)}`, about: "About.", visibility };
  return (await app.as(owner)(createCommunity, { body })).id;
}

/** A community by request with an owner, a moderator, a member, someone who asked and someone banned. */
async function setUp(app: TestApp, visibility: CommunityVisibility = "request") {
  const [owner, moderator, member, asking, banned] = await Promise.all(
    Array.from({ length: 5 }, () => app.make.user()),
  );
  if (!owner || !moderator || !member || !asking || !banned) throw new Error("five users");
  const communityId = await create(app, owner, visibility);
  const add = ({ id: userId }: User, row: Partial<typeof communityMembers.$inferInsert>) =>
    app.db
      .insert(communityMembers)
      .values({ communityId, userId, state: "active", since: new Date("2026-01-01"), ...row });
  await add(moderator, { role: "moderator" });
  await add(member, {});
  await add(asking, { state: "pending", message: "Please." });
  await add(banned, { state: "banned" });
  const names = new Map(
    Object.entries({ owner, moderator, member, asking, banned }).map(([name, { id }]) => [id, name]),
  );
  const list = async () => {
    const rows = await app.db
      .select()
      .from(communityMembers)
      .where(eq(communityMembers.communityId, communityId));
    return Object.fromEntries(rows.map(({ userId, state, role }) => [names.get(userId), `${state} ${role}`]));
  };
  return { owner, moderator, member, asking, banned, communityId, params: { communityId }, list };
}

async function listNotices({ db }: TestApp, { id }: User) {
  const rows = await db.select().from(notifications).where(eq(notifications.userId, id));
  return rows.map(({ type, params }) => ({ type, ...params }));
}

describe("members", () => {
  test("leave, except the owner and those who are banned, and leave others as they were", async ({ app }) => {
    const { owner, moderator, member, asking, banned, params, list } = await setUp(app);
    const neighbour = await setUp(app);
    const untouched = await listRowsAbout(app.db, [neighbour.communityId]);
    const leave = (user: User) => app.as(user)(leaveCommunity, { params });

    await expect(leave(owner)).rejects.toMatchObject({ status: 409 });
    await expect(leave(banned)).rejects.toMatchObject({ status: 404 });
    app.published.splice(0);
    for (const user of [moderator, asking]) await leave(user);

    expect(await list()).toEqual({ owner: "active owner", member: "active member", banned: "banned member" });
    for (const { id: userId } of [moderator, asking]) {
      expect(app.published).toContainEqual({ userId, event: { topics: ["community"] } });
    }
    await app.as(member)(leaveCommunity, { params });
    expect(await listRowsAbout(app.db, [neighbour.communityId])).toEqual(untouched);
  });

  test("who are banned from a public community do not come back by leaving", async ({ app }) => {
    const { banned, params, list } = await setUp(app, "public");

    await app.as(banned)(leaveCommunity, { params });

    expect((await list())["banned"]).toBe("banned member");
    await expect(app.as(banned)(joinCommunity, { params, body: {} })).rejects.toMatchObject({ status: 403 });
  });

  test("join once, and keep their role when they join again", async ({ app }) => {
    const { moderator, asking, params, list } = await setUp(app);
    const before = await list();

    for (const user of [moderator, asking])
      await app.as(user)(joinCommunity, { params, body: { message: "Again" } });

    expect(await list()).toEqual(before);
  });

  test("are changed and removed by those above them", async ({ app }) => {
    const { owner, moderator, member, asking, banned, params, list } = await setUp(app);
    const change = (by: User, on: User, body: object) =>
      app.as(by)(updateMember, { params: { ...params, userId: on.id }, body });
    const remove = (by: User, on: User) => app.as(by)(removeMember, { params: { ...params, userId: on.id } });
    const countNotices = async (user: User) =>
      (await app.as(user)(notificationsContract.listNotifications, { query: {} })).notifications.length;
    const before = await list();

    await expect(change(owner, banned, { role: "owner" })).rejects.toMatchObject({ status: 409 });
    await expect(change(owner, asking, { role: "owner" })).rejects.toMatchObject({ status: 409 });
    await expect(change(moderator, member, { role: "owner" })).rejects.toMatchObject({ status: 409 });
    await expect(change(owner, member, { role: "moderator", state: "banned" })).rejects.toMatchObject({
      status: 400,
    });
    for (const [by, on] of [
      [owner, owner],
      [moderator, owner],
      [moderator, moderator],
      [member, asking],
    ] as const) {
      await expect(remove(by, on)).rejects.toMatchObject({ status: 403 });
    }
    await expect(remove(owner, await app.make.user())).rejects.toMatchObject({ status: 404 });
    await change(owner, member, {});
    expect(await list()).toEqual(before);

    await change(owner, member, { role: "member" });
    expect(await countNotices(member)).toBe(0);
    await change(owner, member, { role: "moderator" });
    expect(await countNotices(member)).toBe(1);
    app.published.splice(0);
    await change(owner, member, { state: "banned" });
    expect(app.published).toContainEqual({ userId: member.id, event: { topics: ["community"] } });
    app.published.splice(0);
    await remove(owner, moderator);
    expect(app.published).toContainEqual({ userId: moderator.id, event: { topics: ["community"] } });
    await change(owner, asking, { state: "active" });
    expect(await countNotices(asking)).toBe(1);

    expect(await list()).toEqual({
      owner: "active owner",
      member: "banned member",
      asking: "active member",
      banned: "banned member",
    });
  });

  test("are changed only while the one who changes them may", async ({ app }) => {
    const { owner, moderator, member, asking, communityId, params, list } = await setUp(app);
    const setRole = (db: Database, { id }: User, role: "member" | "moderator") =>
      db
        .update(communityMembers)
        .set({ role })
        .where(and(eq(communityMembers.communityId, communityId), eq(communityMembers.userId, id)));
    const remove = (by: User) =>
      app
        .as(by)(removeMember, { params: { ...params, userId: asking.id } })
        .catch(({ problem }) => problem.reason);
    for (const by of [moderator, owner]) {
      const removing = await app.db.transaction(async (tx) => {
        await tx.select().from(communities).where(eq(communities.id, communityId)).for("update");
        const removing = remove(by);
        await waitForLock(app.db);
        await setRole(tx, by, by === owner ? "moderator" : "member");
        return { done: removing };
      });
      expect(await removing.done).toMatchObject({ code: "community_changed" });
    }
    expect(await list()).toMatchObject({ owner: "active moderator", asking: "pending member" });
    expect((await app.as(owner)(getCommunity, { params })).pendingCount).toBe(1);
    expect((await app.as(member)(getCommunity, { params })).pendingCount).toBe(0);
  });

  test("are listed by state; those who ask only to moderators", async ({ app }) => {
    const { owner, moderator, member, asking, banned, params } = await setUp(app);
    const find = async (by: User, query: object = {}) =>
      (await app.as(by)(listMembers, { params, query })).members.map(({ person }) => person.username);

    expect((await find(member)).sort()).toEqual(
      [owner, moderator, member].map(({ username }) => username).sort(),
    );
    expect(await find(member, { search: member.username.toUpperCase() })).toEqual([member.username]);
    expect(await find(moderator, { state: "pending" })).toEqual([asking.username]);
    expect(await find(owner, { state: "banned" })).toEqual([banned.username]);
    await expect(find(member, { state: "pending" })).rejects.toMatchObject({ status: 403 });
    const first = await app.as(member)(listMembers, { params, query: { limit: 2 } });
    const second = await app.as(member)(listMembers, {
      params,
      query: { limit: 2, cursor: first.nextCursor ?? "" },
    });
    expect([first.members.length, second.members.length, second.nextCursor]).toEqual([2, 1, null]);
  });
});

test("an invitation admits to its own community, while it is valid and not used up", async ({ app }) => {
  const [first, neighbour] = [await setUp(app), await setUp(app)];
  const invite = async ({ owner, params }: typeof first) =>
    (await app.as(owner)(communityContract.createInvite, { params, body: { maxUses: 1, days: 1 } })).token;
  const join = (user: User, { params }: typeof first, invite: string) =>
    app
      .as(user)(joinCommunity, { params, body: { invite } })
      .then(({ membership }) => membership?.state);
  const [own, other] = [await invite(first), await invite(neighbour)];
  const [one, two] = [await app.make.user(), await app.make.user()];

  expect(await join(one, first, other)).toBe("pending");
  const [lateToken, now] = [await invite(first), app.services.clock()];
  app.setClock(new Date(now.getTime() + 2 * 24 * 3_600_000));
  expect(await join(two, first, lateToken)).toBe("pending");
  expect(await app.as(first.owner)(communityContract.listInvites, { params: first.params })).toEqual([]);
  app.setClock(now);

  const joining = await app.db.transaction(async (tx) => {
    await tx.select().from(communities).where(eq(communities.id, first.communityId)).for("update");
    const joining = Promise.all([one, two].map((user) => join(user, first, own)));
    await waitForLock(app.db, 2);
    return { done: joining };
  });
  expect((await joining.done).sort()).toEqual(["active", "pending"]);
  expect(await join(await app.make.user(), first, own)).toBe("pending");
  expect(await join(await app.make.user(), neighbour, other)).toBe("active");
});

test("someone who is banned or accepted while they join stays so", async ({ app }) => {
  const { owner, moderator, asking, communityId, params, list } = await setUp(app);
  const stranger = await app.make.user();
  const join = (user: User) => app.as(user)(joinCommunity, { params, body: {} });
  const isAbout = (user: User) =>
    and(eq(communityMembers.communityId, communityId), eq(communityMembers.userId, user.id));
  const changeWhileJoining = async (user: User, change: (tx: Database) => Promise<unknown>) => {
    const joining = await app.db.transaction(async (tx) => {
      await tx.select().from(communities).where(eq(communities.id, communityId)).for("update");
      const joining = join(user).catch(() => null);
      await waitForLock(app.db);
      await change(tx);
      return { done: joining };
    });
    await joining.done;
  };

  await changeWhileJoining(asking, (tx) =>
    tx.update(communityMembers).set({ role: "moderator", state: "active" }).where(isAbout(asking)),
  );
  expect((await list())["asking"]).toBe("active moderator");
  await changeWhileJoining(stranger, (tx) =>
    tx
      .insert(communityMembers)
      .values({ communityId, userId: stranger.id, state: "banned", since: new Date() }),
  );
  const [row] = await app.db.select().from(communityMembers).where(isAbout(stranger));
  expect(row?.state).toBe("banned");
  expect(await listNotices(app, owner)).toEqual([]);

  const another = await app.make.user({ firstName: "Amina", lastName: "Hakim" });
  await join(another);
  const { name } = await app.as(another)(getCommunity, { params });
  const request = { type: "community_request", communityId, community: name, name: "Amina H." };
  expect([await listNotices(app, owner), await listNotices(app, moderator)]).toEqual([[request], [request]]);
});

test("a change of a member keeps the rest, and is told with the name of the community", async ({ app }) => {
  const { owner, moderator, member, asking, communityId, params } = await setUp(app);
  const stranger = await app.make.user();
  const change = (by: User, { id: userId }: User, body: object) =>
    app.as(by)(updateMember, { params: { ...params, userId }, body });
  const read = async ({ id }: User) =>
    (
      await app.db
        .select()
        .from(communityMembers)
        .where(and(eq(communityMembers.communityId, communityId), eq(communityMembers.userId, id)))
    )[0];
  const { name: community } = await app.as(member)(getCommunity, { params });
  const mutedUntil = new Date(app.services.clock().getTime() + 3_600_000);

  await expect(change(owner, stranger, { role: "moderator" })).rejects.toMatchObject({ status: 404 });
  await expect(change(owner, member, { role: "moderator", state: "banned" })).rejects.toMatchObject({
    problem: { fields: { role: { code: "check_fields" } } },
  });
  await expect(change(moderator, moderator, { mutedUntil })).rejects.toMatchObject({ status: 403 });
  await expect(change(moderator, owner, { mutedUntil })).rejects.toMatchObject({ status: 403 });
  const before = await read(member);
  await change(moderator, member, { mutedUntil });
  expect(await read(member)).toEqual({ ...before, mutedUntil });
  await change(owner, member, { role: "moderator" });
  expect(await read(member)).toEqual({ ...before, mutedUntil, role: "moderator" });
  await expect(change(moderator, member, { mutedUntil: null })).rejects.toMatchObject({ status: 403 });
  await change(owner, member, { mutedUntil: null, state: "active" });
  expect(await read(member)).toEqual({ ...before, role: "moderator", since: app.services.clock() });
  await change(moderator, asking, { state: "active" });

  expect(await listNotices(app, member)).toEqual([
    { type: "community_role", communityId, community, role: "moderator" },
  ]);
  expect(await listNotices(app, asking)).toEqual([{ type: "community_accepted", communityId, community }]);
});

test("a community is listed unless its owner wants otherwise", async ({ app }) => {
  const communityId = await create(app, await app.make.user(), "request");

  expect(await app.as(null)(getCommunity, { params: { communityId } })).toMatchObject({ isOpen: false });
  const find = async () => {
    const { communities: listed } = await app.as(null)(communityContract.listCommunities, {
      query: { limit: 50 },
    });
    return listed.some(({ id }) => id === communityId);
  };
  expect(await find()).toBe(true);
  const ids: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: { communities: { id: string }[]; nextCursor: string | null } = await app.as(null)(
      communityContract.listCommunities,
      { query: { limit: 2, ...(cursor && { cursor }) } },
    );
    ids.push(...page.communities.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  expect(ids).toHaveLength(await app.db.$count(communities));
  expect(new Set(ids).size).toBe(ids.length);
  await app.db.update(communities).set({ isListed: false }).where(eq(communities.id, communityId));
  expect(await find()).toBe(false);
});

test("a community changes what is given, and leaves others as they were", async ({ app }) => {
  const [first, neighbour, closed] = [await setUp(app), await setUp(app, "public"), await setUp(app)];
  const [genre] = await app.db.insert(genres).values({ name: randomUUID() }).returning();
  const body = { title: "A talk", text: "Text.", clientId: randomUUID() };
  await app.as(neighbour.owner)(discussionsContract.createDiscussion, { params: neighbour.params, body });
  await app.as(closed.owner)(discussionsContract.createDiscussion, {
    params: closed.params,
    body: { ...body, clientId: randomUUID() },
  });
  const others = [neighbour.communityId, closed.communityId];
  const before = await listRowsAbout(app.db, others);
  const update = (body: object) =>
    app.as(first.owner)(communityContract.updateCommunity, { params: first.params, body });
  const getRow = async () =>
    (await app.db.select().from(communities).where(eq(communities.id, first.communityId)))[0];

  await update({ genre: genre?.name });
  await update({ about: "Other." });
  expect(await getRow()).toMatchObject({ genreId: genre?.id, about: "Other.", visibility: "request" });
  const [taken] = await app.db.select().from(communities).where(eq(communities.id, neighbour.communityId));
  await expect(update({ name: taken?.name.toUpperCase() })).rejects.toMatchObject({
    status: 409,
    problem: { fields: { name: { code: "name_taken" } } },
  });
  await update({ visibility: "public", genre: null });
  expect(await getRow()).toMatchObject({ genreId: null, about: "Other.", visibility: "public" });

  expect(await listRowsAbout(app.db, others)).toEqual(before);
});

test("a schedule has one current book, and belongs to one community", async ({ app }) => {
  const [first, neighbour] = [await setUp(app), await setUp(app)];
  const [one, two] = [await app.make.book(), await app.make.book()];
  const save = ({ owner, params }: typeof first, { id: bookId }: typeof one, isCurrent: boolean) =>
    app.as(owner)(communityContract.saveScheduledBook, {
      params: { ...params, bookId },
      body: { startsOn: "2026-03-01", isCurrent },
    });
  const list = async ({ communityId }: typeof first) => {
    const rows = await app.db
      .select()
      .from(communityBooks)
      .where(eq(communityBooks.communityId, communityId));
    return Object.fromEntries(rows.map(({ bookId, isCurrent }) => [bookId, isCurrent]));
  };
  for (const community of [first, neighbour]) {
    await save(community, two, false);
    await save(community, one, true);
  }

  await save(first, two, true);
  expect(await list(first)).toEqual({ [one.id]: false, [two.id]: true });
  await save(first, two, false);
  expect(await list(first)).toEqual({ [one.id]: false, [two.id]: false });
  await app.as(first.owner)(communityContract.deleteScheduledBook, {
    params: { ...first.params, bookId: two.id },
  });
  expect(await list(first)).toEqual({ [one.id]: false });
  expect(await list(neighbour)).toEqual({ [one.id]: true, [two.id]: false });
});

test("a discussion is pinned and locked by moderators, and renamed by its author", async ({ app }) => {
  const { moderator, member, params } = await setUp(app, "public");
  const { id: discussionId } = await app.as(member)(discussionsContract.createDiscussion, {
    params,
    body: { title: "A talk", text: "Text.", clientId: randomUUID() },
  });
  const update = (by: User, body: object) =>
    app.as(by)(discussionsContract.updateDiscussion, { params: { discussionId }, body });
  const getRow = async () =>
    (await app.db.select().from(discussions).where(eq(discussions.id, discussionId)))[0];

  for (const body of [{ isPinned: true }, { isLocked: true }]) {
    await expect(update(member, body)).rejects.toMatchObject({ status: 403 });
  }
  expect(await getRow()).toMatchObject({ isPinned: false, isLocked: false });
  await update(moderator, { isPinned: true });
  await update(moderator, { isLocked: true });
  expect(await getRow()).toMatchObject({ isPinned: true, isLocked: true, title: "A talk" });
  const write = (by: User) => {
    app.setClock(new Date(app.services.clock().getTime() + 1_000));
    return app.as(by)(discussionsContract.createPost, {
      params: { discussionId },
      body: { text: "Text.", clientId: randomUUID() },
    });
  };
  await expect(write(member)).rejects.toMatchObject({ status: 409 });
  expect((await write(moderator)).number).toBe(1);
  await update(moderator, { isLocked: false });
  await update(member, { title: "Another" });
  expect(await getRow()).toMatchObject({ isPinned: true, isLocked: false, title: "Another" });
});

test("the invitations of a community are its own", async ({ app }) => {
  const [first, neighbour] = [await setUp(app), await setUp(app)];
  const create = ({ owner, params }: typeof first) =>
    app.as(owner)(communityContract.createInvite, { params, body: { maxUses: 2, days: 7 } });
  const list = ({ owner, params }: typeof first) => app.as(owner)(communityContract.listInvites, { params });
  for (const community of [first, neighbour]) await create(community);
  const [own] = await list(first);
  const others = await list(neighbour);

  await app
    .as(first.owner)(communityContract.deleteInvite, {
      params: { ...first.params, inviteId: others[0]?.id ?? "" },
    })
    .catch(() => null);
  expect(await list(neighbour)).toEqual(others);
  expect(await list(first)).toEqual([own]);
  await app.as(first.owner)(communityContract.deleteInvite, {
    params: { ...first.params, inviteId: own?.id ?? "" },
  });
  expect(await list(first)).toEqual([]);
  expect(await list(neighbour)).toEqual(others);
});

test("a discussion that is held or removed is seen by its author and moderators only", async ({ app }) => {
  const { owner, moderator, member, communityId, params } = await setUp(app, "public");
  const author = await app.make.user();
  await app.as(author)(joinCommunity, { params, body: {} });
  const { id: discussionId } = await app.as(author)(discussionsContract.createDiscussion, {
    params,
    body: { title: "Held", text: "Text.", clientId: randomUUID() },
  });
  const getStatus = (user: User | null) =>
    app
      .as(user)(discussionsContract.getDiscussion, { params: { discussionId } })
      .then(
        () => 200,
        ({ status }) => status,
      );

  const count = async (user: User | null) =>
    (await app.as(user)(discussionsContract.listDiscussions, { params, query: {} })).discussions.length;

  for (const state of ["held", "removed"] as const) {
    await app.db.update(discussions).set({ state }).where(eq(discussions.communityId, communityId));
    const statuses = await Promise.all([null, member, author, moderator, owner].map(getStatus));
    expect(statuses).toEqual([404, 404, 200, 200, 200]);
    const listed = await Promise.all([null, member, author, moderator].map(count));
    expect(listed).toEqual(state === "held" ? [0, 0, 1, 1] : [0, 0, 0, 0]);
  }
});
