import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import { messagesContract } from "#shared/messages/contract.ts";
import { type ConversationId, maxGroupSize } from "#shared/messages/message.ts";
import { notificationsContract } from "#shared/notifications/contract.ts";
import { peopleContract } from "#shared/people/contract.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { conversationMembers, conversations, messages } from "#server/db/schema/community/messages.ts";
import { test } from "#server/testing/test.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import { getNextState, requireTextForRequests } from "./sending.ts";

const { startConversation, sendPrivateMessage, listPrivateMessages, getConversation } = messagesContract;

const start = async (app: TestApp, from: User, to: readonly User[], title = "") =>
  (
    await app.as(from)(startConversation, {
      body: {
        userIds: to.map(({ id }) => id),
        text: "Salam",
        clientId: randomUUID(),
        ...(title && { title }),
      },
    })
  ).conversationId;

const send = (app: TestApp, from: User, conversationId: ConversationId, text: string, more: object = {}) =>
  app.as(from)(sendPrivateMessage, {
    params: { conversationId },
    body: { text, clientId: randomUUID(), ...more },
  });

const listNumbers = async (app: TestApp, by: User, conversationId: ConversationId, query: object = {}) => {
  const found = await app.as(by)(listPrivateMessages, { params: { conversationId }, query });
  return [found.messages.map(({ number }) => number), found.hasEarlier];
};

const createUsers = (app: TestApp, count: number) =>
  Promise.all(Array.from({ length: count }, () => app.make.user())) as Promise<
    [User, User, User, User, User]
  >;

/** The published events since the last call, by the name of their user. */
function createEventLog(app: TestApp, named: Record<string, User>) {
  app.published.splice(0);
  return () =>
    app.published
      .splice(0)
      .map(({ userId, event }) => [Object.keys(named).find((name) => named[name]?.id === userId), event])
      .sort();
}

describe("a group", () => {
  test("tells its members and those it asked of changes, and nobody else", async ({ app }) => {
    const [amina, yusuf, zaynab, omar] = await createUsers(app, 4);
    const conversationId = await start(app, amina, [yusuf, zaynab, omar], "Halaqa");
    const params = { conversationId };
    for (const user of [yusuf, zaynab]) await app.as(user)(messagesContract.acceptRequest, { params });
    await app.as(zaynab)(messagesContract.leaveConversation, { params });
    const listEvents = createEventLog(app, { amina, yusuf, zaynab, omar });

    await app.as(amina)(messagesContract.renameConversation, { params, body: { title: "Evening" } });
    const topics = ["conversation", "message"];
    expect(listEvents().filter(([name]) => name !== "amina")).toEqual([
      ["omar", { topics }],
      ["yusuf", { topics }],
    ]);

    const { number } = await send(app, amina, conversationId, "Now?");
    const event = { topics: [], message: { conversationId, number } };
    expect(listEvents()).toEqual([
      ["amina", event],
      ["omar", event],
      ["yusuf", event],
    ]);

    await app.as(yusuf)(messagesContract.showTyping, { params });
    expect(listEvents()).toEqual([["amina", { topics: [], typingIn: conversationId }]]);
    await app.as(omar)(messagesContract.showTyping, { params });
    expect(listEvents()).toEqual([]);
  });

  test("is renamed only by members with a verified email", async ({ app }) => {
    const [amina, yusuf, zaynab] = await createUsers(app, 3);
    const conversationId = await start(app, amina, [yusuf, zaynab], "Halaqa");
    await app.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, amina.id));
    const rename = app.as(amina)(messagesContract.renameConversation, {
      params: { conversationId },
      body: { title: "Evening" },
    });
    await expect(rename).rejects.toMatchObject({ problem: { code: "email_unverified" } });
  });

  test("readmits those who left from then on, and nobody who declined", async ({ app }) => {
    const [amina, yusuf, zaynab, omar] = await createUsers(app, 4);
    const conversationId = await start(app, amina, [yusuf, zaynab, omar], "Halaqa");
    const params = { conversationId };
    for (const user of [yusuf, zaynab]) await app.as(user)(messagesContract.acceptRequest, { params });
    for (const user of [zaynab, omar]) await app.as(user)(messagesContract.leaveConversation, { params });
    await send(app, amina, conversationId, "While they were away");
    const userIds = [yusuf.id, zaynab.id, omar.id, amina.id];

    const [friend] = await createUsers(app, 1);
    for (const [by, on] of [
      [amina, friend],
      [friend, amina],
    ] as const) {
      await app.as(by)(peopleContract.requestFriend, { params: { userId: on.id } });
    }

    await app.as(amina)(messagesContract.addConversationMembers, {
      params,
      body: { userIds: [...userIds, friend.id] },
    });

    expect(await app.as(friend)(getConversation, { params })).toMatchObject({
      state: "active",
      unreadCount: 0,
    });

    expect(await app.as(zaynab)(getConversation, { params })).toMatchObject({
      state: "request",
      unreadCount: 0,
    });
    await app.as(zaynab)(messagesContract.acceptRequest, { params });
    await send(app, amina, conversationId, "Welcome back");
    expect(await listNumbers(app, zaynab, conversationId)).toEqual([[3], false]);
    expect(await listNumbers(app, yusuf, conversationId)).toEqual([[1, 2, 3], false]);
    await expect(app.as(omar)(getConversation, { params })).rejects.toMatchObject({ status: 404 });
  });

  test(`has ${maxGroupSize} members at most, without those who left`, async ({ app }) => {
    const [amina, yusuf, zaynab, omar] = await createUsers(app, 4);
    const conversationId = await start(app, amina, [yusuf], "Halaqa");
    const rows = Array.from({ length: maxGroupSize - 2 }, (_, n) => ({
      firstName: "M",
      lastName: "",
      username: `m${n}-${randomUUID().slice(0, 8)}`,
      email: `${randomUUID()}@example.org`,
    }));
    const added = await app.db.insert(users).values(rows).returning({ id: users.id });
    await app.db.insert(conversationMembers).values(
      added.map(({ id: userId }, n) => ({
        conversationId,
        userId,
        state: n === 0 ? ("left" as const) : ("active" as const),
        joinedAt: new Date(),
      })),
    );
    const add = (userIds: User["id"][]) =>
      app.as(amina)(messagesContract.addConversationMembers, {
        params: { conversationId },
        body: { userIds },
      });

    await expect(add([zaynab.id, omar.id])).rejects.toMatchObject({ status: 409 });
    await add([zaynab.id, yusuf.id]);
    await expect(add([omar.id])).rejects.toMatchObject({ status: 409 });
  });
});

