import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ArrowLeft, Ellipsis } from "lucide-react";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import type { UserId } from "#shared/accounts/user.ts";
import { call } from "#shared/api/http-client.ts";
import {
  type Conversation,
  type ConversationId,
  type Message,
  messagesContract,
} from "#shared/messages/contract.ts";
import { toExcerpt } from "#shared/rich-text/rich-text.ts";
import { errorMessage } from "#client/lib/api/error-message.ts";
import { query, queryKey, useContractMutation } from "#client/lib/api/query.ts";
import { subscribeToTyping } from "#client/lib/api/typing.ts";
import { formatCalendarDay } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { createId } from "#client/lib/uuid.ts";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton, Skeletons } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { Menu } from "#client/ui/overlays/menu.tsx";
import type { MenuProps } from "#client/ui/overlays/menu-popup.tsx";
import { conversationName } from "./conversation-list.tsx";
import { type Delivery, DeliveryMark, MessageBubble } from "./message-bubble.tsx";
import { MessageForm } from "./message-form.tsx";
import type { MessageOutbox } from "./message-outbox.ts";

const { getConversation, listPrivateMessages, listConversations, countUnread } = messagesContract;
const all = [getConversation, listPrivateMessages, listConversations, countUnread];

interface ThreadProps {
  readonly conversationId: ConversationId;
  readonly userId: UserId;
  readonly outbox: MessageOutbox;
  readonly personActions: (person: Conversation["members"][number]["person"] | null) => MenuProps["groups"];
  readonly onReport: (message: Message) => void;
}

export function Thread({ conversationId, outbox, personActions, onReport }: ThreadProps) {
  const params = { conversationId };
  const conversation = useQuery(query(getConversation, { params }));
  return (
    <QueryState
      of={conversation}
      loading={
        <Skeletons many={4} className="flex flex-col gap-3 p-4">
          <Skeleton className="h-14 rounded-card" />
        </Skeletons>
      }
      errorTitle={t("messages.failed")}
    >
      {(shown) => (
        <>
          <ThreadHeader conversation={shown} personActions={personActions} />
          <Messages conversation={shown} outbox={outbox} onReport={onReport} />
        </>
      )}
    </QueryState>
  );
}

interface ThreadHeaderProps {
  readonly conversation: Conversation;
  readonly personActions: ThreadProps["personActions"];
}

function ThreadHeader({ conversation, personActions }: ThreadHeaderProps) {
  const { id, isGroup, isMuted, members } = conversation;
  const navigate = useNavigate();
  const muting = useContractMutation(messagesContract.muteConversation, { refreshes: all });
  const leaving = useContractMutation(messagesContract.leaveConversation, { refreshes: [listConversations] });
  const params = { conversationId: id };
  const name = conversationName(conversation);
  const other = isGroup ? null : members[0]?.person;
  const leave = () =>
    leaving.mutate({ params }, { onSuccess: () => void navigate("/messages", { replace: true }) });
  return (
    <header className="flex items-center gap-2 border-line border-b p-2">
      <Link
        to="/messages"
        aria-label={t("messages.back")}
        className="grid size-11 place-items-center text-ink lg:hidden"
      >
        <ArrowLeft aria-hidden className="size-5.5 rtl:-scale-x-100" />
      </Link>
      <h2 className="min-w-0 flex-1 truncate ps-2 font-semibold">
        {other?.hasProfile ? (
          <Link
            to={`/readers/${encodeURIComponent(other.username)}`}
            className="text-ink no-underline hover:text-primary"
          >
            <bdi>{name}</bdi>
          </Link>
        ) : (
          <bdi>{name}</bdi>
        )}
        {isGroup && members.length > 0 && (
          <span className="block truncate font-normal text-muted text-small">
            <bdi>{members.map(({ person }) => person.name).join(", ")}</bdi>
          </span>
        )}
      </h2>
      <Menu
        label={t("messages.conversationActions")}
        groups={[
          [
            {
              label: t("messages.mute"),
              isChosen: isMuted,
              onSelect: () => muting.mutate({ params, body: { isMuted: !isMuted } }),
            },
            { label: t("messages.leave"), isDestructive: true, onSelect: leave },
          ],
          ...personActions(other ?? null).slice(1),
        ]}
        trigger={(props) => (
          <IconButton {...props} label={t("messages.conversationActions")} icon={<Ellipsis aria-hidden />} />
        )}
      />
    </header>
  );
}

interface MessagesProps {
  readonly conversation: Conversation;
  readonly outbox: MessageOutbox;
  readonly onReport: (message: Message) => void;
}

