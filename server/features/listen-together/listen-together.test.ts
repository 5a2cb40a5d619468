import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import {
  listenTogetherContract,
  maxListeners,
  type SharedPlayback,
  type TogetherSession,
  TogetherSessionId,
} from "#shared/listen-together/contract.ts";
import { messagesContract } from "#shared/messages/contract.ts";
import { peopleContract } from "#shared/people/contract.ts";
import { exportedTables } from "#server/features/accounts/data-export/exported-tables-queries.ts";
import { unknownId } from "#server/testing/factories.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import { maintainTogetherSessions } from "./jobs.ts";

const {
  listTogetherSessions,
  startTogetherSession,
  getTogetherSession,
  joinTogetherSession,
  leaveTogetherSession,
  controlTogetherSession,
  reportListenerStatus,
} = listenTogetherContract;

const noon = new Date("2026-03-01T12:00:00Z");
const secondsLater = (seconds: number) => new Date(noon.getTime() + seconds * 1000);
const playback: SharedPlayback = { chapterNumber: 1, offset: 12.5, rate: 1, isPlaying: true, at: noon };

/** Each user listens on one device. */
const device = new Map<User["id"], string>();
const deviceOf = (user: User) => {
  const id = device.get(user.id) ?? randomUUID();
  device.set(user.id, id);
  return id;
};

const createUsers = (app: TestApp, count: number) =>
  Promise.all(Array.from({ length: count }, () => app.make.user())) as Promise<[User, User, User, User]>;

async function createGroup(app: TestApp, [host, ...others]: readonly User[]) {
  if (!host) throw new Error("A group has members.");
  const { conversationId } = await app.as(host)(messagesContract.startConversation, {
    body: {
      userIds: others.map(({ id }) => id),
      title: "Evenings",
      text: "Salam",
      clientId: randomUUID(),
    },
  });
  for (const other of others)
    await app.as(other)(messagesContract.acceptRequest, { params: { conversationId } });
  return conversationId;
}

const start = (app: TestApp, host: User, bookId: BookId, conversationId: TogetherSession["conversationId"]) =>
  app.as(host)(startTogetherSession, {
    body: {
      id: TogetherSessionId.parse(randomUUID()),
      device: deviceOf(host),
      bookId,
      with: { conversationId },
      text: "Listen with me.",
      playback,
    },
  });

const join = (app: TestApp, user: User, { id }: Pick<TogetherSession, "id">) =>
  app.as(user)(joinTogetherSession, { params: { sessionId: id }, body: { device: deviceOf(user) } });

const report = (app: TestApp, user: User, { id }: Pick<TogetherSession, "id">) =>
  app.as(user)(reportListenerStatus, {
    params: { sessionId: id },
    body: { device: deviceOf(user), status: "listening" },
  });

const listMembers = ({ members }: TogetherSession) =>
  members.map(({ person, isHost, status }) => [person?.id, isHost ? "host" : "guest", status]);

/** Four people in a group; the first hosts a free audiobook, the second listens, the others do not yet. */
async function createSession(app: TestApp) {
  app.setClock(noon);
  const users = await createUsers(app, 4);
  const conversationId = await createGroup(app, users);
  const { id: bookId } = await app.make.audiobook({ chapters: 3, isFree: true });
  const session = await start(app, users[0], bookId, conversationId);
  app.setClock(secondsLater(1));
  await join(app, users[1], session);
  app.setClock(secondsLater(2));
  const params = { sessionId: session.id };
  return { users, conversationId, bookId, session, params };
}

