import {
  AtSign,
  BookOpen,
  BookPlus,
  Gavel,
  KeyRound,
  type LucideIcon,
  Mail,
  Megaphone,
  MessagesSquare,
  Pencil,
  Trophy,
  UserPlus,
  UserRoundCheck,
  UsersRound,
} from "lucide-react";
import { Link } from "react-router-dom";
import type { Notification, NotificationId } from "#shared/notifications/contract.ts";
import {
  getNotificationPath,
  type NotificationIcon,
  notificationRegistry,
} from "#shared/notifications/registry.ts";
import { renderNotification } from "#shared/notifications/render.ts";
import { formatRelativeTime } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { getChosenLanguage } from "#client/lib/i18n/language.ts";
import { EightPointStar } from "#client/ui/geometric-pattern.tsx";

const icons: Readonly<Record<NotificationIcon, LucideIcon>> = {
  "at-sign": AtSign,
  book: BookOpen,
  "book-plus": BookPlus,
  gavel: Gavel,
  key: KeyRound,
  mail: Mail,
  megaphone: Megaphone,
  messages: MessagesSquare,
  pencil: Pencil,
  trophy: Trophy,
  "user-check": UserRoundCheck,
  "user-plus": UserPlus,
  users: UsersRound,
};

interface NotificationRowProps {
  readonly notification: Notification;
  readonly onRead: (id: NotificationId) => void;
  readonly onNavigate?: () => void;
}

export function NotificationRow({ notification, onRead, onNavigate }: NotificationRowProps) {
  const { id, type, isRead, createdAt } = notification;
  const { title, message } = renderNotification(notification, getChosenLanguage(), t);
  const Icon = icons[notificationRegistry[type].icon];
  const open = () => {
    if (!isRead) onRead(id);
    onNavigate?.();
  };

  return (
    <Link
      to={getNotificationPath(notification)}
      onClick={open}
      className="flex w-full items-start gap-3 p-4 text-start text-ink no-underline -outline-offset-2 hover:bg-primary/5"
    >
      <span className="grid size-9 shrink-0 place-items-center rounded-full bg-primary/10 text-primary [&_svg]:size-5">
        <Icon aria-hidden />
      </span>
      <span className="min-w-0 flex-1">
        <span dir="auto" className={`block ${isRead ? "" : "font-semibold"}`}>
          {title}
        </span>
        <span dir="auto" className="block text-muted text-small">
          {message}
        </span>
        <time dateTime={createdAt.toISOString()} className="block text-muted text-small">
          {formatRelativeTime(createdAt)}
        </time>
      </span>
      {!isRead && (
        <span className="mt-2 size-2.5 shrink-0 rounded-full bg-accent">
          <span className="sr-only">{t("notifications.isUnread")}</span>
        </span>
      )}
    </Link>
  );
}

export function NoNotifications() {
  return (
    <div className="flex flex-col items-center gap-2 p-8 text-center">
      <EightPointStar className="size-12 text-accent/70" />
      <p className="font-medium">{t("notifications.none")}</p>
      <p className="text-muted text-small">{t("notifications.noneHint")}</p>
    </div>
  );
}
