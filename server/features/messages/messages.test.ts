import { randomUUID } from "node:crypto";
import { eq, inArray } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { sessionContract } from "#shared/accounts/session-contract.ts";
import type { User, UserId } from "#shared/accounts/user.ts";
import { toFormData } from "#shared/api/http-client.ts";
import { tabHeader } from "#shared/api/tab-header.ts";
import { messagesContract } from "#shared/messages/contract.ts";
import { type ConversationId, type MessageId, type PictureId, reactions } from "#shared/messages/message.ts";
import { moderationContract } from "#shared/moderation/contract.ts";
import { notificationsContract } from "#shared/notifications/contract.ts";
import { peopleContract } from "#shared/people/contract.ts";
import { auditLog, emails, users } from "#server/db/schema/accounts/accounts.ts";
import { messagePictures } from "#server/db/schema/community/messages.ts";
import { notifications } from "#server/db/schema/system/notifications.ts";
import { readReply } from "#server/testing/read-reply.ts";
import { listRowsAbout } from "#server/testing/rows-about.ts";
import { createSessionCookie } from "#server/testing/session-cookie.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import { purgeMessagePictures } from "./maintenance.ts";

const { startConversation, sendPrivateMessage, listPrivateMessages, listConversations, getConversation } =
  messagesContract;

const write = async (app: TestApp, from: User, to: readonly User[], text: string, title?: string) =>
  (
    await app.as(from)(startConversation, {
      body: { userIds: to.map(({ id }) => id), text, clientId: randomUUID(), ...(title && { title }) },
    })
  ).conversationId;

const send = (
  app: TestApp,
  from: User,
  conversationId: ConversationId,
  text: string,
  clientId = randomUUID(),
) => app.as(from)(sendPrivateMessage, { params: { conversationId }, body: { text, clientId } });

const read = async (app: TestApp, by: User, conversationId: ConversationId) =>
  (await app.as(by)(listPrivateMessages, { params: { conversationId }, query: {} })).messages;

const list = (app: TestApp, by: User, folder: "inbox" | "requests" = "inbox") =>
  app.as(by)(listConversations, { query: { folder } });

const updateRelation = (app: TestApp, by: User, on: User, body: object) =>
  app.as(by)(peopleContract.updateRelation, { params: { userId: on.id }, body });

const accept = (app: TestApp, by: User, conversationId: ConversationId) =>
  app.as(by)(messagesContract.acceptRequest, { params: { conversationId } });

async function createPair(app: TestApp) {
  const [amina, yusuf, stranger] = [await app.make.user(), await app.make.user(), await app.make.user()];
  const id = await write(app, amina, [yusuf], "Salam");
  await accept(app, yusuf, id);
  return { amina, yusuf, stranger, id };
}

