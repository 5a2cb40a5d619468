import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect } from "vitest";
import type { Preferences } from "#shared/accounts/session-contract.ts";
import type { User } from "#shared/accounts/user.ts";
import { notificationsContract } from "#shared/notifications/contract.ts";
import { peopleContract } from "#shared/people/contract.ts";
import { emails, users } from "#server/db/schema/accounts/accounts.ts";
import { blocks, friendships, mutes, userFollows } from "#server/db/schema/accounts/people.ts";
import { notifications } from "#server/db/schema/system/notifications.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import { getMessageRights, notifyFrom } from "./service.ts";

const { requestFriend, removeFriend, getRelation, updateRelation, listRelated, searchPeople } =
  peopleContract;

const ask = (app: TestApp, by: User, to: User) => app.as(by)(requestFriend, { params: { userId: to.id } });
const end = (app: TestApp, by: User, to: User) => app.as(by)(removeFriend, { params: { userId: to.id } });

const listFriendships = async (app: TestApp) =>
  (await app.db.select().from(friendships)).map(({ userId, friendId, state }) => [userId, friendId, state]);

const listNotices = async (app: TestApp) =>
  (await app.db.select().from(notifications))
    .filter(({ type }) => type === "friend_request")
    .map(({ userId, key }) => `${userId} ${key}`)
    .sort();

/** A request between two other people, which nothing may change. */
async function createNeighbours(app: TestApp) {
  const [omar, zaynab] = [await app.make.user(), await app.make.user()];
  await ask(app, omar, zaynab);
  return {
    friendship: [omar.id, zaynab.id, "requested"],
    notice: `${zaynab.id} friend:${omar.id}:requested`,
  };
}

test("friend requests that cross make friends", async ({ app }) => {
  const { friendship } = await createNeighbours(app);
  const pairs = await Promise.all(
    [1, 2, 3, 4].map(async () => [await app.make.user(), await app.make.user()] as const),
  );
  await Promise.all(pairs.flatMap(([a, b]) => [ask(app, a, b), ask(app, b, a)]));
  for (const [a, b] of pairs) {
    for (const [by, on] of [
      [a, b],
      [b, a],
    ] as const) {
      expect(await app.as(by)(getRelation, { params: { userId: on.id } })).toMatchObject({
        friend: "friends",
      });
    }
  }
  const stored = await listFriendships(app);
  expect(stored).toHaveLength(1 + pairs.length);
  expect(stored).toContainEqual(friendship);
});

test("a withdrawn or declined friend request leaves no notice, and a new one notifies again", async ({
  app,
}) => {
  const { notice } = await createNeighbours(app);
  const before = await listNotices(app);
  const [amina, yusuf] = [await app.make.user(), await app.make.user()];
  const requested = `${yusuf.id} friend:${amina.id}:requested`;
  expect(before).toContain(notice);

  await ask(app, amina, yusuf);
  expect(await listNotices(app)).toEqual([...before, requested].sort());
  await end(app, amina, yusuf);
  expect(await listNotices(app)).toEqual(before);
  await ask(app, amina, yusuf);
  expect(await listNotices(app)).toEqual([...before, requested].sort());
  await end(app, yusuf, amina);
  expect(await listNotices(app)).toEqual(before);
});

test("a request that is repeated sends one email a day", async ({ app }) => {
  const [amina, yusuf, omar] = [await app.make.user(), await app.make.user(), await app.make.user()];
  const repeat = async (by: User, to: User) => {
    await ask(app, by, to);
    await app.runJobs();
    await end(app, by, to);
  };
  const countEmails = (to: User) => app.db.$count(emails, eq(emails.to, to.email));
  await app.as(yusuf)(notificationsContract.updateSetting, { body: { type: "friend_request", email: true } });

  for (const _time of [1, 2, 3]) await repeat(amina, yusuf);
  expect(await countEmails(yusuf)).toBe(1);
  await repeat(omar, yusuf);
  expect(await countEmails(yusuf)).toBe(2);
  app.setClock(new Date(app.services.clock().getTime() + 24 * 3_600_000));
  await repeat(amina, yusuf);
  expect(await countEmails(yusuf)).toBe(3);
});

