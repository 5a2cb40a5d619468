import { Lock, MessageSquare, Pin } from "lucide-react";
import { Link } from "react-router-dom";
import { type ListedDiscussion, maxUnreadCount } from "#shared/community/discussion.ts";
import { formatRelativeTime } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Avatar } from "#client/ui/avatar.tsx";

interface DiscussionRowProps {
  readonly discussion: ListedDiscussion;
  /** Shown in lists of several communities. */
  readonly communityName?: string;
}

/** A discussion in a list. */
export function DiscussionRow({ discussion, communityName }: DiscussionRowProps) {
  const { id, communityId, title, author, excerpt, anchor, isPinned, isLocked, state } = discussion;
  const { replyCount, readNumber, unreadCount, activeAt } = discussion;
  return (
    <div className="relative flex gap-3 p-4 hover:bg-primary/5">
      <Avatar imageUrl={author?.profileImageUrl ?? ""} name={author?.name ?? "?"} />
      <div className="min-w-0 flex-1">
        <h2 dir="auto" className={`wrap-anywhere ${unreadCount > 0 ? "font-semibold" : "font-medium"}`}>
          {isPinned && (
            <Pin aria-label={t("community.pinned")} className="me-1.5 inline size-4 text-accent" />
          )}
          {isLocked && (
            <Lock aria-label={t("community.locked")} className="me-1.5 inline size-4 text-muted" />
          )}
          <Link
            to={`/community/${communityId}/discussions/${id}`}
            className="text-ink no-underline after:absolute after:inset-0"
          >
            {title}
          </Link>
        </h2>
        {excerpt && (
          <p dir="auto" className="line-clamp-2 text-muted text-small">
            {excerpt}
          </p>
        )}
        <p className="mt-1 flex flex-wrap gap-x-3 text-muted text-small">
          <bdi>{author?.name ?? t("community.deletedUser")}</bdi>
          {communityName && (
            <bdi className="truncate">{t("community.inCommunity", { name: communityName })}</bdi>
          )}
          {anchor && <bdi className="truncate">{anchor.book.title}</bdi>}
          <time dateTime={activeAt.toISOString()}>{formatRelativeTime(activeAt)}</time>
          {state === "held" && <span className="text-ink">{t("community.held")}</span>}
        </p>
      </div>
      <div className="flex shrink-0 flex-col items-end gap-1 text-muted text-small">
        <span className="inline-flex items-center gap-1.5">
          <MessageSquare aria-hidden className="size-4" />
          <span className="sr-only">{t("community.replies", { n: replyCount })}</span>
          <span aria-hidden>{replyCount}</span>
        </span>
        {unreadCount > 0 && (
          <span className="rounded-full bg-primary px-2 py-0.5 font-medium text-badge text-on-primary">
            {readNumber === -1 ? t("community.new") : formatUnread(unreadCount)}
          </span>
        )}
      </div>
    </div>
  );
}

const formatUnread = (n: number) =>
  n < maxUnreadCount ? t("community.unread", { n }) : t("community.unreadMany", { n: maxUnreadCount - 1 });
