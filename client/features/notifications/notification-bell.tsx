import { Bell } from "lucide-react";
import { Suspense, useState } from "react";
import { formatBadgeCount } from "#client/lib/i18n/format.ts";
import { loadMessages, t } from "#client/lib/i18n/i18n.ts";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";
import { useNotifications } from "./use-notifications.ts";

const load = async () => {
  const [{ NotificationPanel }] = await Promise.all([
    import("./notification-panel.tsx"),
    loadMessages("notifications"),
  ]);
  return NotificationPanel;
};
const NotificationPanel = lazyOverlay(load);

export function NotificationBell() {
  const { data } = useNotifications();
  const [isOpen, setOpen] = useState(false);
  const unread = data?.unreadCount ?? 0;
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
          {unread > 0 && (
            <span
              aria-hidden
              dir="ltr"
              className="absolute end-0.5 top-0.5 grid h-5 min-w-5 place-items-center rounded-full bg-destructive px-1 font-semibold text-badge text-on-destructive"
            >
              {formatBadgeCount(unread)}
            </span>
          )}
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