test("a request, a block and a decline change only the two people", async ({ app }) => {
  const [amina, yusuf] = [await app.make.user(), await app.make.user()];
  const others = [await app.make.user(), await app.make.user()];
  const before = await listFriendships(app);
  for (const other of others) {
    await ask(app, other, amina);
    await ask(app, amina, other);
    await ask(app, other, yusuf);
  }
  const neighbours = await listFriendships(app);
  expect(neighbours).toHaveLength(before.length + 4);
  for (const { id } of others) {
    expect(neighbours).toContainEqual([id, amina.id, "accepted"]);
    expect(neighbours).toContainEqual([id, yusuf.id, "requested"]);
  }

  await ask(app, amina, yusuf);
  await end(app, yusuf, amina);
  expect(await listFriendships(app)).toEqual([...neighbours, [amina.id, yusuf.id, "declined"]]);
  await app.as(amina)(updateRelation, { params: { userId: yusuf.id }, body: { isBlocked: true } });
  expect(await listFriendships(app)).toEqual(neighbours);
  await expect(ask(app, yusuf, amina)).rejects.toMatchObject({ status: 404 });
  expect((await ask(app, amina, yusuf)).friend).toBe("none");
  expect(await listFriendships(app)).toEqual(neighbours);
});

test("a friendship that ends leaves the other ones, and a declined request stays", async ({ app }) => {
  const amina = await app.make.user();
  const [asking, asked, otherAsking, otherAsked, declining] = await Promise.all(
    Array.from({ length: 5 }, () => app.make.user()),
  );
  if (!asking || !asked || !otherAsking || !otherAsked || !declining) expect.fail();
  for (const friend of [asking, otherAsking]) await ask(app, friend, amina);
  for (const person of [asking, asked, otherAsking, otherAsked, declining]) await ask(app, amina, person);
  for (const friend of [asked, otherAsked]) await ask(app, friend, amina);
  await end(app, declining, amina);
  const all = await listFriendships(app);
  expect(all).toContainEqual([amina.id, declining.id, "declined"]);

  await end(app, amina, declining);
  expect(await listFriendships(app)).toEqual(all);
  await end(app, amina, asked);
  await end(app, amina, asking);
  expect(await listFriendships(app)).toEqual(
    all.filter((row) => !row.includes(asked.id) && !row.includes(asking.id)),
  );
});

test("following, muting and blocking change one relation of one reader", async ({ app }) => {
  const people = [await app.make.user(), await app.make.user(), await app.make.user()] as const;
  const [amina, yusuf, zaynab] = people;
  const names = new Map(people.map(({ id }, n) => [id, "ayz"[n]]));
  const set = (by: User, on: User, body: object) =>
    app.as(by)(updateRelation, { params: { userId: on.id }, body });
  const listRows = async () =>
    [
      ...(await app.db.select().from(userFollows)).map(
        (row) => ["follows", row.userId, row.followedId] as const,
      ),
      ...(await app.db.select().from(mutes)).map((row) => ["mutes", row.userId, row.mutedId] as const),
      ...(await app.db.select().from(blocks)).map((row) => ["blocks", row.userId, row.blockedId] as const),
    ]
      .filter(([, by, on]) => names.has(by) && names.has(on))
      .map(([kind, by, on]) => `${kind} ${names.get(by)}${names.get(on)}`)
      .sort();
  const pairs = people.flatMap((by) => people.filter((on) => on !== by).map((on) => [by, on] as const));
  for (const [by, on] of pairs) await set(by, on, { isFollowing: true, isMuted: true });
  const all = await listRows();
  expect(all).toHaveLength(12);
  const getAllBut = (...ended: string[]) => all.filter((row) => !ended.includes(row));

  app.published.splice(0);
  await set(amina, yusuf, { isFollowing: false });
  expect(await listRows()).toEqual(getAllBut("follows ay"));
  await set(amina, yusuf, { isMuted: false });
  expect(await listRows()).toEqual(getAllBut("follows ay", "mutes ay"));
  const listTold = () => app.published.splice(0).filter(({ event }) => event.topics.includes("person"));
  expect(listTold().filter(({ userId }) => userId !== amina.id)).toEqual([]);
  await set(amina, yusuf, { isBlocked: true });
  expect(listTold()).toContainEqual({ userId: yusuf.id, event: { topics: ["person"] } });
  await expect(set(amina, amina, { isMuted: true })).rejects.toMatchObject({ status: 404 });
  await set(amina, yusuf, { isFollowing: true });
  await set(zaynab, yusuf, { isBlocked: true });
  const ended = ["follows ay", "follows ya", "mutes ay", "follows yz", "follows zy"];
  expect(await listRows()).toEqual(["blocks ay", "blocks zy", ...getAllBut(...ended)]);
  await set(amina, yusuf, { isBlocked: false });
  expect(await listRows()).toEqual(["blocks zy", ...getAllBut(...ended)]);
  for (const on of [yusuf, zaynab]) await set(amina, on, { isBlocked: true });
  await set(amina, zaynab, { isBlocked: false });
  expect((await listRows()).filter((row) => row.startsWith("blocks"))).toEqual(["blocks ay", "blocks zy"]);
});