describe("messages", () => {
  test("of a muted conversation are not counted as unread, until the time is over", async ({ app }) => {
    const { amina, yusuf, id } = await createPair(app);
    const count = async () => (await app.as(yusuf)(messagesContract.countUnread, {})).count;
    const mute = (mutedUntil: Date | null) =>
      app.as(yusuf)(messagesContract.muteConversation, {
        params: { conversationId: id },
        body: { mutedUntil },
      });
    await app.as(yusuf)(messagesContract.markConversation, {
      params: { conversationId: id },
      body: { read: 1 },
    });
    const now = new Date("2030-01-01T12:00:00Z");
    const inAnHour = new Date("2030-01-01T13:00:00Z");
    app.setClock(now);

    const other = await write(app, yusuf, [amina], "Salam", "Another one");
    expect(await mute(inAnHour)).toMatchObject({ mutedUntil: inAnHour });
    expect(await app.as(yusuf)(getConversation, { params: { conversationId: other } })).toMatchObject({
      mutedUntil: null,
    });
    await send(app, amina, id, "Are you there?");
    expect(await count()).toBe(0);

    app.setClock(inAnHour);
    expect(await count()).toBe(1);
    expect((await app.as(amina)(messagesContract.countUnread, {})).count).toBe(0);
    expect((await list(app, yusuf)).conversations).toMatchObject([
      { mutedUntil: null },
      { mutedUntil: null },
    ]);

    app.setClock(now);
    expect(await mute(null)).toMatchObject({ mutedUntil: null });
    expect(await count()).toBe(1);
    app.setClock(new Date());
  });

  test("that others have not read, and requests, do not count as unread", async ({ app }) => {
    const { amina, yusuf, stranger } = await createPair(app);
    const group = await write(app, amina, [yusuf, stranger], "Salam", "Halaqa");
    for (const user of [yusuf, stranger]) await accept(app, user, group);
    await app.as(stranger)(messagesContract.markConversation, {
      params: { conversationId: group },
      body: { read: 1 },
    });
    await write(app, await app.make.user(), [stranger], "Salam");

    expect((await app.as(yusuf)(messagesContract.countUnread, {})).count).toBe(2);
    expect((await app.as(stranger)(messagesContract.countUnread, {})).count).toBe(0);
  });

  test("are listed by conversation with its members, page by page", async ({ app }) => {
    const people = [await app.make.user(), await app.make.user(), await app.make.user()];
    const amina = await app.make.user();
    const ids: ConversationId[] = [];
    for (const [n, person] of people.entries()) {
      app.setClock(new Date(Date.UTC(2030, 0, 1, n)));
      ids.unshift(await write(app, amina, [person], "Salam"));
    }
    const page = (query: object) => app.as(amina)(listConversations, { query: { limit: 2, ...query } });
    const first = await page({});
    const rest = await page({ cursor: first.nextCursor });
    app.setClock(new Date());

    expect(first.conversations).toHaveLength(2);
    const listed = [...first.conversations, ...rest.conversations];
    expect(listed.map(({ id, members }) => [id, ...members.map(({ person }) => person.id)])).toEqual(
      ids.map((id, n) => [id, people[2 - n]?.id]),
    );
    expect(rest.nextCursor).toBeNull();
  });

  test("of strangers are requests: text only, without read receipts until accepted", async ({ app }) => {
    const [amina, yusuf] = [await app.make.user(), await app.make.user()];
    const id = await write(app, amina, [yusuf], "Salam");
    expect((await list(app, yusuf)).conversations).toEqual([]);
    const requests = await list(app, yusuf, "requests");
    expect(requests).toMatchObject({
      requestCount: 1,
      conversations: [{ state: "request", excerpt: "Salam" }],
    });
    expect(await list(app, amina, "requests")).toMatchObject({ requestCount: 0, conversations: [] });
    await expect(send(app, amina, id, "https://spam.example")).rejects.toMatchObject({ status: 403 });

    const params = { conversationId: id };
    await app.as(yusuf)(messagesContract.markConversation, { params, body: { delivered: 1, read: 1 } });
    const isAccepted = async () => (await app.as(amina)(getConversation, { params })).isAccepted;
    const getReceipts = async () => (await app.as(amina)(getConversation, { params })).members[0];
    expect(await getReceipts()).toMatchObject({ deliveredNumber: null, readNumber: null });
    expect(await isAccepted()).toBe(false);
    await accept(app, yusuf, id);
    expect(await isAccepted()).toBe(true);
    await app.as(yusuf)(messagesContract.markConversation, { params, body: { read: 1 } });
    expect(await getReceipts()).toMatchObject({ deliveredNumber: 1, readNumber: 1 });
    await app.as(yusuf)(accountsContract.updatePreferences, { body: { sharesReadReceipts: false } });
    expect(await getReceipts()).toMatchObject({ readNumber: null });
    await send(app, amina, id, "https://example.org");
  });

  test("tell the members their number, and read receipts those who share them", async ({ app }) => {
    const { amina, yusuf, id } = await createPair(app);
    const params = { conversationId: id };
    const listEvents = (reader: User) =>
      app.published.splice(0).flatMap(({ userId, event }) => (userId === reader.id ? [event] : []));
    const mark = (read: number) =>
      app.as(yusuf)(messagesContract.markConversation, { params, body: { read } });
    listEvents(amina);

    const { number } = await send(app, amina, id, "Are you there?");
    expect(listEvents(yusuf)).toEqual([{ topics: [], message: { conversationId: id, number } }]);

    await mark(number);
    const receipt = { conversationId: id, userId: yusuf.id, deliveredNumber: number, readNumber: number };
    expect(listEvents(amina)).toEqual([{ topics: [], receipt }]);

    await app.as(amina)(sessionContract.updatePreferences, { body: { sharesReadReceipts: false } });
    await send(app, amina, id, "Now?");
    listEvents(amina);
    await mark(number + 1);
    expect(listEvents(amina)).toEqual([]);

    await app.as(amina)(messagesContract.markConversation, { params, body: { read: number + 1 } });
    await app.as(amina)(sessionContract.updatePreferences, { body: { sharesReadReceipts: true } });
    const getReadNumber = async () =>
      (await app.as(yusuf)(getConversation, { params })).members[0]?.readNumber;
    expect(await getReadNumber()).toBe(number + 1);
    await app.as(yusuf)(sessionContract.updatePreferences, { body: { sharesReadReceipts: false } });
    expect(await getReadNumber()).toBeNull();
    await send(app, amina, id, "And now?");
    app.published.splice(0);
    await mark(number + 2);
    expect(app.published).toEqual([{ userId: yusuf.id, event: { topics: ["conversation"] } }]);
    await mark(number + 2);
    await mark(number);
    await expect(mark(2 ** 31)).rejects.toMatchObject({ problem: { reason: { code: "check_fields" } } });
    expect(app.published).toHaveLength(1);
  });

  test("are not announced to the tab that sent or read them", async ({ app }) => {
    const { amina, yusuf, id } = await createPair(app);
    const path = `/api/conversations/${id}`;
    const call = (method: string, url: string, body: object) =>
      app.fetch(url, {
        as: amina,
        method,
        headers: { "Content-Type": "application/json", [tabHeader]: "tab-1" },
        body: JSON.stringify(body),
      });
    await send(app, yusuf, id, "Wa aleikum");
    app.published.splice(0);

    await call("PUT", `${path}/marks`, { read: 2 });
    await call("POST", `${path}/messages`, { text: "Here", clientId: randomUUID() });

    const message = { conversationId: id, number: 3 };
    expect(app.published.filter(({ userId }) => userId === amina.id)).toEqual([
      { userId: amina.id, event: { topics: ["conversation"], origin: "tab-1" } },
      { userId: amina.id, event: { topics: [], message, origin: "tab-1" } },
    ]);
  });

  test("show no typing and no read receipts after a block", async ({ app }) => {
    const { amina, yusuf, id } = await createPair(app);
    const params = { conversationId: id };
    const { number } = await send(app, amina, id, "Are you there?");
    await updateRelation(app, yusuf, amina, { isBlocked: true });
    for (const [user, other] of [
      [amina, yusuf],
      [yusuf, amina],
    ] as const) {
      app.published.splice(0);
      await app.as(user)(messagesContract.showTyping, { params });
      await app.as(user)(messagesContract.markConversation, { params, body: { read: number } });
      expect(app.published.filter(({ userId }) => userId === other.id)).toEqual([]);
      const [member] = (await app.as(user)(getConversation, { params })).members;
      expect(member).toMatchObject({ deliveredNumber: null, readNumber: null });
    }
  });

  test("are visible to participants only", async ({ app }) => {
    const { amina, stranger, id } = await createPair(app);
    const employee = await app.make.user({ isAdmin: true });
    const [message] = await read(app, amina, id);
    const missing = await app.fetch(`/api/conversations/${randomUUID()}`, { as: stranger }).then(readReply);
    for (const viewer of [stranger, employee]) {
      const params = { conversationId: id };
      const ofMessage = { messageId: message?.id as MessageId };
      for (const refused of [
        () => app.as(viewer)(getConversation, { params }),
        () => app.as(viewer)(listPrivateMessages, { params, query: {} }),
        () => send(app, viewer, id, "Hello"),
        () => app.as(viewer)(messagesContract.reactToMessage, { params: ofMessage, body: { emoji: "👍" } }),
        () => app.as(viewer)(messagesContract.deleteMessage, { params: ofMessage }),
      ]) {
        await expect(refused()).rejects.toMatchObject({ status: 404 });
      }
      expect(await app.as(viewer)(messagesContract.searchMessages, { query: { search: "salam" } })).toEqual(
        [],
      );
    }
    expect(await app.fetch(`/api/conversations/${id}`, { as: stranger }).then(readReply)).toBe(missing);
  });

  test("are stored once and in order, despite repeats and concurrency", async ({ app }) => {
    const { amina, yusuf, id } = await createPair(app);
    const ids = Array.from({ length: 15 }, () => randomUUID());
    await Promise.all([...ids, ...ids].map((clientId) => send(app, amina, id, clientId, clientId)));
    const messages = await read(app, yusuf, id);
    expect(messages.map(({ number }) => number)).toEqual(Array.from({ length: 16 }, (_, n) => n + 1));
    expect(new Set(messages.slice(1).map(({ clientId }) => clientId))).toEqual(new Set(ids));
    expect((await list(app, yusuf)).conversations[0]?.unreadCount).toBe(16);
    expect(await app.as(yusuf)(messagesContract.countUnread, {})).toEqual({ count: 1 });
    expect(await write(app, yusuf, [amina], "Same conversation")).toBe(id);
  });

  test("with the client id of another sender are messages of their own", async ({ app }) => {
    const { amina, yusuf, id } = await createPair(app);
    const clientId = randomUUID();
    const first = await send(app, amina, id, "Mine", clientId);
    const second = await send(app, yusuf, id, "Yours", clientId);

    expect([first.number, second.number]).toEqual([2, 3]);
  });

  test("start one conversation, also when sent several times at once", async ({ app }) => {
    const [amina, yusuf] = [await app.make.user(), await app.make.user()];
    const body = { userIds: [yusuf.id], text: "Salam", clientId: randomUUID() };
    const started = await Promise.all([1, 2, 3].map(() => app.as(amina)(startConversation, { body })));
    expect(new Set(started.map(({ conversationId }) => conversationId)).size).toBe(1);
    expect(await read(app, yusuf, started[0]?.conversationId as ConversationId)).toHaveLength(1);
  });

  test("end with a block: the reply equals that of a user who accepts no messages", async ({ app }) => {
    const { amina, yusuf, stranger, id } = await createPair(app);
    await send(app, yusuf, id, "BEFORE the block");
    await updateRelation(app, amina, yusuf, { isBlocked: true });
    await app.as(stranger)(accountsContract.updatePreferences, { body: { messagesFrom: "nobody" } });
    const makeRequest = (to: User) => ({
      method: "POST",
      as: yusuf,
      headers: { Origin: app.services.settings.origins[0] ?? "" },
      body: JSON.stringify({ userIds: [to.id], text: "Hello", clientId: randomUUID() }),
    });
    const post = async (to: User) => {
      const init = makeRequest(to);
      const headers = { ...init.headers, "Content-Type": "application/json" };
      const response = await app.fetch("/api/conversations", { ...init, headers });
      return [response.status, await readReply(response)];
    };
    const response = await post(amina);
    expect(response).toEqual(await post(stranger));
    expect(response[0]).toBe(403);
    await expect(send(app, yusuf, id, "Again")).rejects.toMatchObject({
      problem: { code: "cannot_message" },
    });
    await expect(send(app, amina, id, "Me too")).rejects.toMatchObject({
      problem: { code: "cannot_message" },
    });
    expect(JSON.stringify(await read(app, amina, id))).not.toContain("BEFORE");
    expect(JSON.stringify(await list(app, amina))).not.toContain("BEFORE");
    await expect(
      app.as(yusuf)(peopleContract.getRelation, { params: { userId: amina.id } }),
    ).rejects.toMatchObject({ status: 404 });
    const search = { query: { search: amina.username } };
    expect(await app.as(yusuf)(peopleContract.searchPeople, search)).toEqual([]);
    expect(await app.as(stranger)(peopleContract.searchPeople, search)).toHaveLength(1);
  });

  test("are edited and deleted for 15 minutes, also in quotes and search", async ({ app }) => {
    const { amina, yusuf, id } = await createPair(app);
    const sent = await send(app, amina, id, "SECRET plan");
    await app.as(yusuf)(sendPrivateMessage, {
      params: { conversationId: id },
      body: { text: "Yes", replyToId: sent.id, clientId: randomUUID() },
    });
    const params = { messageId: sent.id };
    await expect(
      app.as(yusuf)(messagesContract.updateMessage, { params, body: { text: "Mine" } }),
    ).rejects.toMatchObject({ status: 403 });
    await expect(
      app.as(amina)(messagesContract.updateMessage, { params, body: { text: "" } }),
    ).rejects.toMatchObject({ status: 400 });
    const search = () => app.as(yusuf)(messagesContract.searchMessages, { query: { search: "secret" } });
    expect(await search()).toMatchObject([
      { name: expect.stringContaining("Reader"), excerpt: "SECRET plan" },
    ]);
    const getStates = async (by: User) =>
      (await read(app, by, id)).map(({ isMine, source, isDeleted }) => [isMine, source, isDeleted]);
    expect((await read(app, yusuf, id)).at(-1)?.replyTo).toMatchObject({
      name: sent.sender?.name,
      excerpt: "SECRET plan",
    });
    expect((await getStates(amina)).slice(1)).toEqual([
      [true, "SECRET plan", false],
      [false, null, false],
    ]);
    expect((await getStates(yusuf)).slice(1)).toEqual([
      [false, null, false],
      [true, "Yes", false],
    ]);
    await app.as(amina)(messagesContract.updateMessage, { params, body: { text: "SECRET idea" } });
    expect((await read(app, yusuf, id)).at(-1)?.replyTo?.excerpt).toBe("SECRET idea");
    await app.as(amina)(messagesContract.deleteMessage, { params });
    expect((await getStates(amina))[1]).toEqual([true, null, true]);
    await expect(
      app.as(amina)(messagesContract.updateMessage, { params, body: { text: "Again" } }),
    ).rejects.toMatchObject({ status: 409 });
    await expect(app.as(amina)(messagesContract.deleteMessage, { params })).rejects.toMatchObject({
      status: 409,
    });
    const messages = [await read(app, yusuf, id), await list(app, yusuf), await search()];
    expect(JSON.stringify(messages)).not.toContain("SECRET");
    const late = await send(app, amina, id, "Late");
    app.setClock(new Date(app.services.clock().getTime() + 16 * 60_000));
    await expect(
      app.as(amina)(messagesContract.deleteMessage, { params: { messageId: late.id } }),
    ).rejects.toMatchObject({ status: 409 });
  });

  test("notify those who have not read them, once per conversation, without text", async ({ app }) => {
    const { amina, yusuf, id } = await createPair(app);
    await send(app, amina, id, "PRIVATE one");
    await send(app, amina, id, "PRIVATE two");
    await app.runJobs();
    const { notifications } = await app.as(yusuf)(notificationsContract.listNotifications, { query: {} });
    expect(notifications.filter(({ type }) => type === "message")).toHaveLength(1);
    expect(JSON.stringify(notifications)).not.toContain("PRIVATE");
  });

  test("that are read are no longer notified of, so that the next one notifies again", async ({ app }) => {
    const { amina, yusuf, stranger, id } = await createPair(app);
    const other = await write(app, stranger, [yusuf], "Salam");
    await accept(app, yusuf, other);
    const body = { type: "message" as const, email: true };
    await app.as(yusuf)(notificationsContract.updateSetting, { body });
    const listUnread = async () =>
      (
        await app.as(yusuf)(notificationsContract.listNotifications, { query: { only: "unread" } })
      ).notifications.filter(({ type }) => type === "message");
    const sendAndNotify = async (from: User, to: ConversationId) => {
      await send(app, from, to, "Salam");
      await app.runJobs();
    };
    await sendAndNotify(amina, id);
    await sendAndNotify(stranger, other);
    expect(await listUnread()).toHaveLength(2);

    await app.as(yusuf)(messagesContract.markConversation, {
      params: { conversationId: id },
      body: { delivered: 2 },
    });
    expect(await listUnread()).toHaveLength(2);
    await app.as(yusuf)(messagesContract.markConversation, {
      params: { conversationId: id },
      body: { read: 2 },
    });
    expect(await listUnread()).toMatchObject([{ actionUrl: `/messages?c=${other}` }]);

    await sendAndNotify(amina, id);
    expect(await listUnread()).toHaveLength(2);
    expect(await app.db.$count(emails, eq(emails.to, yusuf.email))).toBe(3);

    await app.as(yusuf)(messagesContract.markConversation, {
      params: { conversationId: id },
      body: { read: 3 },
    });
    const { number } = await send(app, amina, id, "Read before the job runs");
    await app.as(yusuf)(messagesContract.markConversation, {
      params: { conversationId: id },
      body: { read: number },
    });
    const deleted = await send(app, amina, id, "Deleted before the job runs");
    await app.as(amina)(messagesContract.deleteMessage, { params: { messageId: deleted.id } });
    await app.runJobs();
    expect(await listUnread()).toMatchObject([{ actionUrl: `/messages?c=${other}` }]);
  });

  test("of a stranger notify once and in the app only, until the request is answered", async ({ app }) => {
    const [amina, yusuf, zaynab] = [await app.make.user(), await app.make.user(), await app.make.user()];
    for (const user of [yusuf, zaynab]) {
      const body = { type: "message" as const, email: true, push: true };
      await app.as(user)(notificationsContract.updateSetting, { body });
    }
    const [toYusuf] = [
      await write(app, amina, [yusuf], "PRIVATE"),
      await write(app, amina, [zaynab], "Salam"),
    ];
    await app.runJobs();
    await send(app, amina, toYusuf, "Are you there?");
    await app.runJobs();
    const listNotified = () =>
      app.db
        .select({ userId: notifications.userId, type: notifications.type })
        .from(notifications)
        .where(inArray(notifications.userId, [amina.id, yusuf.id, zaynab.id]));
    expect(new Set(await listNotified())).toEqual(
      new Set([yusuf, zaynab].map(({ id: userId }) => ({ userId, type: "message_request" as const }))),
    );
    const addresses = [yusuf, zaynab].map(({ email }) => email);
    expect(await app.db.select().from(emails).where(inArray(emails.to, addresses))).toEqual([]);

    await accept(app, yusuf, toYusuf);
    expect(await listNotified()).toMatchObject([{ userId: zaynab.id }]);
  });

  test("that are deleted before they are read leave no badge", async ({ app }) => {
    const { amina, yusuf, stranger, id } = await createPair(app);
    const other = await write(app, stranger, [yusuf], "Salam");
    await accept(app, yusuf, other);
    const mark = { params: { conversationId: id }, body: { read: 1 } };
    await app.as(yusuf)(messagesContract.markConversation, mark);
    const sent = await send(app, amina, id, "A mistake");
    const count = async () => (await app.as(yusuf)(messagesContract.countUnread, {})).count;
    expect(await count()).toBe(2);
    await app.as(amina)(messagesContract.deleteMessage, { params: { messageId: sent.id } });
    expect(await count()).toBe(1);
  });

  test("of a declined request are not delivered", async ({ app }) => {
    const [amina, yusuf] = [await app.make.user(), await app.make.user()];
    const id = await write(app, amina, [yusuf], "Salam");
    await app.as(yusuf)(messagesContract.leaveConversation, { params: { conversationId: id } });
    await send(app, amina, id, "Still there?");
    expect((await list(app, yusuf, "requests")).conversations).toEqual([]);
    expect((await list(app, yusuf)).conversations).toEqual([]);
  });

  test("in a group reach all members; former members read no more", async ({ app }) => {
    const [amina, yusuf, zaynab] = [await app.make.user(), await app.make.user(), await app.make.user()];
    const id = await write(app, amina, [yusuf, zaynab], "Salam all", "Halaqa");
    for (const user of [yusuf, zaynab]) await accept(app, user, id);
    await send(app, yusuf, id, "Wa alaykum, https://example.com");
    expect((await read(app, zaynab, id)).map(({ number }) => number)).toEqual([1, 2]);
    expect((await list(app, zaynab)).conversations[0]).toMatchObject({ title: "Halaqa", isGroup: true });
    await app.as(zaynab)(messagesContract.leaveConversation, { params: { conversationId: id } });
    await expect(read(app, zaynab, id)).rejects.toMatchObject({ status: 404 });
    expect((await app.as(amina)(getConversation, { params: { conversationId: id } })).members).toHaveLength(
      1,
    );
  });

  test("of a group are hidden from members added later", async ({ app }) => {
    const { amina, yusuf, stranger, id: pairId } = await createPair(app);
    const [zaynab, omar] = [await app.make.user(), await app.make.user()];
    const id = await write(app, amina, [yusuf, zaynab], "BEFORE them", "Halaqa");
    const addMembers = (by: User, userIds: UserId[], to = id) =>
      app.as(by)(messagesContract.addConversationMembers, {
        params: { conversationId: to },
        body: { userIds },
      });

    await expect(addMembers(stranger, [stranger.id])).rejects.toMatchObject({ status: 404 });
    await expect(addMembers(amina, [omar.id], pairId)).rejects.toMatchObject({ status: 409 });
    await updateRelation(app, omar, amina, { isBlocked: true });
    await expect(addMembers(amina, [omar.id])).rejects.toMatchObject({
      problem: { code: "cannot_message" },
    });
    await updateRelation(app, omar, amina, { isBlocked: false });
    await addMembers(amina, [omar.id]);
    await accept(app, omar, id);
    const [before] = await read(app, amina, id);
    const response = await app.as(amina)(sendPrivateMessage, {
      params: { conversationId: id },
      body: { text: "After.", clientId: randomUUID(), ...(before && { replyToId: before.id }) },
    });
    expect(response.replyTo).toMatchObject({ excerpt: "BEFORE them" });
    const messages = await read(app, omar, id);
    expect(messages).toMatchObject([{ number: 2, replyTo: null }]);
    expect(JSON.stringify([messages, await list(app, omar)])).not.toContain("BEFORE");
    const search = { query: { search: "before" } };
    expect(await app.as(omar)(messagesContract.searchMessages, search)).toEqual([]);
    const params = { conversationId: id };
    await app.as(omar)(messagesContract.renameConversation, { params, body: { title: "Evening halaqa" } });
    expect(await app.as(amina)(getConversation, { params })).toMatchObject({ title: "Evening halaqa" });
  });

  test("show pictures to participants only, without metadata, until deleted", async ({ app }) => {
    const { amina, yusuf, stranger, id } = await createPair(app);
    const newest = await write(app, amina, [stranger], "Salam");
    const original = await sharp({ create: { width: 2000, height: 500, channels: 3, background: "#123" } })
      .withExif({ IFD0: { Copyright: "SECRET" } })
      .jpeg()
      .toBuffer();
    const upload = async (by: User, conversationId: ConversationId, data = original) => {
      const body = toFormData(new Blob([new Uint8Array(data)]));
      const headers = {
        Cookie: await createSessionCookie(app.services, by),
        Origin: app.services.settings.origins[0] ?? "",
      };
      const path = `/api/conversations/${conversationId}/pictures`;
      return app.fetch(path, { method: "POST", body, headers });
    };
    const open = async (by: User, pictureId: string) =>
      app.fetch(`/api/message-pictures/${pictureId}`, {
        headers: { Cookie: await createSessionCookie(app.services, by) },
      });

    expect((await upload(stranger, id)).status).toBe(404);
    expect((await upload(amina, newest)).status).toBe(403);
    expect((await upload(stranger, newest)).status).toBe(403);
    expect((await upload(amina, id, Buffer.from("not a picture"))).status).toBe(422);
    const picture = await (await upload(amina, id)).json();
    expect(picture).toMatchObject({ width: 1600, height: 400 });
    expect([(await open(yusuf, picture.id)).status, (await open(amina, picture.id)).status]).toEqual([
      404, 200,
    ]);
    const setAge = (createdAt: Date) => app.db.update(users).set({ createdAt }).where(eq(users.id, amina.id));
    await setAge(new Date(app.services.clock().getTime() - 24 * 3_600_000 + 1));
    expect(await (await upload(amina, id)).json()).toMatchObject({ reason: { code: "pictures_not_yet" } });
    await setAge(new Date(app.services.clock().getTime() - 24 * 3_600_000));
    expect((await upload(amina, id)).status).toBe(200);
    const params = { conversationId: id };
    const sent = await app.as(amina)(sendPrivateMessage, {
      params,
      body: { text: "", pictureIds: [picture.id], clientId: randomUUID() },
    });
    expect(sent.pictures).toEqual([picture]);
    expect(await app.as(yusuf)(messagesContract.getConversation, { params })).toMatchObject({
      excerpt: "",
      attachment: "picture",
    });
    const quoting = await app.as(yusuf)(sendPrivateMessage, {
      params,
      body: { text: "Which one?", replyToId: sent.id, clientId: randomUUID() },
    });
    expect(quoting.replyTo).toMatchObject({ excerpt: "", attachment: "picture" });
    const received = await open(yusuf, picture.id);
    expect(received.headers.get("Content-Type")).toBe("image/webp");
    const bytes = Buffer.from(await received.arrayBuffer());
    expect(bytes.includes("SECRET")).toBe(false);
    expect((await open(stranger, picture.id)).status).toBe(404);
    const again = { text: "", pictureIds: [picture.id], clientId: randomUUID() };
    await expect(app.as(amina)(sendPrivateMessage, { params, body: again })).rejects.toMatchObject({
      status: 400,
    });
    await expect(send(app, amina, id, "")).rejects.toMatchObject({ status: 400 });

    await app.as(amina)(messagesContract.deleteMessage, { params: { messageId: sent.id } });
    await app.runJobs();
    expect((await open(amina, picture.id)).status).toBe(404);
    await upload(amina, id);
    const kept = await (await upload(amina, id)).json();
    await app.as(amina)(sendPrivateMessage, {
      params,
      body: { text: "", pictureIds: [kept.id], clientId: randomUUID() },
    });
    app.setClock(new Date(Date.now() + 2 * 3_600_000));
    const recent = await (await upload(amina, id)).json();
    await purgeMessagePictures.run(app.services, {});
    const remaining: string[] = [];
    for await (const { key } of app.services.storage.listWithAge("message-picture")) remaining.push(key);
    expect(remaining).toHaveLength(2);
    expect([(await open(yusuf, kept.id)).status, (await open(amina, recent.id)).status]).toEqual([200, 200]);
    app.setClock(new Date());
  });

  test("have only unsent pictures that their sender uploaded to the conversation", async ({ app }) => {
    const { amina, yusuf, stranger, id } = await createPair(app);
    const other = await write(app, amina, [stranger], "Salam");
    await accept(app, stranger, other);
    const upload = async (by: User, conversationId: ConversationId) => {
      const create = { width: 8, height: 8, channels: 3 as const, background: "#123" };
      const body = toFormData(new Blob([new Uint8Array(await sharp({ create }).png().toBuffer())]));
      const headers = { Origin: app.services.settings.origins[0] ?? "" };
      const path = `/api/conversations/${conversationId}/pictures`;
      return (await (await app.fetch(path, { method: "POST", body, headers, as: by })).json()).id;
    };
    const sendPictures = (by: User, ...pictureIds: PictureId[]) =>
      app.as(by)(sendPrivateMessage, {
        params: { conversationId: id },
        body: { text: "Look", pictureIds, clientId: randomUUID() },
      });
    const [own, ofYusuf, elsewhere] = [
      await upload(amina, id),
      await upload(yusuf, id),
      await upload(amina, other),
    ];
    const listStored = async () =>
      new Map(
        (await app.db.select().from(messagePictures)).map((row) => [
          row.id as string,
          row.messageId as string | null,
        ]),
      );
    const before = await listStored();

    for (const foreign of [ofYusuf, elsewhere]) {
      await expect(sendPictures(amina, own, foreign)).rejects.toMatchObject({ status: 400 });
    }
    expect(await listStored()).toEqual(before);
    const sent = await sendPictures(amina, own);
    expect(await listStored()).toEqual(new Map([...before, [own, sent.id]]));
    await app.as(amina)(messagesContract.deleteMessage, { params: { messageId: sent.id } });
    before.delete(own);
    expect(await listStored()).toEqual(before);
  });

  test("reach staff only when reported, with an audited reason", async ({ app }) => {
    const { amina, yusuf, stranger, id } = await createPair(app);
    const employee = await app.make.user({ isEmployee: true });
    const filtered = await send(app, amina, id, "RUDE words");
    await send(app, amina, id, "UNREPORTED words");
    const subject = { subjectType: "message" as const, subjectId: filtered.id };
    const body = { ...subject, reason: "harassment" as const };
    await expect(app.as(stranger)(moderationContract.report, { body })).rejects.toMatchObject({
      status: 404,
    });
    const elsewhere = await write(app, amina, [yusuf], "Elsewhere", "Another one");
    const [foreign] = await read(app, yusuf, elsewhere);
    await expect(
      app.as(yusuf)(moderationContract.report, {
        body: { ...body, messageIds: [foreign?.id ?? expect.fail()] },
      }),
    ).rejects.toMatchObject({ status: 404 });
    await app.as(yusuf)(moderationContract.report, { body });
    const { groups } = await app.as(employee)(moderationContract.listReports, { query: {} });
    expect(groups).toMatchObject([{ subjectId: filtered.id, messageCount: 1, text: "" }]);
    const reading = { params: subject, body: { reason: "Checking the report" } };
    await expect(app.as(yusuf)(moderationContract.readReportedMessages, reading)).rejects.toMatchObject({
      status: 403,
    });
    const messages = await app.as(employee)(moderationContract.readReportedMessages, reading);
    expect(messages).toMatchObject([{ text: "RUDE words" }]);
    expect((await app.db.select().from(auditLog)).map(({ action }) => action)).toContain(
      "report.messages-read",
    );
    await app.as(employee)(moderationContract.decideReports, {
      params: subject,
      body: { decision: "remove" },
    });
    expect(JSON.stringify(await read(app, yusuf, id))).not.toContain("RUDE");
  });
});