function Messages({ conversation, outbox, onReport }: MessagesProps) {
  const { id, state, isGroup, lastNumber } = conversation;
  const { list, messages } = useMessages(id);
  const [replied, setReplied] = useState<Message | null>(null);
  const [edited, setEdited] = useState<Message | null>(null);
  const changes = useMessageChanges();
  const box = useStickToEnd(messages.length + outbox.waiting(id).length);
  useMarks(conversation, state === "active");
  const tellTyping = useTypingCall(id, state === "active" && conversation.isAccepted);

  const send = (text: string): boolean => {
    const at = new Date().toISOString();
    if (edited) changes.change(edited, text);
    else outbox.put({ clientId: createId(), conversationId: id, text, replyToId: replied?.id ?? null, at });
    setEdited(null);
    setReplied(null);
    return true;
  };
  const target = edited ?? replied;
  return (
    <>
      <div
        ref={box}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled with the keyboard.
        tabIndex={0}
        role="log"
        aria-label={t("messages.thread")}
        className="min-h-0 flex-1 overflow-y-auto p-3 -outline-offset-2"
      >
        {list.hasNextPage && (
          <Earlier isPending={list.isFetchingNextPage} onShow={() => void list.fetchNextPage()} />
        )}
        <ol className="flex flex-col gap-2">
          {messages.map((message, index) => (
            <li key={message.id}>
              <DayMark at={message.createdAt} before={messages[index - 1]?.createdAt} />
              <MessageBubble
                message={message}
                isGroup={isGroup}
                delivery={deliveryOf(message, conversation)}
                onReact={(emoji) => changes.react(message, emoji)}
                onReply={() => setReplied(message)}
                onEdit={() => setEdited(message)}
                onDelete={() => changes.remove(message)}
                onReport={() => onReport(message)}
              />
            </li>
          ))}
          <Unsent outbox={outbox} conversationId={id} known={messages} />
        </ol>
        <Typing key={messages.length} conversationId={id} />
      </div>
      {state === "request" ? (
        <Request conversation={conversation} />
      ) : conversation.isBlocked ? (
        <p className="border-line border-t p-4 text-muted">{t("messages.blocked")}</p>
      ) : (
        <MessageForm
          key={edited?.id ?? "new"}
          about={
            target && {
              label: t(edited ? "messages.editing" : "messages.replying"),
              text: target.content ? toExcerpt(target.content) : "",
            }
          }
          initialText={edited?.source ?? ""}
          onCancelAbout={() => {
            setEdited(null);
            setReplied(null);
          }}
          onTyping={tellTyping}
          onSend={send}
        />
      )}
      {lastNumber > 0 && !conversation.isAccepted && state === "active" && (
        <p className="px-3 pb-2 text-muted text-small">{t("messages.notAccepted")}</p>
      )}
    </>
  );
}

function Typing({ conversationId }: { readonly conversationId: ConversationId }) {
  const isTyping = useTyping(conversationId);
  return (
    <p aria-live="polite" className="h-6 pt-1 text-muted text-small">
      {isTyping && t("messages.typing")}
    </p>
  );
}

function Earlier({ isPending, onShow }: { readonly isPending: boolean; readonly onShow: () => void }) {
  return (
    <div className="mb-3 text-center">
      <Button tone="secondary" size="small" isPending={isPending} onClick={onShow}>
        {t("messages.earlier")}
      </Button>
    </div>
  );
}

/** Null for messages of others and in groups. */
function deliveryOf({ isMine, number }: Message, { isGroup, members: [other] }: Conversation): Delivery {
  if (!isMine || isGroup) return null;
  if (!other || other.readNumber === null || other.deliveredNumber === null) return "sent";
  return other.readNumber >= number ? "read" : other.deliveredNumber >= number ? "delivered" : "sent";
}

interface UnsentProps {
  readonly outbox: MessageOutbox;
  readonly conversationId: ConversationId;
  readonly known: readonly Message[];
}

/** Messages that wait for a connection, and those that were refused. */
function Unsent({ outbox, conversationId, known }: UnsentProps) {
  const isKnown = (clientId: string) => known.some((message) => message.clientId === clientId);
  const waiting = outbox.waiting(conversationId).filter(({ clientId }) => !isKnown(clientId));
  return (
    <>
      {waiting.map(({ clientId, text }) => (
        <li key={clientId} className="flex justify-end">
          <div className="max-w-[min(34rem,85%)] rounded-card bg-primary/12 px-3.5 py-2.5">
            <p dir="auto" className="wrap-anywhere whitespace-pre-line">
              {text}
            </p>
            <p className="mt-1 flex justify-end text-muted">
              <DeliveryMark delivery="waiting" />
            </p>
          </div>
        </li>
      ))}
      {outbox.failed(conversationId).map(({ clientId, text, error }) => (
        <li key={clientId} className="flex justify-end">
          <div
            role="alert"
            className="max-w-[min(34rem,85%)] rounded-card border border-destructive px-3.5 py-2.5"
          >
            <p dir="auto" className="wrap-anywhere whitespace-pre-line">
              {text}
            </p>
            <p className="mt-1 text-destructive text-small">{errorMessage(error)}</p>
            <Button tone="quiet" size="small" onClick={() => outbox.discard(clientId)}>
              {t("messages.discard")}
            </Button>
          </div>
        </li>
      ))}
    </>
  );
}