test("each list of people has those of its reader", async ({ app }) => {
  const amina = await app.make.user();
  const [friend, asking, asked, declining, followed, blocked, muted, other] = await Promise.all(
    Array.from({ length: 8 }, () => app.make.user()),
  );
  if (!friend || !asking || !asked || !declining || !followed || !blocked || !muted || !other) expect.fail();
  const accepting = await app.make.user();
  const set = (by: User, on: User, body: object) =>
    app.as(by)(updateRelation, { params: { userId: on.id }, body });
  for (const user of [friend, asking]) await ask(app, user, amina);
  await ask(app, amina, friend);
  for (const user of [asked, declining]) await ask(app, amina, user);
  await end(app, declining, amina);
  for (const [by, to] of [
    [amina, accepting],
    [accepting, amina],
    [asked, declining],
    [declining, asked],
  ] as const) {
    await ask(app, by, to);
  }
  await set(amina, followed, { isFollowing: true });
  await set(amina, blocked, { isBlocked: true });
  await set(amina, muted, { isMuted: true });
  for (const body of [{ isFollowing: true }, { isMuted: true }]) await set(other, amina, body);
  await set(other, muted, { isBlocked: true });
  await ask(app, other, asking);

  const list = async (
    kind: "friends" | "requests" | "sent" | "following" | "blocked" | "muted",
    by = amina,
  ) => (await app.as(by)(listRelated, { params: { kind } })).map(({ username }) => username).sort();
  const getNames = (...listed: User[]) => listed.map(({ username }) => username).sort();
  expect(await list("friends")).toEqual(getNames(friend, accepting));
  expect(await list("friends", friend)).toEqual(getNames(amina));
  expect(await list("requests")).toEqual(getNames(asking));
  expect(await list("sent")).toEqual(getNames(asked, declining));
  expect(await list("following")).toEqual(getNames(followed));
  expect(await list("blocked")).toEqual(getNames(blocked));
  expect(await list("muted")).toEqual(getNames(muted));
});

