import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import { communityChallengesContract } from "#shared/challenges/community.ts";
import { challengesContract } from "#shared/challenges/contract.ts";
import { challengeUpdatesContract } from "#shared/challenges/updates.ts";
import type { CommunityVisibility } from "#shared/community/community.ts";
import { notificationsContract } from "#shared/notifications/contract.ts";
import { blocks } from "#server/db/schema/accounts/people.ts";
import { communities, communityMembers } from "#server/db/schema/community/communities.ts";
import { challengeUpdates } from "#server/db/schema/reading/challenges.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

const {
  listCommunityChallenges,
  createCommunityChallenge,
  updateCommunityChallenge,
  deleteCommunityChallenge,
} = communityChallengesContract;
const { listUpdates, postUpdate, deleteUpdate } = challengeUpdatesContract;
const { listActive, listMine, getChallenge, join, leave, listParticipants } = challengesContract;

const fields = {
  title: "One book together",
  description: "",
  goal: 1,
  goalType: "books" as const,
  startsOn: "2026-02-01",
  endsOn: "2026-12-31",
  genre: null,
  bookIds: [],
};

async function setUp(app: TestApp, visibility: CommunityVisibility) {
  const [owner, member, stranger] = [await app.make.user(), await app.make.user(), await app.make.user()];
  const name = `Circle ${owner.id}`;
  const [made] = await app.db
    .insert(communities)
    .values({ name, normalizedName: name, visibility, createdAt: new Date() })
    .returning();
  if (!made) throw new Error("no community");
  const since = new Date();
  await app.db.insert(communityMembers).values([
    { communityId: made.id, userId: owner.id, role: "owner", state: "active", since },
    { communityId: made.id, userId: member.id, role: "member", state: "active", since },
  ]);
  return { owner, member, stranger, communityId: made.id };
}

const listTitles = (challenges: readonly { title: string }[]) => challenges.map(({ title }) => title);

describe("challenges of a community", () => {
  test("are created by its moderators, joined by members, and announced to them", async ({ app }) => {
    const { owner, member, stranger, communityId } = await setUp(app, "public");
    const params = { communityId };
    for (const other of [member, stranger]) {
      await expect(app.as(other)(createCommunityChallenge, { params, body: fields })).rejects.toMatchObject({
        status: 403,
      });
    }
    const { id: challengeId } = await app.as(owner)(createCommunityChallenge, { params, body: fields });
    await expect(app.as(owner)(createCommunityChallenge, { params, body: fields })).rejects.toMatchObject({
      status: 409,
    });
    await app.as(member)(join, { params: { challengeId } });
    await expect(app.as(stranger)(join, { params: { challengeId } })).rejects.toMatchObject({ status: 403 });
    expect(listTitles(await app.as(null)(listCommunityChallenges, { params }))).toEqual([fields.title]);
    expect(listTitles(await app.as(member)(listActive, {}))).not.toContain(fields.title);
    await app.runJobs();
    const { notifications } = await app.as(member)(notificationsContract.listNotifications, { query: {} });
    expect(notifications.map(({ actionUrl }) => actionUrl)).toContain(`/challenges/${challengeId}`);

    const ofChallenge = { params: { communityId, challengeId } };
    await expect(
      app.as(owner)(updateCommunityChallenge, { ...ofChallenge, body: { ...fields, goal: 2 } }),
    ).rejects.toMatchObject({ status: 409 });
    await expect(app.as(member)(deleteCommunityChallenge, ofChallenge)).rejects.toMatchObject({
      status: 403,
    });
    await app.as(owner)(deleteCommunityChallenge, ofChallenge);
    expect(await app.as(owner)(listCommunityChallenges, { params })).toEqual([]);
  });

  test("of a closed community are visible to its members only, also after they left", async ({ app }) => {
    const { owner, member, stranger, communityId } = await setUp(app, "request");
    const { id: challengeId } = await app.as(owner)(createCommunityChallenge, {
      params: { communityId },
      body: fields,
    });
    const params = { challengeId };
    await app.as(member)(join, { params });
    const staff = await app.make.user({ isEmployee: true });
    const others: (User | null)[] = [stranger, staff, null];
    for (const other of others) {
      for (const operation of [getChallenge, join, leave, listParticipants]) {
        const status = other === null && operation !== getChallenge ? 401 : 404;
        await expect(app.as(other)(operation, { params })).rejects.toMatchObject({ status });
      }
      await expect(app.as(other)(listCommunityChallenges, { params: { communityId } })).rejects.toMatchObject(
        { status: 404 },
      );
    }
    expect(await app.as(member)(listMine, {})).toHaveLength(1);
    await app.db.delete(communityMembers).where(eq(communityMembers.userId, member.id));
    expect(await app.as(member)(listMine, {})).toEqual([]);
    await expect(app.as(member)(getChallenge, { params })).rejects.toMatchObject({ status: 404 });
  });
});

