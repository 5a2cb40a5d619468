import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { expect } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import { toFormData } from "#shared/api/http-client.ts";
import { messagesContract } from "#shared/messages/contract.ts";
import type { ConversationId, MessageId } from "#shared/messages/message.ts";
import { moderationContract } from "#shared/moderation/contract.ts";
import { notificationsContract } from "#shared/notifications/contract.ts";
import { emails } from "#server/db/schema/accounts/accounts.ts";
import { conversationMembers } from "#server/db/schema/community/messages.ts";
import { exportedTables } from "#server/features/accounts/data-export/exported-tables-queries.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

const before = "zqbefore";
const during = "zqduring";
const afterwards = "zqafter";

const { sendPrivateMessage, listPrivateMessages, reactToMessage, addConversationMembers } = messagesContract;

async function uploadPicture(app: TestApp, by: User, conversationId: ConversationId) {
  const create = { width: 8, height: 8, channels: 3 as const, background: "#123" };
  const body = toFormData(new Blob([new Uint8Array(await sharp({ create }).png().toBuffer())]));
  const headers = { Origin: app.services.settings.origins[0] ?? "" };
  const path = `/api/conversations/${conversationId}/pictures`;
  return (await app.fetch(path, { method: "POST", body, headers, as: by })).json();
}

/** A group in which `late` was added after one message and `gone` left before another. */
async function createGroup(app: TestApp) {
  const [amina, yusuf, late, gone] = await Promise.all([1, 2, 3, 4].map(() => app.make.user()));
  if (!amina || !yusuf || !late || !gone) throw new Error("Four users");
  for (const user of [amina, yusuf, late, gone]) {
    for (const type of ["message", "moderation"] as const) {
      await app.as(user)(notificationsContract.updateSetting, { body: { type, email: true } });
    }
  }
  const { conversationId } = await app.as(amina)(messagesContract.startConversation, {
    body: { userIds: [yusuf.id, gone.id], title: "Halaqa", text: `${before} text`, clientId: randomUUID() },
  });
  const params = { conversationId };
  const send = (by: User, text: string, more: { replyToId?: MessageId; pictureIds?: string[] } = {}) =>
    app.as(by)(sendPrivateMessage, {
      params,
      body: { text, clientId: randomUUID(), ...more } as never,
    });
  for (const user of [yusuf, gone]) await app.as(user)(messagesContract.acceptRequest, { params });
  const picture = await uploadPicture(app, amina, conversationId);
  const old = await send(amina, `${before} picture`, { pictureIds: [picture.id] });
  const oldReply = await send(yusuf, `${before} reply`, { replyToId: old.id });
  await app.as(amina)(addConversationMembers, { params, body: { userIds: [late.id] } });
  await app.as(late)(messagesContract.acceptRequest, { params });
  const own = await send(gone, `${during} own`);
  await app.as(gone)(messagesContract.leaveConversation, { params });
  await app.as(amina)(messagesContract.renameConversation, {
    params,
    body: { title: `${afterwards} title` },
  });
  const quoting = await send(yusuf, `${afterwards} text`, { replyToId: old.id });
  await app.runJobs();
  return { amina, yusuf, late, gone, conversationId, old, oldReply, own, quoting, picture };
}

type Group = Awaited<ReturnType<typeof createGroup>>;

async function listExported(app: TestApp, { id }: User) {
  const rows = [];
  for (const [name, readPages] of Object.entries(exportedTables)) {
    for await (const page of readPages(app.db, id)) rows.push({ name, page });
  }
  return rows;
}

