import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { call } from "#shared/api/http-client.ts";
import { messagesContract } from "#shared/messages/contract.ts";
import type { Conversation, ConversationId, Message } from "#shared/messages/message.ts";
import { onLiveEvent } from "#client/features/live-events/index.ts";
import { toPagedQuery } from "#client/lib/api/paged-query.ts";
import { getQueryMeta, useContractMutation } from "#client/lib/api/query.ts";
import { tabHeaders } from "#client/lib/api/tab.ts";
import { getThreadKey, showRead } from "./message-cache.ts";

const { listPrivateMessages } = messagesContract;

/** The messages of a conversation in order, the newest page first loaded. */
export function useMessages(conversationId: ConversationId) {
  const params = { conversationId };
  const list = useInfiniteQuery({
    queryKey: getThreadKey(conversationId),
    meta: getQueryMeta(listPrivateMessages),
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) =>
      call(
        listPrivateMessages,
        { params, query: pageParam === null ? {} : { before: pageParam } },
        { signal },
      ),
    getNextPageParam: ({ messages, hasEarlier }) => (hasEarlier ? (messages[0]?.number ?? null) : null),
  });
  const paged = toPagedQuery(list, { getRows: ({ messages }) => messages, getKey: ({ id }) => id });
  const rows = paged.rows?.toSorted((a, b) => a.number - b.number);
  return { ...paged, rows, previous: paged.next, next: null };
}

export function useMessageChanges() {
  const updateMutation = useContractMutation(messagesContract.updateMessage);
  const deleteMutation = useContractMutation(messagesContract.deleteMessage);
  const reactMutation = useContractMutation(messagesContract.reactToMessage);
  return {
    change: ({ id }: Message, text: string, onSuccess: () => void) =>
      updateMutation.mutate({ params: { messageId: id }, body: { text } }, { onSuccess }),
    isChanging: updateMutation.isPending,
    remove: ({ id }: Message) => deleteMutation.mutate({ params: { messageId: id } }),
    react: ({ id }: Message, emoji: Parameters<typeof reactMutation.mutate>[0]["body"]["emoji"]) =>
      reactMutation.mutate({ params: { messageId: id }, body: { emoji } }),
  };
}

/** Scrolls to the end when something arrives, unless the reader has scrolled up. */
export function useStickToEnd(length: number) {
  const container = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const onScroll = () => {
      isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < 120;
    };
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => element.removeEventListener("scroll", onScroll);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when something arrives.
  useLayoutEffect(() => {
    if (isAtEnd.current) container.current?.scrollTo({ top: container.current.scrollHeight });
  }, [length]);
  return container;
}

/** Saves that the messages were received, and read while the page is visible. */
export function useReadReceipts(shown: Conversation, isEnabled: boolean): void {
  const { id, lastNumber, readNumber } = shown;
  const client = useQueryClient();
  const conversation = useRef(shown);
  conversation.current = shown;
  useEffect(() => {
    if (!isEnabled || lastNumber <= readNumber) return;
    const mark = () => {
      if (document.visibilityState !== "visible") return;
      const params = { conversationId: id };
      call(messagesContract.markConversation, { params, body: { read: lastNumber } }, { headers: tabHeaders })
        .then(() => showRead(client, conversation.current, lastNumber))
        .catch(() => undefined);
    };
    mark();
    document.addEventListener("visibilitychange", mark);
    return () => document.removeEventListener("visibilitychange", mark);
  }, [client, id, lastNumber, readNumber, isEnabled]);
}

const typingShownMs = 5_000;
const typingIntervalMs = 3_000;

export function useTyping(id: ConversationId): boolean {
  const [isTyping, setTyping] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onLiveEvent(({ typingIn }) => {
      if (typingIn !== id) return;
      setTyping(true);
      clearTimeout(timer);
      timer = setTimeout(() => setTyping(false), typingShownMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [id]);
  return isTyping;
}

export function useAnnounceTyping(conversationId: ConversationId, isEnabled: boolean): () => void {
  const last = useRef(0);
  return () => {
    if (!isEnabled || Date.now() - last.current < typingIntervalMs) return;
    last.current = Date.now();
    call(messagesContract.showTyping, { params: { conversationId } }).catch(() => undefined);
  };
}
