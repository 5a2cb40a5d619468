import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { UserId } from "#shared/accounts/user.ts";
import { messagesContract } from "#shared/messages/contract.ts";
import type { ConversationId, Message } from "#shared/messages/message.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { getId } from "#client/testing/factories.ts";
import { reply, stubCalls, stubRejection } from "#client/testing/stub-calls.ts";
import { MessageOutbox } from "./message-outbox.ts";
import { sendWaitingMessages } from "./send-waiting-messages.ts";
import type { WaitingMessage } from "./waiting-message.ts";

const { sendPrivateMessage } = messagesContract;
const [amina, yusuf] = [getId(1) as UserId, getId(2) as UserId];
const [conversationId, otherConversationId] = [getId(3) as ConversationId, getId(4) as ConversationId];

const sent: Message = {
  id: getId(9) as Message["id"],
  number: 1,
  clientId: getId(8),
  sender: null,
  isMine: true,
  content: [],
  source: "",
  isDeleted: false,
  pictures: [],
  replyTo: null,
  reactions: [],
  createdAt: new Date(),
  editedAt: null,
};

const refusal = stubRejection(sendPrivateMessage, {
  code: "cannot_message",
  message: "",
  reason: { code: "cannot_message" },
});

const write = (n: number, change: Partial<WaitingMessage> = {}): WaitingMessage => ({
  clientId: getId(100 + n),
  conversationId,
  text: `Message ${n}`,
  replyToId: null,
  at: new Date(n * 1_000).toISOString(),
  ...change,
});

const outboxes: MessageOutbox[] = [];

/** As after a reload: what a new page of the same user reads. */
function open(userId = amina) {
  const outbox = new MessageOutbox(userId, () => {});
  outboxes.push(outbox);
  return outbox;
}

const listFailed = (outbox: MessageOutbox, id = conversationId) =>
  outbox.listFailed(id).map(({ text, error }) => [text, getErrorMessage(error)]);

beforeEach(() => localStorage.clear());
afterEach(() => {
  for (const outbox of outboxes.splice(0)) outbox.close();
});

test("a refused message stays with its text and reason, also after a reload, in its conversation", async () => {
  stubCalls(refusal);
  const outbox = open();
  outbox.put(write(2, { conversationId: otherConversationId }));
  outbox.put(write(1));
  await vi.waitFor(() => expect(outbox.listFailed(otherConversationId)).toHaveLength(1));
  const failed = [["Message 1", "This person does not accept messages."]];
  await vi.waitFor(() => expect(listFailed(outbox)).toEqual(failed));

  expect(listFailed(open())).toEqual(failed);
  expect(listFailed(open(), otherConversationId)).toHaveLength(1);
  expect(open().listWaiting(conversationId)).toEqual([]);
  expect(listFailed(open(yusuf))).toEqual([]);
});

test.each([
  "invalid_input",
  "forbidden",
  "not_found",
  "conflict",
  "too_large",
  "unprocessable_file",
] as const)("a message refused with %s is not lost", async (code) => {
  stubCalls(stubRejection(sendPrivateMessage, { code, message: "" }));
  const outbox = open();
  outbox.put(write(1));
  await vi.waitFor(() => expect(outbox.listFailed(conversationId)).toHaveLength(1));
});

test.each(["unauthenticated", "too_many_requests", "internal", "unavailable"] as const)(
  "a message that meets %s waits",
  async (code) => {
    const { calls } = stubCalls(stubRejection(sendPrivateMessage, { code, message: "" }));
    const outbox = open();
    outbox.put(write(1));
    await vi.waitFor(() => expect(calls).toHaveLength(1));
    await outbox.waitUntilFlushed();
    expect(open().listWaiting(conversationId)).toMatchObject([{ text: "Message 1" }]);
    expect(listFailed(outbox)).toEqual([]);
  },
);

test("a refused message is sent again once, or discarded; the other one stays", async () => {
  const { calls, add } = stubCalls(refusal);
  const outbox = open();
  for (const n of [1, 2, 3]) outbox.put(write(n));
  await vi.waitFor(() => expect(listFailed(outbox)).toHaveLength(3));
  add(reply(sendPrivateMessage, sent));
  calls.length = 0;

  const [first] = outbox.listFailed(conversationId);
  if (first) outbox.retry(first);
  await vi.waitFor(() => expect(calls.map(({ body }) => body)).toMatchObject([{ text: "Message 1" }]));
  outbox.discard(write(2).clientId);
  await vi.waitFor(() => expect(outbox.listWaiting(conversationId)).toEqual([]));
  expect(listFailed(open()).map(([text]) => text)).toEqual(["Message 3"]);
});

test("a message that does not fit into the storage is shown and sent too", async () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  const api = stubCalls(stubRejection(sendPrivateMessage, { code: "unavailable", message: "" }));
  const outbox = open();
  outbox.put(write(1));
  expect(outbox.listWaiting(conversationId)).toMatchObject([{ text: "Message 1" }]);
  await vi.waitFor(() => expect(api.calls).toHaveLength(1));
  vi.restoreAllMocks();
});

