import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, onTestFinished, test, vi } from "vitest";
import type { UserId } from "#shared/accounts/user.ts";
import type { LiveEvent } from "#shared/events/contract.ts";
import { messagesContract } from "#shared/messages/contract.ts";
import type { Conversation, Message } from "#shared/messages/message.ts";
import type { RichText } from "#shared/rich-text/rich-text.ts";
import { applyServerEvent } from "#client/features/live-events/server-events.ts";
import { pagedQuery } from "#client/lib/api/paged-query.ts";
import { getQueryKey, query } from "#client/lib/api/query.ts";
import { getId } from "#client/testing/factories.ts";
import { reply, stubCalls } from "#client/testing/stub-calls.ts";
import { getThreadKey, receiveMessages, showRead, showSent } from "./message-cache.ts";

const { getConversation, listConversations, listPrivateMessages, countUnread } = messagesContract;
const [id, otherId] = [getId(3) as Conversation["id"], getId(4) as Conversation["id"]];
const yusuf = {
  id: getId(2) as UserId,
  username: "yusuf",
  name: "Yusuf B.",
  profileImageUrl: "",
  hasProfile: false,
};

const conversation: Conversation = {
  id,
  title: "",
  isGroup: false,
  state: "active",
  isAccepted: true,
  members: [{ person: yusuf, deliveredNumber: 1, readNumber: 1 }],
  excerpt: "First",
  attachment: null,
  lastNumber: 1,
  readNumber: 1,
  unreadCount: 0,
  mutedUntil: null,
  isBlocked: false,
  activeAt: new Date("2026-03-01T12:00:00Z"),
};

const makeMessage = (number: number, text: string, isMine = false): Message => ({
  id: getId(10 + number) as Message["id"],
  number,
  clientId: getId(20 + number),
  sender: isMine ? null : yusuf,
  isMine,
  content: [{ type: "paragraph", children: [{ type: "text", text }] }] as unknown as RichText,
  source: null,
  isDeleted: false,
  pictures: [],
  replyTo: null,
  reactions: [],
  createdAt: new Date("2026-03-01T12:05:00Z"),
  editedAt: null,
});

const listQuery = pagedQuery(listConversations, { query: { folder: "inbox" } });

/** The pages of a reader: the list, the count, and maybe the open conversation. */
function openPages({ isThreadOpen }: { readonly isThreadOpen: boolean }) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 600_000, retry: false } } });
  const other = { ...conversation, id: otherId };
  const page = { conversations: [other, conversation], requestCount: 0, nextCursor: null };
  client.setQueryData(listQuery.queryKey, { pages: [page], pageParams: [null] });
  client.setQueryData(getQueryKey(countUnread, {}), { count: 0 });
  client.setQueryData(getQueryKey(getConversation, { params: { conversationId: id } }), conversation);
  const thread = { pages: [{ messages: [makeMessage(1, "First")], hasEarlier: false }], pageParams: [null] };
  client.setQueryData(getThreadKey(id), thread);
  new QueryObserver(client, query(countUnread, {})).subscribe(() => {});
  if (isThreadOpen) {
    new QueryObserver(client, { queryKey: getThreadKey(id), queryFn: () => expect.fail() }).subscribe(
      () => {},
    );
  }
  return {
    client,
    listTexts: () =>
      client
        .getQueryData<typeof thread>(getThreadKey(id))
        ?.pages.flatMap(({ messages }) => messages.map(({ number }) => number)),
    getShown: () =>
      client.getQueryData<Conversation>(getQueryKey(getConversation, { params: { conversationId: id } })),
    listRows: () => client.getQueryData(listQuery.queryKey)?.pages[0]?.conversations.map((row) => row.id),
  };
}

/** Passes an event of the server to the pages of a reader. */
function receive(client: QueryClient, event: Omit<LiveEvent, "topics">): void {
  onTestFinished(receiveMessages(client));
  void applyServerEvent(client, { topics: [], ...event });
}