describe("friends", () => {
  test("are requested and accepted; a declined request looks pending", async ({ app }) => {
    const [amina, yusuf] = [await app.make.user(), await app.make.user()];
    const { requestFriend, removeFriend, getRelation, listRelated } = peopleContract;
    expect(await app.as(amina)(requestFriend, { params: { userId: yusuf.id } })).toMatchObject({
      friend: "requested",
    });
    expect(await app.as(yusuf)(listRelated, { params: { kind: "requests" } })).toMatchObject([
      { id: amina.id },
    ]);
    await app.as(yusuf)(removeFriend, { params: { userId: amina.id } });
    expect(await app.as(amina)(getRelation, { params: { userId: yusuf.id } })).toMatchObject({
      friend: "requested",
    });
    expect(await app.as(yusuf)(requestFriend, { params: { userId: amina.id } })).toMatchObject({
      friend: "requested",
    });
    expect(await app.as(amina)(requestFriend, { params: { userId: yusuf.id } })).toMatchObject({
      friend: "friends",
    });
    const id = await write(app, amina, [yusuf], "Salam");
    expect((await list(app, yusuf)).conversations[0]?.id).toBe(id);
    await updateRelation(app, yusuf, amina, { isBlocked: true });
    expect(await app.as(yusuf)(getRelation, { params: { userId: amina.id } })).toMatchObject({
      friend: "none",
      isBlocked: true,
    });
  });
});