test("waiting messages are sent on whatever page is open", async () => {
  const api = stubCalls(stubRejection(sendPrivateMessage, { code: "unavailable", message: "" }));
  const former = open();
  former.put(write(1));
  await vi.waitFor(() => expect(api.calls).toHaveLength(1));
  former.close();
  api.add(reply(sendPrivateMessage, sent));

  const stop = sendWaitingMessages(amina, new QueryClient());

  await vi.waitFor(() => expect(open().listWaiting(conversationId)).toEqual([]));
  stop();
});

test("another user's messages are neither shown nor sent", async () => {
  const { calls } = stubCalls();
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("offline")));
  const other = open(yusuf);
  other.put(write(1));
  await other.waitUntilFlushed();
  const api = stubCalls(reply(sendPrivateMessage, sent));
  const outbox = open();
  outbox.flush();
  outbox.put(write(2));
  await vi.waitFor(() => expect(outbox.listWaiting(conversationId)).toEqual([]));
  expect(api.calls.map(({ body }) => body)).toMatchObject([{ text: "Message 2" }]);
  expect(calls).toEqual([]);
  expect(open(yusuf).listWaiting(conversationId)).toMatchObject([{ text: "Message 1" }]);
});

test("a message is sent with its pictures and the one that it replies to, and without them otherwise", async () => {
  const { calls } = stubCalls(reply(sendPrivateMessage, sent));
  const onSent = vi.fn();
  const outbox = new MessageOutbox(amina, onSent);
  outboxes.push(outbox);
  const [replyToId, pictureId] = [getId(50) as Message["id"], getId(51)];
  outbox.put(write(1, { replyToId, pictureIds: [pictureId] as never }));
  outbox.put(write(2, { conversationId: otherConversationId }));
  const sentTo = [conversationId, otherConversationId];
  await vi.waitFor(() => expect(onSent.mock.calls.map(([id]) => id)).toEqual(sentTo));

  expect(calls.map(({ url, body }) => [url.includes(conversationId), body])).toEqual([
    [true, { clientId: getId(101), text: "Message 1", replyToId, pictureIds: [pictureId] }],
    [false, { clientId: getId(102), text: "Message 2" }],
  ]);
});

test("waiting messages of a conversation are listed by time, and changes are told until the end", async () => {
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("offline")));
  const outbox = open();
  const versions: number[] = [];
  const stop = outbox.subscribe(() => versions.push(outbox.version()));
  const before = outbox.version();
  for (const n of [3, 1, 2]) outbox.put(write(n));
  outbox.put(write(4, { conversationId: otherConversationId }));
  await outbox.waitUntilFlushed();

  expect(outbox.listWaiting(conversationId).map(({ text }) => text)).toEqual([
    "Message 1",
    "Message 2",
    "Message 3",
  ]);
  expect(outbox.listWaiting(otherConversationId)).toHaveLength(1);
  expect(versions.slice(0, 4)).toEqual([1, 2, 3, 4].map((n) => before + n));
  stop();
  const told = versions.length;
  outbox.discard(write(1).clientId);
  expect(versions).toHaveLength(told);
  expect(outbox.version()).toBe((versions.at(-1) ?? 0) + 1);
});

test("waiting messages are sent on request after the network returned, and not after the end", async () => {
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("offline")));
  const [outbox, closed] = [open(), open(yusuf)];
  outbox.put(write(1));
  closed.put(write(2));
  await Promise.all([outbox.waitUntilFlushed(), closed.waitUntilFlushed()]);
  closed.close();
  const { calls } = stubCalls(reply(sendPrivateMessage, sent));
  const told = vi.fn();
  outbox.subscribe(told);

  outbox.flush();
  await outbox.waitUntilFlushed();

  expect(calls.map(({ body }) => body)).toMatchObject([{ text: "Message 1" }]);
  await vi.waitFor(() => expect(told).toHaveBeenCalled());
  expect(outbox.listWaiting(conversationId)).toEqual([]);
  expect(closed.listWaiting(conversationId)).toHaveLength(1);
});

test("a message that is discarded while another one is sent is not sent", async () => {
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("offline")));
  const onSent = vi.fn(() => outbox.discard(write(2).clientId));
  const outbox = new MessageOutbox(amina, onSent);
  outboxes.push(outbox);
  for (const n of [1, 2]) outbox.put(write(n));
  await outbox.waitUntilFlushed();
  const { calls } = stubCalls(reply(sendPrivateMessage, sent));

  outbox.flush();
  await outbox.waitUntilFlushed();

  expect(calls.map(({ body }) => body)).toMatchObject([{ text: "Message 1" }]);
  expect(onSent).toHaveBeenCalledTimes(1);
});

test("a closed outbox does not try again", async () => {
  const { calls } = stubCalls(stubRejection(sendPrivateMessage, { code: "unavailable", message: "" }));
  vi.useFakeTimers();
  const outbox = open();
  outbox.put(write(1));
  await vi.advanceTimersByTimeAsync(0);
  outbox.close();
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  expect(calls).toHaveLength(1);
});