/** All that a user reads, by its way. Refused requests are their status. */
async function readEverything(app: TestApp, user: User, group: Group) {
  const { conversationId, old, oldReply, own, quoting, picture } = group;
  const params = { conversationId };
  const as = app.as(user);
  const list = (query: object) => as(listPrivateMessages, { params, query });
  const search = (word: string) => as(messagesContract.searchMessages, { query: { search: word } });
  const act = (id: MessageId) => [
    () => as(reactToMessage, { params: { messageId: id }, body: { emoji: "👍" } }),
    () =>
      as(sendPrivateMessage, { params, body: { text: "Quoting", replyToId: id, clientId: randomUUID() } }),
    () =>
      as(moderationContract.report, {
        body: { subjectType: "message", subjectId: id, reason: "spam" },
      }),
    () =>
      as(moderationContract.report, {
        body: { subjectType: "message", subjectId: quoting.id, messageIds: [id], reason: "spam" },
      }),
    () => as(messagesContract.updateMessage, { params: { messageId: id }, body: { text: "Changed" } }),
    () => as(messagesContract.deleteMessage, { params: { messageId: id } }),
  ];
  const ways = {
    list: [
      () => list({}),
      () => list({ after: 0 }),
      () => list({ before: 4 }),
      () => list({ before: 100, after: 0 }),
    ],
    excerpt: [
      () => as(messagesContract.listConversations, { query: {} }),
      () => as(messagesContract.listConversations, { query: { folder: "requests" } }),
      () => as(messagesContract.getConversation, { params }),
    ],
    search: [before, during, afterwards].map((word) => () => search(word)),
    picture: [() => app.fetch(`/api/message-pictures/${picture.id}`, { as: user }).then((r) => r.status)],
    act: [old, oldReply, own].flatMap(({ id }) => act(id)),
    quote: [
      () => as(reactToMessage, { params: { messageId: quoting.id }, body: { emoji: "👍" } }),
      () => list({}),
    ],
    export: [() => listExported(app, user)],
    notification: [
      () => as(notificationsContract.listNotifications, { query: {} }),
      async () =>
        (await app.db.select().from(emails).where(eq(emails.to, user.email))).map(({ text }) => text),
      async () => app.published.filter(({ userId }) => userId === user.id),
    ],
  };
  const found: Record<string, unknown[]> = {};
  for (const [way, reads] of Object.entries(ways)) {
    found[way] = [];
    for (const read of reads) found[way].push(await read().catch((error) => error.status));
  }
  return found as Record<keyof typeof ways, unknown[]>;
}

const listWaysWith = (found: object, word: string) =>
  Object.entries(found).flatMap(([way, replies]) => (JSON.stringify(replies).includes(word) ? [way] : []));

test("no way shows a member a message from before they were added, nor one from after they left", async ({
  app,
}) => {
  const group = await createGroup(app);
  const { amina, late, gone, old, own } = group;
  const memberships = await app.db.select().from(conversationMembers);

  const byLate = await readEverything(app, late, group);
  expect(listWaysWith(byLate, before)).toEqual([]);
  expect(listWaysWith(byLate, afterwards)).toEqual(["list", "excerpt", "search", "quote", "export"]);
  expect(byLate.picture).toEqual([404]);
  // Neither of the two older messages can be acted upon; another one's can be quoted and reported.
  expect(byLate.act.slice(0, 12)).toEqual(Array(12).fill(404));
  expect(byLate.act.slice(-2)).toEqual([403, 403]);

  const byGone = await readEverything(app, gone, group);
  expect(listWaysWith(byGone, before)).toEqual([]);
  expect(listWaysWith(byGone, afterwards)).toEqual([]);
  expect(listWaysWith(byGone, during)).toEqual(["export"]);
  expect(byGone.act).toEqual(Array(18).fill(404));

  const byAmina = await readEverything(app, amina, group);
  expect(listWaysWith(byAmina, before)).toEqual(["list", "search", "act", "quote", "export"]);
  expect(byAmina.picture).toEqual([200]);
  expect(await app.db.select().from(conversationMembers)).toHaveLength(memberships.length);
  expect(JSON.stringify(await listExported(app, gone))).toContain(own.id);
  expect(JSON.stringify(await listExported(app, late))).not.toContain(old.id);
});
