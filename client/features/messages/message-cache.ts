import type { InfiniteData, QueryClient, QueryKey } from "@tanstack/react-query";
import type { ReplyOf } from "#shared/api/contract.ts";
import { call } from "#shared/api/http-client.ts";
import type { LiveEvent } from "#shared/events/contract.ts";
import { messagesContract } from "#shared/messages/contract.ts";
import { type Conversation, ConversationId, type Message } from "#shared/messages/message.ts";
import { summarizeMessage } from "#shared/messages/summarize-message.ts";
import { onLiveEvent } from "#client/features/live-events/index.ts";
import { getQueryKey } from "#client/lib/api/query.ts";

const { getConversation, listConversations, listPrivateMessages, countUnread } = messagesContract;

type MessagePages = InfiniteData<ReplyOf<typeof listPrivateMessages>>;
type ConversationPages = InfiniteData<ReplyOf<typeof listConversations>>;

const maxExcerpt = 90;
const maxFetched = 100;

/** The key of a conversation's messages, whose first page has the newest ones. */
export const getThreadKey = (conversationId: ConversationId): QueryKey => [
  ...getQueryKey(listPrivateMessages, { params: { conversationId }, query: {} }),
  "backwards",
];

/** Shows a message that this tab sent. */
export async function showSent(client: QueryClient, id: ConversationId, sent: Message): Promise<void> {
  const last = findLastNumber(client, id);
  // Others wrote meanwhile.
  if (last !== null && sent.number > last + 1) await fetchLater(client, id);
  else addMessages(client, id, [sent]);
  if (!isPatchable(client, id)) return refetchConversation(client, id);
  updateConversation(client, id, (shown) => addMessage(shown, sent, true));
}

/**
 * Shows messages and read receipts of others as they arrive.
 *
 * @returns a function that stops
 */
export function receiveMessages(client: QueryClient): () => void {
  return onLiveEvent(({ message, receipt }) => {
    if (message) void receiveMessage(client, message).catch(() => undefined);
    if (receipt) applyReceipt(client, receipt);
  });
}

/** Fetches new messages into an open conversation; elsewhere the lists and the count are refetched. */
async function receiveMessage(
  client: QueryClient,
  { conversationId, number }: NonNullable<LiveEvent["message"]>,
): Promise<void> {
  const id = ConversationId.parse(conversationId);
  const isOpen =
    client
      .getQueryCache()
      .find({ queryKey: getThreadKey(id) })
      ?.isActive() ?? false;
  if (!isOpen || findLastNumber(client, id) === null || !isPatchable(client, id)) {
    await Promise.all([
      client.invalidateQueries({ queryKey: getThreadKey(id) }),
      refetchConversation(client, id),
    ]);
    return;
  }
  const received = await fetchLater(client, id, number);
  // An open conversation marks it read while the page is visible.
  const isRead = document.visibilityState === "visible";
  for (const message of received)
    updateConversation(client, id, (shown) => addMessage(shown, message, isRead));
  if (!isRead) await refetchUnread(client);
}

/** Shows how far another member has read. */
function applyReceipt(
  client: QueryClient,
  { conversationId, userId, deliveredNumber, readNumber }: NonNullable<LiveEvent["receipt"]>,
): void {
  updateConversation(client, ConversationId.parse(conversationId), (shown) => ({
    ...shown,
    members: shown.members.map((member) =>
      member.person.id === userId ? { ...member, deliveredNumber, readNumber } : member,
    ),
  }));
}

/** Shows that the reader has read a conversation in this tab. */
export function showRead(
  client: QueryClient,
  { id, unreadCount, mutedUntil }: Conversation,
  number: number,
): void {
  updateConversation(client, id, (shown) => ({
    ...shown,
    readNumber: Math.max(shown.readNumber, number),
    unreadCount: 0,
  }));
  if (unreadCount > 0 && mutedUntil === null) void refetchUnread(client);
}

const getConversationKey = (conversationId: ConversationId) =>
  getQueryKey(getConversation, { params: { conversationId } });

