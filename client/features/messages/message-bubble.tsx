import { Check, CheckCheck, Clock, Ellipsis } from "lucide-react";
import { getUrl } from "#shared/api/http-client.ts";
import { messagesStreams } from "#shared/messages/contract.ts";
import { type Message, messageEditMs, reactions } from "#shared/messages/message.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { getLocale } from "#client/lib/i18n/locale.ts";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { Menu } from "#client/ui/overlays/menu.tsx";
import type { MenuProps } from "#client/ui/overlays/menu-popup.tsx";
import { RichTextView } from "#client/ui/rich-text-view.tsx";
import { formatExcerpt } from "./format-excerpt.ts";

export type Delivery = "sent" | "delivered" | "read" | null;

interface MessageBubbleProps {
  readonly message: Message;
  readonly isGroup: boolean;
  readonly delivery: Delivery;
  readonly onReact: (emoji: (typeof reactions)[number] | null) => void;
  readonly onReply: () => void;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
  readonly onReport: () => void;
}

export function MessageBubble(props: MessageBubbleProps) {
  const { message, isGroup, delivery, onReact } = props;
  const { isMine, sender, content, replyTo, createdAt, editedAt } = message;
  const name =
    sender?.name ?? t(message.isDeleted || sender === null ? "messages.deletedUser" : "messages.you");
  return (
    <article
      aria-label={t("messages.by", { name: isMine ? t("messages.you") : name })}
      className={`group flex items-end gap-1 ${isMine ? "flex-row-reverse" : ""}`}
    >
      <div
        className={`max-w-[min(34rem,85%)] rounded-card border px-3.5 py-2.5 ${
          isMine ? "border-transparent bg-primary/12" : "border-line bg-surface"
        }`}
      >
        {isGroup && !isMine && <p className="font-medium text-primary text-small">{name}</p>}
        {replyTo && (
          <blockquote dir="auto" className="mb-1.5 border-accent border-s-2 ps-2 text-muted text-small">
            <bdi className="block font-medium">{replyTo.name}</bdi>
            {formatExcerpt(replyTo) || t("messages.deleted")}
          </blockquote>
        )}
        <Pictures message={message} />
        {content ? (
          <RichTextView content={content} />
        ) : (
          <p className="text-muted italic">{t(message.isDeleted ? "messages.deleted" : "messages.hidden")}</p>
        )}
        <p className="mt-1 flex items-center justify-end gap-1.5 text-badge text-muted">
          {editedAt && <span>{t("messages.edited")}</span>}
          <time dateTime={createdAt.toISOString()}>{formatMessageTime(createdAt)}</time>
          <DeliveryMark delivery={delivery} />
        </p>
        {message.reactions.length > 0 && (
          <ul className="mt-1 flex flex-wrap gap-1">
            {message.reactions.map(({ emoji, count, isMine: isOwn }) => (
              <li key={emoji}>
                <button
                  type="button"
                  aria-pressed={isOwn}
                  onClick={() => onReact(isOwn ? null : (emoji as (typeof reactions)[number]))}
                  className="min-h-8 rounded-full border border-line bg-surface px-2 text-small aria-pressed:border-primary"
                >
                  {emoji} {count > 1 ? count : ""}
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
      {content && (
        <Menu
          label={t("messages.actions")}
          groups={getActions(props)}
          trigger={(trigger) => (
            <IconButton
              {...trigger}
              label={t("messages.actions")}
              icon={<Ellipsis aria-hidden />}
              className="text-muted"
            />
          )}
        />
      )}
    </article>
  );
}

function Pictures({ message: { pictures } }: { readonly message: Message }) {
  if (pictures.length === 0) return null;
  return (
    <ul className={`mb-1.5 grid gap-1.5 ${pictures.length > 1 ? "grid-cols-2" : ""}`}>
      {pictures.map(({ id, width, height }, index) => {
        const url = getUrl(messagesStreams.getMessagePicture, { params: { pictureId: id } });
        return (
          <li key={id}>
            <a href={url} target="_blank" rel="noopener">
              <img
                src={url}
                alt={t("messages.picture", { n: index + 1 })}
                width={width}
                height={height}
                loading="lazy"
                className={`w-full rounded-control object-cover ${pictures.length > 1 ? "aspect-square" : "max-h-80"}`}
              />
            </a>
          </li>
        );
      })}
    </ul>
  );
}

function getActions({
  message,
  onReact,
  onReply,
  onEdit,
  onDelete,
  onReport,
}: MessageBubbleProps): MenuProps["groups"] {
  const isChangeable = message.isMine && Date.now() - message.createdAt.getTime() < messageEditMs;
  return [
    reactions.map((emoji) => ({ label: emoji, onSelect: () => onReact(emoji) })),
    [
      { label: t("messages.reply"), onSelect: onReply },
      ...(isChangeable
        ? [
            { label: t("messages.edit"), onSelect: onEdit },
            { label: t("messages.delete"), isDestructive: true, onSelect: onDelete },
          ]
        : []),
      ...(message.isMine ? [] : [{ label: t("messages.report"), onSelect: onReport }]),
    ],
  ];
}

export function formatMessageTime(at: Date): string {
  return new Intl.DateTimeFormat(getLocale(), { hour: "numeric", minute: "2-digit" }).format(at);
}

export function DeliveryMark({ delivery }: { readonly delivery: Delivery | "waiting" }) {
  if (delivery === null) return null;
  const label = t(`messages.is-${delivery}`);
  if (delivery === "waiting") return <Clock role="img" aria-label={label} className="size-3.5" />;
  if (delivery === "sent") return <Check role="img" aria-label={label} className="size-4" />;
  return (
    <CheckCheck
      role="img"
      aria-label={label}
      className={`size-4 ${delivery === "read" ? "text-primary" : ""}`}
    />
  );
}