describe("a conversation", () => {
  test("is read page by page in both directions", async ({ app }) => {
    const [amina, yusuf] = await createUsers(app, 2);
    const id = await start(app, amina, [yusuf]);
    const other = await start(app, amina, [yusuf], "Another one");
    for (const text of ["2", "3", "4", "5"]) await send(app, amina, id, text);
    await send(app, amina, other, "2");

    expect(await listNumbers(app, amina, id, { limit: 2 })).toEqual([[4, 5], true]);
    expect(await listNumbers(app, amina, id, { limit: 2, before: 4 })).toEqual([[2, 3], true]);
    expect(await listNumbers(app, amina, id, { limit: 2, before: 3 })).toEqual([[1, 2], false]);
    expect(await listNumbers(app, amina, id, { limit: 2, after: 0 })).toEqual([[1, 2], false]);
    expect(await listNumbers(app, amina, id, { after: 3 })).toEqual([[4, 5], true]);
  });

  test("has replies to its own messages only, and reactions that are taken back", async ({ app }) => {
    const [amina, yusuf] = await createUsers(app, 2);
    const id = await start(app, amina, [yusuf]);
    await app.as(yusuf)(messagesContract.acceptRequest, { params: { conversationId: id } });
    const elsewhere = await send(app, amina, await start(app, amina, [yusuf], "Another one"), "Here");
    const { id: messageId } = await send(app, amina, id, "There");

    await expect(send(app, amina, id, "?", { replyToId: elsewhere.id })).rejects.toMatchObject({
      status: 404,
    });
    const react = (by: User, emoji: "❤️" | "👍" | null, to = messageId) =>
      app.as(by)(messagesContract.reactToMessage, { params: { messageId: to }, body: { emoji } });
    const { id: nextId } = await send(app, amina, id, "And here");
    await react(yusuf, "👍", nextId);
    await react(amina, "👍");
    await react(yusuf, "👍");
    expect((await react(yusuf, "❤️")).reactions).toEqual([
      { emoji: "❤️", count: 1, isMine: true },
      { emoji: "👍", count: 1, isMine: false },
    ]);
    expect((await react(yusuf, null)).reactions).toEqual([{ emoji: "👍", count: 1, isMine: false }]);
    expect((await react(amina, "❤️", nextId)).reactions).toContainEqual({
      emoji: "👍",
      count: 1,
      isMine: false,
    });
  });

  test("of two tells both when it is accepted by an answer, and when it is taken up again", async ({
    app,
  }) => {
    const [amina, yusuf] = await createUsers(app, 2);
    const conversationId = await start(app, amina, [yusuf]);
    const listEvents = createEventLog(app, { amina, yusuf });
    const getState = async () =>
      (await app.as(amina)(getConversation, { params: { conversationId } })).isAccepted;
    const topics = ["conversation", "message"];
    const changed = ["amina", "yusuf"].map((name) => [name, { topics }]);
    const listChanges = () =>
      listEvents().filter(([, event]) => (event as { topics: string[] }).topics.includes("message"));

    expect(await getState()).toBe(false);
    await send(app, yusuf, conversationId, "Wa alaykum");
    expect(await getState()).toBe(true);
    expect(listChanges()).toEqual(changed);
    await send(app, amina, conversationId, "https://example.org");
    expect(listChanges()).toEqual([]);
    await app.as(yusuf)(messagesContract.leaveConversation, { params: { conversationId } });
    listEvents();
    await send(app, amina, conversationId, "Are you there?");
    expect(listChanges()).toEqual(changed);
    expect(await app.as(yusuf)(getConversation, { params: { conversationId } })).toMatchObject({
      state: "request",
    });
  });

  test("that was asked for is hidden after a block", async ({ app }) => {
    const [amina, yusuf, zaynab] = await createUsers(app, 3);
    for (const from of [amina, zaynab]) await start(app, from, [yusuf]);
    const list = async () => {
      const query = { folder: "requests" as const };
      const { conversations: listed, requestCount } = await app.as(yusuf)(
        messagesContract.listConversations,
        { query },
      );
      return [listed.length, requestCount];
    };

    expect(await list()).toEqual([2, 2]);
    await app.as(amina)(peopleContract.updateRelation, {
      params: { userId: yusuf.id },
      body: { isBlocked: true },
    });
    expect(await list()).toEqual([1, 1]);
  });

  test("that a member muted notifies them when the time is over", async ({ app }) => {
    const [amina, yusuf, zaynab] = await createUsers(app, 3);
    const conversationId = await start(app, amina, [yusuf, zaynab], "Halaqa");
    const params = { conversationId };
    for (const user of [yusuf, zaynab]) await app.as(user)(messagesContract.acceptRequest, { params });
    await app.runJobs();
    for (const user of [yusuf, zaynab]) {
      await app.as(user)(messagesContract.markConversation, { params, body: { read: 1 } });
    }
    const now = app.services.clock();
    const mutedUntil = new Date(now.getTime() + 60_000);
    await app.as(yusuf)(messagesContract.muteConversation, { params, body: { mutedUntil } });
    const countMessages = async (user: User) => {
      const { notifications } = await app.as(user)(notificationsContract.listNotifications, { query: {} });
      return notifications.filter(({ type, isRead }) => type === "message" && !isRead).length;
    };

    await send(app, amina, conversationId, "Muted");
    await app.runJobs();
    expect([await countMessages(yusuf), await countMessages(zaynab)]).toEqual([0, 1]);
    app.setClock(mutedUntil);
    await send(app, amina, conversationId, "Heard");
    await app.runJobs();
    expect(await countMessages(yusuf)).toBe(1);
    app.setClock(now);
  });

  test("is started by verified accounts, and three times a day by new ones", async () => {
    const app = await startTestApp({ rateLimitFactor: 1 });
    try {
      const [amina, neighbour, ...others] = await createUsers(app, 7);
      const unverified = await app.make.user({ emailVerified: false });
      const now = app.services.clock();
      const day = 24 * 3_600_000;
      const setAge = (ms: number) =>
        app.db
          .update(users)
          .set({ createdAt: new Date(now.getTime() - ms) })
          .where(eq(users.id, amina.id));
      await setAge(day - 1);
      await send(app, amina, await start(app, neighbour, [amina]), "Wa aleikum");
      for (const other of others.slice(0, 2)) await start(app, amina, [other]);
      const first = await start(app, amina, others.slice(0, 2), "Group");

      await expect(start(app, amina, others.slice(2, 3))).rejects.toMatchObject({ status: 429 });
      expect(await start(app, amina, others.slice(0, 1))).not.toBe(first);
      await expect(start(app, unverified, [amina])).rejects.toMatchObject({ status: 403 });
      await expect(start(app, amina, [amina])).rejects.toMatchObject({ status: 400 });
      await setAge(day);
      await start(app, amina, others.slice(2, 3));
      await setAge(0);
      await app.db.update(messages).set({ createdAt: new Date(now.getTime() - day - 1) });
      await start(app, amina, others.slice(3, 4));
      expect(await app.db.$count(conversations)).toBe(6);
    } finally {
      await app.stop();
    }
  });
});

describe("the state of a recipient", () => {
  test.for([
    [undefined, "active", "request"],
    ["left", "active", "request"],
    ["declined", "active", null],
    ["request", "active", null],
    ["active", null, null],
  ] as const)("after %s is %s when they know the sender, else %s", ([before, ifKnown, ifUnknown]) => {
    expect([getNextState(before, true), getNextState(before, false)]).toEqual([ifKnown, ifUnknown]);
  });

  test("decides about links", () => {
    const link = [{ type: "link", url: "https://example.org", children: [] }] as never;
    const check = (states: Parameters<typeof requireTextForRequests>[1], content = link) => {
      try {
        requireTextForRequests([{ type: "paragraph", children: content }] as never, states);
        return "sent";
      } catch {
        return "refused";
      }
    };
    expect(check(["request"])).toBe("refused");
    expect(check(["request"], [] as never)).toBe("sent");
    expect(check(["request", "active"])).toBe("sent");
    expect(check(["left"])).toBe("sent");
  });
});
