import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { UserId } from "#shared/accounts/user.ts";
import { type ConversationId, type Message, messagesContract } from "#shared/messages/contract.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { getId } from "#client/testing/factories.ts";
import { reply, stubCalls, stubRejection } from "#client/testing/stub-calls.ts";
import { MessageOutbox } from "./message-outbox.ts";
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

test("another user's messages are neither shown nor sent", async () => {
  const { calls } = stubCalls();
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("offline")));
  open(yusuf).put(write(1));
  const api = stubCalls(reply(sendPrivateMessage, sent));
  const outbox = open();
  outbox.flush();
  outbox.put(write(2));
  await vi.waitFor(() => expect(outbox.listWaiting(conversationId)).toEqual([]));
  expect(api.calls.map(({ body }) => body)).toMatchObject([{ text: "Message 2" }]);
  expect(calls).toEqual([]);
  expect(open(yusuf).listWaiting(conversationId)).toMatchObject([{ text: "Message 1" }]);
});