test("a message of another one is fetched by its number into the open conversation, once", async () => {
  const { client, listTexts, getShown, listRows } = openPages({ isThreadOpen: true });
  const second = makeMessage(2, "Second");
  const { calls } = stubCalls(reply(listPrivateMessages, { messages: [second], hasEarlier: true }));

  receive(client, { message: { conversationId: id, number: 2 } });
  void applyServerEvent(client, { topics: [], message: { conversationId: id, number: 2 } });
  await vi.waitFor(() => expect(getShown()?.lastNumber).toBe(2));

  expect(calls.map(({ url }) => url)).toEqual([`/api/conversations/${id}/messages?after=1&limit=100`]);
  expect(listTexts()).toEqual([1, 2]);
  expect(getShown()).toMatchObject({ lastNumber: 2, readNumber: 1, excerpt: "Second", unreadCount: 0 });
  expect(getShown()?.members).toMatchObject([{ deliveredNumber: 2, readNumber: 2 }]);
  expect(listRows()).toEqual([id, otherId]);
});

test("elsewhere, only the shown count is fetched, and the conversation when it is opened", async () => {
  const { client } = openPages({ isThreadOpen: false });
  const { calls } = stubCalls(reply(countUnread, { count: 1 }));

  receive(client, { message: { conversationId: id, number: 2 } });

  await vi.waitFor(() => expect(calls.map(({ url }) => url)).toEqual(["/api/conversations/unread"]));
  const stale = client.getQueryCache().findAll({ stale: true });
  expect(stale.map(({ queryKey }) => queryKey)).toContainEqual(getThreadKey(id));
  expect(stale.map(({ queryKey }) => queryKey)).toContainEqual(listQuery.queryKey);
});

test("the sender shows a sent message without a request, unless another one came between", async () => {
  const { client, listTexts, getShown, listRows } = openPages({ isThreadOpen: true });
  const { calls, add } = stubCalls();

  await showSent(client, id, makeMessage(2, "Sent", true));

  expect(calls).toEqual([]);
  expect(listTexts()).toEqual([1, 2]);
  expect(getShown()).toMatchObject({ lastNumber: 2, readNumber: 2, excerpt: "Sent" });
  expect(listRows()).toEqual([id, otherId]);

  const [theirs, mine] = [makeMessage(3, "Theirs"), makeMessage(4, "Mine", true)];
  add(reply(listPrivateMessages, { messages: [theirs, mine], hasEarlier: true }));
  await showSent(client, id, mine);
  expect(listTexts()).toEqual([1, 2, 3, 4]);
});

test("a list of conversations without pages stays as it is", async () => {
  const { client, getShown } = openPages({ isThreadOpen: true });
  const key = getQueryKey(listConversations, { query: { limit: 20 } });
  const list = { conversations: [conversation], requestCount: 0, nextCursor: null };
  client.setQueryData(key, list);

  await showSent(client, id, makeMessage(2, "Sent", true));

  expect(getShown()?.lastNumber).toBe(2);
  expect(client.getQueryData(key)).toBe(list);
});

test("a receipt changes what is shown, without a request", () => {
  const { client, getShown } = openPages({ isThreadOpen: true });
  const { calls } = stubCalls();

  receive(client, {
    receipt: { conversationId: id, userId: yusuf.id, deliveredNumber: 5, readNumber: 4 },
  });

  expect(getShown()?.members).toMatchObject([{ deliveredNumber: 5, readNumber: 4 }]);
  expect(calls).toEqual([]);
});

test("reading a conversation fetches the count only when it had unread messages", async () => {
  const { client, getShown } = openPages({ isThreadOpen: true });
  const { calls } = stubCalls(reply(countUnread, { count: 0 }));

  showRead(client, { ...conversation, lastNumber: 2 }, 2);
  expect(getShown()).toMatchObject({ readNumber: 2, unreadCount: 0 });
  expect(calls).toEqual([]);

  showRead(client, { ...conversation, unreadCount: 1 }, 2);
  await vi.waitFor(() => expect(calls).toHaveLength(1));
});
