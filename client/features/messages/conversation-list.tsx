import { BellOff, Users } from "lucide-react";
import { Link } from "react-router-dom";
import { messagesContract } from "#shared/messages/contract.ts";
import type { Conversation, ConversationId } from "#shared/messages/message.ts";
import { usePagedQuery } from "#client/lib/api/paged-query.ts";
import { formatItems, formatRelativeTime } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Avatar } from "#client/ui/avatar.tsx";
import { PagedList } from "#client/ui/feedback/paged-list.tsx";
import { EmptyState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { formatExcerpt } from "./format-excerpt.ts";

export type Folder = "inbox" | "requests";

interface ConversationListProps {
  readonly folder: Folder;
  readonly selected: ConversationId | null;
}

export function ConversationList({ folder, selected }: ConversationListProps) {
  return (
    <PagedList
      query={useConversations(folder)}
      className="flex flex-col gap-1"
      skeleton={<Skeleton className="h-18 rounded-card" />}
      skeletonCount={5}
      empty={
        <EmptyState
          title={t(folder === "inbox" ? "messages.none" : "messages.noRequests")}
          hint={t(folder === "inbox" ? "messages.noneHint" : "messages.noRequestsHint")}
        />
      }
      errorTitle={t("messages.failed")}
    >
      {(conversation) => (
        <ConversationRow conversation={conversation} isSelected={conversation.id === selected} />
      )}
    </PagedList>
  );
}

export const useConversations = (folder: Folder) =>
  usePagedQuery(messagesContract.listConversations, { query: { folder } });

/** The title of a group, else the names of the others. */
export function getConversationName({ title, members }: Conversation): string {
  return title || formatItems(members.map(({ person }) => person.name)) || t("messages.deletedUser");
}

interface ConversationRowProps {
  readonly conversation: Conversation;
  readonly isSelected: boolean;
}

function ConversationRow({ conversation, isSelected }: ConversationRowProps) {
  const { id, isGroup, members, unreadCount, activeAt, mutedUntil } = conversation;
  const name = getConversationName(conversation);
  return (
    <Link
      to={`/messages?c=${id}`}
      aria-current={isSelected ? "page" : undefined}
      className="flex items-center gap-3 rounded-card p-3 text-ink no-underline hover:bg-primary/5 aria-[current=page]:bg-primary/10"
    >
      {isGroup ? (
        <span
          aria-hidden
          className="grid size-11 shrink-0 place-items-center rounded-full bg-primary/10 text-primary"
        >
          <Users className="size-5" />
        </span>
      ) : (
        <Avatar imageUrl={members[0]?.person.profileImageUrl ?? ""} name={name} className="size-11" />
      )}
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-2">
          <bdi className={`truncate ${unreadCount > 0 ? "font-semibold" : "font-medium"}`}>{name}</bdi>
          <time dateTime={activeAt.toISOString()} className="shrink-0 text-muted text-small">
            {formatRelativeTime(activeAt)}
          </time>
        </span>
        <span className="flex items-center justify-between gap-2">
          <span dir="auto" className="truncate text-muted text-small">
            {formatExcerpt(conversation)}
          </span>
          {mutedUntil && (
            <BellOff aria-label={t("messages.isMuted")} className="size-4 shrink-0 text-muted" />
          )}
          {unreadCount > 0 && (
            <span className="shrink-0 rounded-full bg-primary px-2 py-0.5 font-medium text-badge text-on-primary">
              <span className="sr-only">{t("messages.unread", { n: unreadCount })}</span>
              <span aria-hidden>{unreadCount}</span>
            </span>
          )}
        </span>
      </span>
    </Link>
  );
}