/** A first message or answer changes more than the conversation's last message. */
function isPatchable(client: QueryClient, id: ConversationId): boolean {
  const shown = client.getQueryData<Conversation>(getConversationKey(id));
  return shown !== undefined && shown.state === "active" && shown.isAccepted;
}

function addMessage(
  shown: Conversation,
  { number, content, pictures, isMine, sender, createdAt }: Message,
  isRead: boolean,
): Conversation {
  if (number <= shown.lastNumber) return shown;
  return {
    ...shown,
    lastNumber: number,
    ...summarizeMessage(content, pictures.length > 0, maxExcerpt),
    activeAt: createdAt,
    readNumber: isMine ? number : shown.readNumber,
    unreadCount: isMine ? 0 : shown.unreadCount + (isRead ? 0 : 1),
    members: shown.members.map((member) =>
      member.person.id === sender?.id && member.readNumber !== null
        ? { ...member, deliveredNumber: number, readNumber: number }
        : member,
    ),
  };
}

/** Changes a conversation where it is shown, and moves it to the top when it has a new message. */
function updateConversation(
  client: QueryClient,
  id: ConversationId,
  change: (shown: Conversation) => Conversation,
): void {
  client.setQueryData<Conversation>(getConversationKey(id), (shown) => shown && change(shown));
  client.setQueriesData<ConversationPages>({ queryKey: getQueryKey(listConversations) }, (list) => {
    // Invitations to listen together list the conversations without pages.
    if (!list?.pages) return list;
    const shown = list.pages.flatMap(({ conversations }) => conversations).find((each) => each.id === id);
    if (!shown) return list;
    const changed = change(shown);
    const isFirst = changed.lastNumber > shown.lastNumber;
    const pages = list.pages.map((page, n) => {
      const others = page.conversations.filter((each) => each.id !== id);
      const inPlace = page.conversations.map((each) => (each.id === id ? changed : each));
      return { ...page, conversations: isFirst ? (n === 0 ? [changed, ...others] : others) : inPlace };
    });
    return { ...list, pages };
  });
}

const refetchUnread = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: getQueryKey(countUnread) });

async function refetchConversation(client: QueryClient, id: ConversationId): Promise<void> {
  await Promise.all([
    refetchUnread(client),
    client.invalidateQueries({ queryKey: getConversationKey(id) }),
    client.invalidateQueries({ queryKey: getQueryKey(listConversations) }),
  ]);
}

function findLastNumber(client: QueryClient, id: ConversationId): number | null {
  const pages = client.getQueryData<MessagePages>(getThreadKey(id))?.pages;
  return pages ? (pages[0]?.messages.at(-1)?.number ?? 0) : null;
}

/** One request at a time for each conversation. */
const fetching = new Map<ConversationId, Promise<unknown>>();

/** Fetches the messages after those that are shown, up to a number. */
async function fetchLater(
  client: QueryClient,
  conversationId: ConversationId,
  number = Number.POSITIVE_INFINITY,
): Promise<readonly Message[]> {
  const previous = fetching.get(conversationId);
  const next = (async () => {
    await previous?.catch(() => undefined);
    const after = findLastNumber(client, conversationId);
    if (after === null || after >= number) return [];
    const query = { after, limit: maxFetched };
    const { messages } = await call(listPrivateMessages, { params: { conversationId }, query });
    if (messages.length === maxFetched) throw new Error("More messages than fit one page.");
    addMessages(client, conversationId, messages);
    return messages;
  })();
  fetching.set(conversationId, next);
  try {
    return await next;
  } catch {
    await client.invalidateQueries({ queryKey: getThreadKey(conversationId) });
    return [];
  } finally {
    if (fetching.get(conversationId) === next) fetching.delete(conversationId);
  }
}

function addMessages(client: QueryClient, id: ConversationId, added: readonly Message[]): void {
  client.setQueryData<MessagePages>(getThreadKey(id), (list) => {
    const [newest, ...earlier] = list?.pages ?? [];
    if (!list || !newest) return list;
    const byId = new Map([...newest.messages, ...added].map((message) => [message.id, message]));
    const messages = [...byId.values()].sort((a, b) => a.number - b.number);
    return { ...list, pages: [{ ...newest, messages }, ...earlier] };
  });
}
