import {
  AtSign,
  Bell,
  BookPlus,
  Mail,
  Megaphone,
  MessagesSquare,
  Trophy,
  UserPlus,
  UserRoundCheck,
  UsersRound,
} from "lucide-react";
import type { ReactNode } from "react";
import { useNavigate } from "react-router-dom";
import type { Notification, NotificationId } from "#shared/notifications/contract.ts";
import { formatRelativeTime } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { EightPointStar } from "#client/ui/geometric-pattern.tsx";

const icons: Readonly<Record<string, ReactNode>> = {
  challenge_update: <Trophy aria-hidden />,
  challenge_new: <Trophy aria-hidden />,
  new_book: <BookPlus aria-hidden />,
  author_follow: <UserRoundCheck aria-hidden />,
  announcement: <Megaphone aria-hidden />,
  message: <Mail aria-hidden />,
  reply: <MessagesSquare aria-hidden />,
  mention: <AtSign aria-hidden />,
  discussion: <MessagesSquare aria-hidden />,
  community: <UsersRound aria-hidden />,
  friend_request: <UserPlus aria-hidden />,
};

interface NotificationRowProps {
  readonly notification: Notification;
  readonly onRead: (id: NotificationId) => void;
  readonly onNavigate?: () => void;
}

export function NotificationRow({ notification, onRead, onNavigate }: NotificationRowProps) {
  const { id, type, title, message, isRead, createdAt, actionUrl } = notification;
  const navigate = useNavigate();
  const open = () => {
    if (!isRead) onRead(id);
    if (!actionUrl.startsWith("/")) return;
    void navigate(actionUrl);
    onNavigate?.();
  };

  return (
    <li className="border-line border-b last:border-b-0">
      <button
        type="button"
        onClick={open}
        className="flex w-full items-start gap-3 p-4 text-start -outline-offset-2 hover:bg-primary/5"
      >
        <span className="grid size-9 shrink-0 place-items-center rounded-full bg-primary/10 text-primary [&_svg]:size-5">
          {icons[type] ?? <Bell aria-hidden />}
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
      </button>
    </li>
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
