import { eq } from "drizzle-orm";
import { expect } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import { notificationsContract } from "#shared/notifications/contract.ts";
import { peopleContract } from "#shared/people/contract.ts";
import { emails } from "#server/db/schema/accounts/accounts.ts";
import { friendships } from "#server/db/schema/accounts/people.ts";
import { notifications } from "#server/db/schema/system/notifications.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

const { requestFriend, removeFriend, getRelation, updateRelation } = peopleContract;

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

  await ask(app, amina, yusuf);
  await end(app, yusuf, amina);
  expect(await listFriendships(app)).toEqual([...neighbours, [amina.id, yusuf.id, "declined"]]);
  await app.as(amina)(updateRelation, { params: { userId: yusuf.id }, body: { isBlocked: true } });
  expect(await listFriendships(app)).toEqual(neighbours);
  await expect(ask(app, yusuf, amina)).rejects.toMatchObject({ status: 404 });
  expect((await ask(app, amina, yusuf)).friend).toBe("none");
  expect(await listFriendships(app)).toEqual(neighbours);
});