test("what happens in one conversation leaves another of the same shape as it was", async ({ app }) => {
  const [own, neighbour] = [await createPair(app), await createPair(app)];
  for (const { amina, yusuf, id } of [own, neighbour]) {
    await send(app, yusuf, id, "Reply");
    await app.as(amina)(messagesContract.muteConversation, {
      params: { conversationId: id },
      body: { mutedUntil: new Date("2026-05-01") },
    });
    for (const { id: messageId } of await read(app, amina, id)) {
      await app.as(yusuf)(messagesContract.reactToMessage, {
        params: { messageId },
        body: { emoji: reactions[0] },
      });
    }
  }
  await app.runJobs();
  const ids = [neighbour.id, neighbour.amina.id, neighbour.yusuf.id];
  const before = await listRowsAbout(app.db, ids);
  const { amina, yusuf, id } = own;
  const params = { conversationId: id };
  const [first, second] = await read(app, amina, id);

  await app.as(amina)(messagesContract.updateMessage, {
    params: { messageId: first?.id ?? expect.fail() },
    body: { text: "Salam aleikum" },
  });
  await app.as(amina)(messagesContract.reactToMessage, {
    params: { messageId: second?.id ?? expect.fail() },
    body: { emoji: reactions[0] },
  });
  await app.as(yusuf)(messagesContract.deleteMessage, { params: { messageId: second?.id ?? expect.fail() } });
  expect((await read(app, amina, id)).map((message) => message.reactions.length)).toEqual([1, 0]);
  await app.as(amina)(messagesContract.markConversation, { params, body: { delivered: 2, read: 2 } });
  await app.as(amina)(messagesContract.muteConversation, { params, body: { mutedUntil: null } });
  await app.as(yusuf)(messagesContract.leaveConversation, { params });
  await send(app, amina, id, "Again");
  const group = { conversationId: await write(app, amina, [yusuf], "Salam", "Halaqa") };
  await app.as(amina)(messagesContract.renameConversation, { params: group, body: { title: "Evening" } });
  await updateRelation(app, yusuf, amina, { isBlocked: true });
  await app.runJobs();

  expect(await listRowsAbout(app.db, ids)).toEqual(before);
});
