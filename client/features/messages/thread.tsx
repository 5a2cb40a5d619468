import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router-dom";
import type { UserId } from "#shared/accounts/user.ts";
import { messagesContract } from "#shared/messages/contract.ts";
import type { Conversation, ConversationId, Message } from "#shared/messages/message.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { formatCalendarDay } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { PagedList } from "#client/ui/feedback/paged-list.tsx";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton, Skeletons } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { getConversationName } from "./conversation-list.tsx";
import { type Delivery, MessageBubble } from "./message-bubble.tsx";
import { MessageForm, useComposer } from "./message-form.tsx";
import type { MessageOutbox } from "./message-outbox.ts";
import { type GetPersonActions, ThreadHeader } from "./thread-header.tsx";
import { UnsentMessages } from "./unsent-messages.tsx";
import {
  useAnnounceTyping,
  useMessageChanges,
  useMessages,
  useReadReceipts,
  useStickToEnd,
  useTyping,
} from "./use-thread.ts";

interface ThreadProps {
  readonly conversationId: ConversationId;
  readonly userId: UserId;
  readonly outbox: MessageOutbox;
  readonly getPersonActions: GetPersonActions;
  readonly onReport: (message: Message) => void;
}

export function Thread({ conversationId, outbox, getPersonActions, onReport }: ThreadProps) {
  const params = { conversationId };
  const conversation = useQuery(query(messagesContract.getConversation, { params }));
  return (
    <QueryState
      query={conversation}
      loading={
        <Skeletons count={4} className="flex flex-col gap-3 p-4">
          <Skeleton className="h-14 rounded-card" />
        </Skeletons>
      }
      errorTitle={t("messages.failed")}
    >
      {(shown) => (
        <>
          <ThreadHeader conversation={shown} getPersonActions={getPersonActions} />
          <Messages conversation={shown} outbox={outbox} onReport={onReport} />
        </>
      )}
    </QueryState>
  );
}

interface MessagesProps {
  readonly conversation: Conversation;
  readonly outbox: MessageOutbox;
  readonly onReport: (message: Message) => void;
}

function Messages({ conversation, outbox, onReport }: MessagesProps) {
  const { id, state, isGroup, lastNumber } = conversation;
  const query = useMessages(id);
  const messages = query.rows ?? [];
  const changes = useMessageChanges();
  const container = useStickToEnd(messages.length + outbox.listWaiting(id).length);
  useReadReceipts(conversation, state === "active");
  const announceTyping = useAnnounceTyping(id, state === "active" && conversation.isAccepted);

  const composer = useComposer(id, outbox, changes, conversation.isAccepted);
  return (
    <>
      <div
        ref={container}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled with the keyboard.
        tabIndex={0}
        role="log"
        aria-label={t("messages.thread")}
        className="min-h-0 flex-1 overflow-y-auto p-3 -outline-offset-2"
      >
        <PagedList
          query={query}
          previousLabel={t("messages.earlier")}
          errorTitle={t("messages.failed")}
          className="flex flex-col gap-2"
        >
          {(message, index) => (
            <>
              <DateSeparator at={message.createdAt} previous={messages[index - 1]?.createdAt} />
              <MessageBubble
                message={message}
                isGroup={isGroup}
                delivery={getDelivery(message, conversation)}
                onReact={(emoji) => changes.react(message, emoji)}
                onReply={() => composer.reply(message)}
                onEdit={() => composer.edit(message)}
                onDelete={() => changes.remove(message)}
                onReport={() => onReport(message)}
              />
            </>
          )}
        </PagedList>
        <UnsentMessages outbox={outbox} conversationId={id} messages={messages} />
        <TypingIndicator key={messages.length} conversationId={id} />
      </div>
      {state === "request" ? (
        <MessageRequest conversation={conversation} />
      ) : conversation.isBlocked ? (
        <p className="border-line border-t p-4 text-muted">{t("messages.blocked")}</p>
      ) : (
        <MessageForm {...composer.form} onTyping={announceTyping} />
      )}
      {lastNumber > 0 && !conversation.isAccepted && state === "active" && (
        <p className="px-3 pb-2 text-muted text-small">{t("messages.notAccepted")}</p>
      )}
    </>
  );
}

function TypingIndicator({ conversationId }: { readonly conversationId: ConversationId }) {
  const isTyping = useTyping(conversationId);
  return (
    <p aria-live="polite" className="h-6 pt-1 text-muted text-small">
      {isTyping && t("messages.typing")}
    </p>
  );
}

/** Null for messages of others and in groups. */
function getDelivery({ isMine, number }: Message, { isGroup, members: [other] }: Conversation): Delivery {
  if (!isMine || isGroup) return null;
  if (!other || other.readNumber === null || other.deliveredNumber === null) return "sent";
  return other.readNumber >= number ? "read" : other.deliveredNumber >= number ? "delivered" : "sent";
}

function DateSeparator({ at, previous }: { readonly at: Date; readonly previous: Date | undefined }) {
  if (previous?.toDateString() === at.toDateString()) return null;
  return <p className="my-2 text-center text-muted text-small">{formatCalendarDay(at)}</p>;
}

/** Accepts or declines a message request. */
function MessageRequest({ conversation }: { readonly conversation: Conversation }) {
  const navigate = useNavigate();
  const params = { conversationId: conversation.id };
  const acceptMutation = useContractMutation(messagesContract.acceptRequest);
  const declineMutation = useContractMutation(messagesContract.leaveConversation);
  return (
    <div className="flex flex-col gap-3 border-line border-t p-4">
      <p className="text-small">{t("messages.requestHint", { name: getConversationName(conversation) })}</p>
      <div className="flex gap-2">
        <Button
          isPending={acceptMutation.isPending}
          disabled={declineMutation.isPending}
          onClick={() => acceptMutation.mutate({ params })}
        >
          {t("messages.accept")}
        </Button>
        <Button
          tone="secondary"
          isPending={declineMutation.isPending}
          disabled={acceptMutation.isPending}
          onClick={() =>
            declineMutation.mutate(
              { params },
              { onSuccess: () => void navigate("/messages?folder=requests") },
            )
          }
        >
          {t("messages.decline")}
        </Button>
      </div>
    </div>
  );
}