describe("updates of a challenge", () => {
  test("are posted by its managers, reach participants, and vanish with their notifications", async ({
    app,
  }) => {
    const { owner, member, stranger, communityId } = await setUp(app, "public");
    const { id: challengeId } = await app.as(owner)(createCommunityChallenge, {
      params: { communityId },
      body: fields,
    });
    const params = { challengeId };
    await app.as(member)(join, { params });
    await app.as(owner)(join, { params });
    const [left, blocking] = [await app.make.user(), await app.make.user()];
    for (const { id: userId } of [left, blocking]) {
      await app.db
        .insert(communityMembers)
        .values({ communityId, userId, role: "member", state: "active", since: new Date() });
    }
    for (const participant of [left, blocking]) await app.as(participant)(join, { params });
    await app.db.delete(communityMembers).where(eq(communityMembers.userId, left.id));
    await app.db.insert(blocks).values({ userId: blocking.id, blockedId: owner.id, createdAt: new Date() });
    for (const other of [member, stranger]) {
      await expect(app.as(other)(postUpdate, { params, body: { text: "Hello" } })).rejects.toMatchObject({
        status: 403,
      });
    }
    const update = await app.as(owner)(postUpdate, { params, body: { text: " Half way! " } });
    await expect(app.as(owner)(postUpdate, { params, body: { text: "Again" } })).rejects.toMatchObject({
      status: 409,
      problem: { reason: { code: "challenge_update_too_soon" } },
    });
    expect(await app.as(null)(listUpdates, { params })).toMatchObject({
      updates: [{ text: "Half way!" }],
      canPost: false,
    });
    await app.runJobs();
    const listMessages = async (user: User) => {
      const { notifications } = await app.as(user)(notificationsContract.listNotifications, { query: {} });
      return notifications.flatMap(({ type, message }) => (type === "challenge_news" ? [message] : []));
    };
    expect(await listMessages(member)).toEqual(["Half way!"]);
    for (const other of [owner, stranger, left, blocking]) expect(await listMessages(other)).toEqual([]);

    const employee = await app.make.user({ isEmployee: true });
    await app.db.update(challengeUpdates).set({ createdAt: new Date("2020-01-01") });
    const text = "x".repeat(201);
    const second = await app.as(employee)(postUpdate, { params, body: { text } });
    await app.runJobs();
    expect((await listMessages(member)).sort()).toEqual(["Half way!", `${"x".repeat(200)}…`]);
    await app.as(employee)(deleteUpdate, { params: { challengeId, updateId: second.id } });
    expect(await listMessages(member)).toEqual(["Half way!"]);

    const ofUpdate = { params: { challengeId, updateId: update.id } };
    await expect(app.as(member)(deleteUpdate, ofUpdate)).rejects.toMatchObject({ status: 403 });
    await app.as(owner)(deleteUpdate, ofUpdate);
    await expect(app.as(owner)(deleteUpdate, ofUpdate)).rejects.toMatchObject({ status: 404 });
    expect(await listMessages(member)).toEqual([]);
    expect(await app.as(owner)(listUpdates, { params })).toEqual({ updates: [], canPost: true });
  });

  test("of a closed community are hidden from others", async ({ app }) => {
    const { owner, stranger, communityId } = await setUp(app, "request");
    const { id: challengeId } = await app.as(owner)(createCommunityChallenge, {
      params: { communityId },
      body: fields,
    });
    for (const other of [stranger, null]) {
      await expect(app.as(other)(listUpdates, { params: { challengeId } })).rejects.toMatchObject({
        status: 404,
      });
    }
  });
});
