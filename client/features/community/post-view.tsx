import { CornerDownRight, Ellipsis, Heart } from "lucide-react";
import type { ReactNode } from "react";
import type { Post } from "#shared/community/discussion.ts";
import { type RichText, toPlainText } from "#shared/rich-text/rich-text.ts";
import { formatRelativeTime } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Avatar } from "#client/ui/avatar.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { Menu } from "#client/ui/overlays/menu.tsx";
import type { MenuProps } from "#client/ui/overlays/menu-popup.tsx";
import { ReaderName } from "#client/ui/reader-name.tsx";
import { RichTextView } from "#client/ui/rich-text-view.tsx";

interface PostViewProps {
  readonly post: Post;
  readonly isTarget: boolean;
  readonly actions: MenuProps["groups"];
  readonly onLike: (() => void) | null;
  readonly onReply: (() => void) | null;
  readonly onQuote: ((text: string) => void) | null;
  readonly onJump: (number: number) => void;
  /** Replaces the text while it is edited. */
  readonly editor: ReactNode;
}

/** One post of a discussion. */
export function PostView(props: PostViewProps) {
  const { post, isTarget, actions, onLike, onReply, onQuote, onJump, editor } = props;
  const { number, author, createdAt, editedAt, replyTo, content, state, isMine } = post;
  const name = author?.name ?? t(post.isCollapsed ? "community.hiddenAuthor" : "community.deletedUser");
  return (
    <article
      id={`post-${number}`}
      data-number={number}
      aria-label={t("community.postBy", { name })}
      tabIndex={-1}
      className={`scroll-mt-20 rounded-card border bg-surface p-4 outline-none sm:p-5 ${isTarget ? "border-accent" : "border-line"}`}
    >
      <header className="flex items-center gap-3">
        <Avatar imageUrl={author?.profileImageUrl ?? ""} name={name} className="size-9" />
        <div className="min-w-0 flex-1 leading-tight">
          <ReaderName
            name={name}
            username={author?.hasProfile ? author.username : null}
            className="font-medium"
          />
          <p className="flex flex-wrap gap-x-2 text-muted text-small">
            <time dateTime={createdAt.toISOString()}>{formatRelativeTime(createdAt)}</time>
            {editedAt && <span>{t("community.edited")}</span>}
            {state === "held" && <span className="text-ink">{t("community.held")}</span>}
          </p>
        </div>
        {actions.some((group) => group.length > 0) && (
          <Menu
            label={t("community.postActions")}
            groups={actions}
            trigger={(props) => (
              <IconButton {...props} label={t("community.postActions")} icon={<Ellipsis aria-hidden />} />
            )}
          />
        )}
      </header>
      {replyTo && (
        <button
          type="button"
          onClick={() => onJump(replyTo.number)}
          className="mt-2 inline-flex min-h-6 items-center gap-1.5 text-muted text-small hover:text-primary"
        >
          <CornerDownRight aria-hidden className="size-4" />
          {t("community.inReplyTo", { name: replyTo.name ?? t("community.hiddenAuthor") })}
        </button>
      )}
      <div className="mt-3">
        {editor ??
          (content ? (
            <RichTextView content={content} />
          ) : (
            <p className="text-muted italic">{getPlaceholderText(post)}</p>
          ))}
      </div>
      {state === "held" && isMine && <p className="mt-3 text-muted text-small">{t("community.heldHint")}</p>}
      {!editor && content && state === "shown" && (
        <footer className="mt-3 -mb-2 flex flex-wrap gap-1">
          <Button
            tone="quiet"
            size="small"
            aria-pressed={post.isLiked}
            disabled={onLike === null}
            onClick={onLike ?? undefined}
            icon={<Heart aria-hidden className={post.isLiked ? "fill-current text-primary" : ""} />}
          >
            <span className="sr-only">{t("community.like")}</span>
            {post.likeCount > 0 ? post.likeCount : ""}
          </Button>
          {onReply && (
            <Button tone="quiet" size="small" onClick={onReply}>
              {t("community.reply")}
            </Button>
          )}
          {onQuote && (
            <Button tone="quiet" size="small" onClick={() => onQuote(getQuotedText(number, content))}>
              {t("community.quote")}
            </Button>
          )}
        </footer>
      )}
    </article>
  );
}

function getPlaceholderText({ isCollapsed, state, removedReason }: Post): string {
  if (isCollapsed) return t("community.collapsed");
  if (state === "removed")
    return removedReason ? t("community.removedFor", { reason: removedReason }) : t("community.removed");
  return t("community.deleted");
}

/** The selected part of a post, else all of it; without spoilers. */
function getQuotedText(number: number, content: RichText): string {
  const text = toPlainText(content);
  const selection = getSelection();
  const isInside = document.getElementById(`post-${number}`)?.contains(selection?.anchorNode ?? null);
  const selected = isInside ? (selection?.toString().replace(/\s+/g, " ").trim() ?? "") : "";
  return selected && text.includes(selected) ? selected : text;
}