function DayMark({ at, before }: { readonly at: Date; readonly before: Date | undefined }) {
  if (before?.toDateString() === at.toDateString()) return null;
  return <p className="my-2 text-center text-muted text-small">{formatCalendarDay(at)}</p>;
}

function Request({ conversation }: { readonly conversation: Conversation }) {
  const navigate = useNavigate();
  const params = { conversationId: conversation.id };
  const accepting = useContractMutation(messagesContract.acceptRequest, { refreshes: all });
  const declining = useContractMutation(messagesContract.leaveConversation, {
    refreshes: [listConversations],
  });
  return (
    <div className="flex flex-col gap-3 border-line border-t p-4">
      <p className="text-small">{t("messages.requestHint", { name: conversationName(conversation) })}</p>
      <div className="flex gap-2">
        <Button isPending={accepting.isPending} onClick={() => accepting.mutate({ params })}>
          {t("messages.accept")}
        </Button>
        <Button
          tone="secondary"
          onClick={() =>
            declining.mutate({ params }, { onSuccess: () => void navigate("/messages?folder=requests") })
          }
        >
          {t("messages.decline")}
        </Button>
      </div>
    </div>
  );
}

/** The messages of a conversation in order, the newest page first loaded. */
function useMessages(conversationId: ConversationId) {
  const params = { conversationId };
  const list = useInfiniteQuery({
    queryKey: [...queryKey(listPrivateMessages, { params, query: {} }), "backwards"],
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) =>
      call(
        listPrivateMessages,
        { params, query: pageParam === null ? {} : { before: pageParam } },
        { signal },
      ),
    getNextPageParam: ({ messages, hasEarlier }) => (hasEarlier ? (messages[0]?.number ?? null) : null),
  });
  const messages = useMemo(
    () => [...(list.data?.pages ?? [])].reverse().flatMap((page) => page.messages),
    [list.data],
  );
  return { list, messages };
}

function useMessageChanges() {
  const options = { refreshes: all };
  const changing = useContractMutation(messagesContract.changeMessage, options);
  const deleting = useContractMutation(messagesContract.deleteMessage, options);
  const reacting = useContractMutation(messagesContract.reactToMessage, options);
  return {
    change: ({ id }: Message, text: string) => changing.mutate({ params: { messageId: id }, body: { text } }),
    remove: ({ id }: Message) => deleting.mutate({ params: { messageId: id } }),
    react: ({ id }: Message, emoji: Parameters<typeof reacting.mutate>[0]["body"]["emoji"]) =>
      reacting.mutate({ params: { messageId: id }, body: { emoji } }),
  };
}

/** Scrolls to the end when something arrives, unless the reader has scrolled up. */
function useStickToEnd(length: number) {
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const onScroll = () => {
      isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < 120;
    };
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => element.removeEventListener("scroll", onScroll);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when something arrives.
  useLayoutEffect(() => {
    if (isAtEnd.current) box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [length]);
  return box;
}

/** Saves that the messages were received, and read while the page is visible. */
function useMarks({ id, lastNumber, readNumber }: Conversation, isEnabled: boolean): void {
  useEffect(() => {
    if (!isEnabled || lastNumber <= readNumber) return;
    const mark = () => {
      if (document.visibilityState !== "visible") return;
      const params = { conversationId: id };
      call(messagesContract.markConversation, { params, body: { read: lastNumber } }).catch(() => undefined);
    };
    mark();
    document.addEventListener("visibilitychange", mark);
    return () => document.removeEventListener("visibilitychange", mark);
  }, [id, lastNumber, readNumber, isEnabled]);
}

const typingShownMs = 5_000;
const typingCallMs = 3_000;

function useTyping(id: ConversationId): boolean {
  const [isTyping, setTyping] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = subscribeToTyping((conversationId) => {
      if (conversationId !== id) return;
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

function useTypingCall(conversationId: ConversationId, isEnabled: boolean): () => void {
  const last = useRef(0);
  return () => {
    if (!isEnabled || Date.now() - last.current < typingCallMs) return;
    last.current = Date.now();
    call(messagesContract.showTyping, { params: { conversationId } }).catch(() => undefined);
  };
}
