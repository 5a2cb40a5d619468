import { Bell } from "lucide-react";
import { Suspense, useEffect, useState } from "react";
import { loadMessages, t } from "#client/lib/i18n/i18n.ts";
import { CountBadge } from "#client/ui/count-badge.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";
import { useNotifications } from "./use-notifications.ts";

const load = async () => {
  const [{ NotificationPanel }] = await Promise.all([
    import("./notification-panel.tsx"),
    loadMessages("notifications", "notificationTexts"),
  ]);
  return NotificationPanel;
};
const NotificationPanel = lazyOverlay(load);

export function NotificationBell() {
  const { data } = useNotifications();
  const [isOpen, setOpen] = useState(false);
  const unread = data?.unreadCount ?? 0;
  useEffect(() => showAppBadge(unread), [unread]);
  const bell = (
    <IconButton
      label={t("shell.notificationsUnread", { n: unread })}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setOpen(!isOpen)}
      icon={
        <>
          <Bell aria-hidden />
          <CountBadge count={unread} />
        </>
      }
    />
  );
  return (
    <div className="relative">
      {bell}
      <Suspense>{isOpen && <NotificationPanel onClose={() => setOpen(false)} />}</Suspense>
    </div>
  );
}

/** On the icon of the installed app, where the browser can. */
function showAppBadge(unread: number): void {
  navigator.setAppBadge?.(unread).catch(() => undefined);
}