describe("listening together", () => {
  test("starts in a conversation with a message, and members join where the host is", async ({ app }) => {
    const { users, conversationId, session, params } = await createSession(app);
    const [amina, yusuf, zaynab] = users;

    const { messages } = await app.as(zaynab)(messagesContract.listPrivateMessages, {
      params: { conversationId },
      query: {},
    });
    expect(messages.at(-1)).toMatchObject({ clientId: session.id, sender: { id: amina.id } });
    expect(await app.as(zaynab)(listTogetherSessions, {})).toMatchObject([{ id: session.id, playback }]);

    const joined = await join(app, zaynab, session);
    expect(joined.playback).toEqual(playback);
    expect(listMembers(joined)).toEqual([
      [amina.id, "host", "listening"],
      [yusuf.id, "guest", "listening"],
      [zaynab.id, "guest", "listening"],
    ]);
    expect(await app.as(yusuf)(getTogetherSession, { params })).toMatchObject({ version: 1 });
  });

  test("starts with people, once for the same id", async ({ app }) => {
    const [amina, yusuf] = await createUsers(app, 2);
    const { id: bookId } = await app.make.audiobook({ chapters: 1, isFree: true });
    const body = {
      id: TogetherSessionId.parse(randomUUID()),
      device: deviceOf(amina),
      bookId,
      with: { userIds: [yusuf.id] },
      text: "Listen with me.",
      playback,
    };
    const [first, second] = [
      await app.as(amina)(startTogetherSession, { body }),
      await app.as(amina)(startTogetherSession, { body }),
    ];
    expect(second.id).toBe(first.id);
    await expect(
      app.as(amina)(startTogetherSession, { body: { ...body, id: TogetherSessionId.parse(randomUUID()) } }),
    ).rejects.toMatchObject({ status: 409 });
  });

  test("of starts at once one wins, and the others leave no message", async ({ app }) => {
    const users = await createUsers(app, 4);
    const conversationId = await createGroup(app, users);
    const { id: bookId } = await app.make.audiobook({ chapters: 1, isFree: true });

    const results = await Promise.allSettled(users.map((user) => start(app, user, bookId, conversationId)));

    const [session, ...more] = await app.as(users[3])(listTogetherSessions, {});
    expect(more).toEqual([]);
    expect(results.map(({ status }) => status).sort()).toEqual([
      "fulfilled",
      "rejected",
      "rejected",
      "rejected",
    ]);
    const { messages } = await app.as(users[3])(messagesContract.listPrivateMessages, {
      params: { conversationId },
      query: {},
    });
    expect(messages.map(({ clientId }) => clientId)).toEqual([expect.any(String), session?.id]);
  });

  test("is invisible outside of the conversation", async ({ app }) => {
    const { session, params } = await createSession(app);
    const stranger = await app.make.user();
    const as = app.as(stranger);
    const body = { device: deviceOf(stranger) };

    expect(await as(listTogetherSessions, {})).toEqual([]);
    await expect(as(getTogetherSession, { params })).rejects.toMatchObject({ status: 404 });
    await expect(as(joinTogetherSession, { params, body })).rejects.toMatchObject({ status: 404 });
    const control = { params, body: { ...body, version: 1, playback } };
    await expect(as(controlTogetherSession, control)).rejects.toMatchObject({ status: 404 });
    await expect(report(app, stranger, session)).rejects.toMatchObject({ status: 404 });
    await as(leaveTogetherSession, { params });
    expect(await app.as(stranger)(listTogetherSessions, {})).toEqual([]);
  });

  test("follows the host only, in order", async ({ app }) => {
    const { users, params } = await createSession(app);
    const [amina, yusuf, zaynab] = users;
    const control = (user: User, version: number, changes: Partial<SharedPlayback>) =>
      app.as(user)(controlTogetherSession, {
        params,
        body: { device: deviceOf(user), version, playback: { ...playback, ...changes } },
      });
    app.setClock(secondsLater(20));
    app.published.splice(0);

    const changed = await control(amina, 1, { chapterNumber: 2, offset: 5, rate: 1.5, at: secondsLater(19) });
    expect(changed).toMatchObject({
      version: 2,
      playback: { chapterNumber: 2, offset: 5, rate: 1.5, at: secondsLater(19) },
    });
    expect(app.published.map(({ userId }) => userId).sort()).toEqual([amina.id, yusuf.id].sort());

    await expect(control(amina, 1, {})).rejects.toMatchObject({ status: 409 });
    await expect(control(yusuf, 2, {})).rejects.toMatchObject({ status: 403 });
    await expect(control(zaynab, 2, {})).rejects.toMatchObject({ status: 404 });
  });

  test("takes no time of a device that runs ahead or far behind", async ({ app }) => {
    const { users, params } = await createSession(app);
    const control = (version: number, at: Date) =>
      app.as(users[0])(controlTogetherSession, {
        params,
        body: { device: deviceOf(users[0]), version, playback: { ...playback, at } },
      });
    app.setClock(secondsLater(60));
    expect((await control(1, secondsLater(90))).playback.at).toEqual(secondsLater(60));
    expect((await control(2, secondsLater(10))).playback.at).toEqual(secondsLater(50));
  });

  test("needs everyone's own right to the whole book", async ({ app }) => {
    app.setClock(noon);
    const [amina, yusuf] = [await app.make.user({ isSupporter: true }), await app.make.user()];
    const conversationId = await createGroup(app, [amina, yusuf]);
    const { id: bookId } = await app.make.audiobook({ chapters: 2, isFree: false });
    const ebook = await app.make.ebook({ wordCount: 10, pageCount: 1, isFree: true });

    await expect(start(app, yusuf, bookId, conversationId)).rejects.toMatchObject({
      problem: { code: "subscription_required" },
    });
    await expect(start(app, amina, ebook.id, conversationId)).rejects.toMatchObject({ status: 404 });
    const session = await start(app, amina, bookId, conversationId);
    await expect(join(app, yusuf, session)).rejects.toMatchObject({
      problem: { code: "subscription_required" },
    });
  });

  test("goes on with the next member when the host leaves, and ends with the last", async ({ app }) => {
    const { users, session, params } = await createSession(app);
    const [amina, yusuf, zaynab] = users;

    await app.as(amina)(leaveTogetherSession, { params });
    const shown = await app.as(zaynab)(getTogetherSession, { params });
    expect(listMembers(shown)).toEqual([[yusuf.id, "host", "listening"]]);
    expect(shown.version).toBe(session.version + 1);

    await app.as(yusuf)(leaveTogetherSession, { params });
    expect(await app.as(zaynab)(listTogetherSessions, {})).toEqual([]);
  });

  test("a host who is gone is replaced, and a session of which nobody is heard ends", async ({ app }) => {
    const { users, session, params } = await createSession(app);
    const [amina, yusuf, zaynab] = users;
    app.setClock(secondsLater(40));
    expect(listMembers(await report(app, yusuf, session))).toEqual([
      [amina.id, "host", "away"],
      [yusuf.id, "guest", "listening"],
    ]);
    app.setClock(secondsLater(61));
    expect(listMembers(await report(app, yusuf, session))).toEqual([
      [amina.id, "guest", "away"],
      [yusuf.id, "host", "listening"],
    ]);

    await join(app, zaynab, session);
    app.setClock(secondsLater(125));
    await report(app, zaynab, session);
    app.setClock(secondsLater(126));
    await maintainTogetherSessions.run(app.services, {});
    const shown = await app.as(zaynab)(getTogetherSession, { params });
    expect(shown.members.find(({ isHost }) => isHost)?.person?.id).toBe(zaynab.id);

    app.setClock(secondsLater(500));
    await maintainTogetherSessions.run(app.services, {});
    await expect(app.as(zaynab)(getTogetherSession, { params })).rejects.toMatchObject({ status: 404 });
  });

  test("another tab takes the place of the first", async ({ app }) => {
    const { users, session, params } = await createSession(app);
    const [, yusuf] = users;
    const second = { device: randomUUID() };

    const joined = await app.as(yusuf)(joinTogetherSession, { params, body: second });
    expect(joined.members).toHaveLength(2);
    await expect(report(app, yusuf, session)).rejects.toMatchObject({ status: 409 });
  });

  test("a user listens in one session at a time", async ({ app }) => {
    const { users, bookId, session, params } = await createSession(app);
    const [amina, yusuf] = users;
    const other = await createGroup(app, [yusuf, amina]);

    await start(app, yusuf, bookId, other);
    expect(listMembers(await app.as(amina)(getTogetherSession, { params }))).toEqual([
      [amina.id, "host", "listening"],
    ]);
    await expect(report(app, yusuf, session)).rejects.toMatchObject({ status: 404 });
  });

  test("takes eight people", async ({ app }) => {
    app.setClock(noon);
    const users = await Promise.all(Array.from({ length: maxListeners + 1 }, () => app.make.user()));
    const [host, ...others] = users as [User, ...User[]];
    const conversationId = await createGroup(app, users);
    const { id: bookId } = await app.make.audiobook({ chapters: 1, isFree: true });
    const session = await start(app, host, bookId, conversationId);
    const results = await Promise.allSettled(others.map((user) => join(app, user, session)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(maxListeners - 1);
    await join(app, host, session);
  });

  test("a block hides the host's session, and others' names", async ({ app }) => {
    const { users, session, params } = await createSession(app);
    const [amina, yusuf, zaynab, omar] = users;
    const block = (by: User, userId: User["id"]) =>
      app.as(by)(peopleContract.updateRelation, { params: { userId }, body: { isBlocked: true } });

    await block(zaynab, yusuf.id);
    expect(listMembers(await join(app, zaynab, session))).toContainEqual([undefined, "guest", "listening"]);

    await block(amina, omar.id);
    await expect(join(app, omar, session)).rejects.toMatchObject({ status: 404 });
    expect(await app.as(omar)(listTogetherSessions, {})).toEqual([]);
    await block(yusuf, amina.id);
    await expect(report(app, yusuf, session)).rejects.toMatchObject({ status: 404 });
    expect(await app.as(amina)(getTogetherSession, { params })).toMatchObject({ id: session.id });
  });

  test("ends for those who leave the conversation", async ({ app }) => {
    const { users, conversationId, session } = await createSession(app);
    await app.as(users[1])(messagesContract.leaveConversation, { params: { conversationId } });
    await expect(report(app, users[1], session)).rejects.toMatchObject({ status: 404 });
  });

  test("is in the export of its members", async ({ app }) => {
    const { users, bookId } = await createSession(app);
    const readRows = async (user: User) => {
      const rows: unknown[] = [];
      for await (const page of exportedTables["listening-together"]?.(app.db, user.id) ?? [])
        rows.push(...page);
      return rows;
    };
    expect(await readRows(users[1])).toEqual([
      expect.objectContaining({ bookId, isHost: false, joinedAt: secondsLater(1) }),
    ]);
    expect(await readRows(users[0])).toEqual([expect.objectContaining({ isHost: true })]);
    expect(await readRows(users[2])).toEqual([]);
  });

  test("needs an account", async ({ app }) => {
    const params = { sessionId: TogetherSessionId.parse(unknownId) };
    await expect(app.as(null)(listTogetherSessions, {})).rejects.toMatchObject({ status: 401 });
    await expect(app.as(null)(getTogetherSession, { params })).rejects.toMatchObject({ status: 401 });
  });
});