test("people are found by words of their names, as they allow", async ({ app }) => {
  const word = `q${randomUUID().replaceAll("-", "").slice(0, 12)}`;
  const create = (firstName: string, preferences: Preferences = {}) =>
    app.make.user({ firstName, lastName: "Said" }).then(async (user) => {
      await app.db.update(users).set({ preferences }).where(eq(users.id, user.id));
      return user;
    });
  const amina = await create(`${word} Amina`);
  const [first, second, friend, hidden, blocking, blocked, leaving] = [
    await create(word.toUpperCase()),
    await create(`Umm ${word}`),
    await create(word, { findableBy: "friends" }),
    await create(word, { findableBy: "nobody" }),
    await create(word),
    await create(word),
    await create(word),
  ];
  await create(word, { findableBy: "friends" });
  await create(`x${word}`);
  await ask(app, amina, friend);
  await ask(app, friend, amina);
  const block = { isBlocked: true };
  await app.as(blocking)(updateRelation, { params: { userId: amina.id }, body: block });
  await app.as(amina)(updateRelation, { params: { userId: blocked.id }, body: block });
  await app.db.update(users).set({ deletionRequestedAt: new Date() }).where(eq(users.id, leaving.id));
  const [suspended, readmitted] = [await create(word), await create(word)];
  const now = app.services.clock();
  const setSuspension = ({ id }: User, suspendedUntil: Date) =>
    app.db.update(users).set({ suspendedUntil }).where(eq(users.id, id));
  await setSuspension(suspended, new Date(now.getTime() + 1));
  await setSuspension(readmitted, now);
  const search = async (text: string, limit = 8) =>
    (await app.as(amina)(searchPeople, { query: { search: text, limit } })).map(({ username }) => username);

  const found = [first, second, friend, readmitted].map(({ username }) => username).sort();
  for (const { id } of [suspended, leaving]) {
    await expect(app.as(amina)(getRelation, { params: { userId: id } })).rejects.toMatchObject({
      status: 404,
    });
  }
  expect(await search(word)).toEqual(found);
  expect(await search(word, 2)).toEqual(found.slice(0, 2));
  expect(await search(`@${first.username.slice(0, -1)}`)).toEqual([first.username]);
  expect(await search("@")).toEqual([]);
  expect(await search(hidden.username)).toEqual([]);
});

test.for([
  ["everyone", "request", "allowed", "allowed"],
  ["followed", "refused", "allowed", "allowed"],
  ["friends", "refused", "refused", "allowed"],
  ["nobody", "refused", "refused", "refused"],
] as const)(
  "who accepts messages from %s is written to by strangers, people they follow and friends: %s, %s, %s",
  async ([messagesFrom, ...expected], { app }) => {
    const [reader, stranger, followed, friend, blocked] = await Promise.all(
      Array.from({ length: 5 }, () => app.make.user()),
    );
    if (!reader || !stranger || !followed || !friend || !blocked) expect.fail();
    await app.db.update(users).set({ preferences: { messagesFrom } }).where(eq(users.id, reader.id));
    await app.as(reader)(updateRelation, { params: { userId: followed.id }, body: { isFollowing: true } });
    await ask(app, reader, friend);
    await ask(app, friend, reader);
    await app.as(reader)(updateRelation, { params: { userId: blocked.id }, body: { isBlocked: true } });
    const getRights = (by: User, to: User) => getMessageRights(app.services, by.id, to.id);

    const found = await Promise.all([stranger, followed, friend].map((user) => getRights(user, reader)));
    expect(found).toEqual(expected);
    expect([await getRights(blocked, reader), await getRights(reader, blocked)]).toEqual([
      "refused",
      "refused",
    ]);
  },
);

test("what somebody does notifies neither them nor those who muted or blocked them", async ({ app }) => {
  const [actor, listener, muting, blocking, blocked, muted] = await Promise.all(
    Array.from({ length: 6 }, () => app.make.user()),
  );
  if (!actor || !listener || !muting || !blocking || !blocked || !muted) expect.fail();
  const set = (by: User, on: User, body: object) =>
    app.as(by)(updateRelation, { params: { userId: on.id }, body });
  await set(muting, actor, { isMuted: true });
  await set(blocking, actor, { isBlocked: true });
  await set(actor, blocked, { isBlocked: true });
  await set(actor, muted, { isMuted: true });
  const all = [actor, listener, muting, blocking, blocked, muted].map(({ id }) => id);
  const key = randomUUID();

  await notifyFrom(app.services, actor.id, all, { type: "friend_accepted", params: { name: "A" }, key });
  await notifyFrom(app.services, actor.id, [], { type: "friend_accepted", params: { name: "A" }, key });

  const notified = await app.db.select().from(notifications).where(eq(notifications.key, key));
  expect(notified.map(({ userId }) => userId).sort()).toEqual([listener.id, muted.id].sort());
});
