import { useEffect, useRef } from "react";
import { t } from "#client/lib/i18n/i18n.ts";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { ScrollArea } from "#client/ui/scroll-area.tsx";
import { TextLink } from "#client/ui/text-link.tsx";
import { NoNotifications, NotificationRow } from "./notification-row.tsx";
import { panelStaleMs, useMarkRead, useNotifications } from "./use-notifications.ts";

export function NotificationPanel({ onClose }: { readonly onClose: () => void }) {
  const list = useNotifications(panelStaleMs);
  const { markOne, markAll } = useMarkRead();
  const panel = useDismiss(onClose);

  return (
    <div
      ref={panel}
      role="dialog"
      aria-label={t("shell.notifications")}
      tabIndex={-1}
      className="fixed inset-x-2 top-16 z-40 flex max-h-[min(36rem,75dvh)] animate-[rise_150ms_ease-out] flex-col rounded-card border border-line bg-surface text-ink shadow-float outline-none sm:absolute sm:start-auto sm:end-0 sm:top-12 sm:w-96"
    >
      <div className="flex items-center justify-between gap-2 border-line border-b py-1.5 ps-4 pe-1.5">
        <h2 className="font-semibold">{t("shell.notifications")}</h2>
        <Button tone="quiet" size="small" disabled={!list.data?.unreadCount} onClick={markAll}>
          {t("notifications.markAllRead")}
        </Button>
      </div>
      <ScrollArea className="min-h-0 flex-1">
        <QueryState
          query={list}
          loading={
            <p role="status" className="p-8 text-center text-muted">
              {t("notifications.loading")}
            </p>
          }
          isEmpty={({ notifications }) => notifications.length === 0}
          empty={<NoNotifications />}
        >
          {({ notifications }) => (
            <ul className="divide-y divide-line">
              {notifications.map((notification) => (
                <li key={notification.id}>
                  <NotificationRow notification={notification} onRead={markOne} onNavigate={onClose} />
                </li>
              ))}
            </ul>
          )}
        </QueryState>
      </ScrollArea>
      <div className="border-line border-t p-1.5 text-center">
        <TextLink
          to="/notifications"
          onClick={onClose}
          className="inline-flex min-h-11 items-center text-small"
        >
          {t("notifications.viewAll")}
        </TextLink>
      </div>
    </div>
  );
}

function useDismiss(onClose: () => void) {
  const panel = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;

  useEffect(() => {
    const previous = document.activeElement;
    panel.current?.focus();
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && !panel.current?.parentElement?.contains(target)) close.current();
    };
    const onKey = ({ key }: KeyboardEvent) => key === "Escape" && close.current();
    document.addEventListener("pointerdown", onPress);
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("pointerdown", onPress);
      document.removeEventListener("keydown", onKey);
      const hasLostFocus = document.activeElement === document.body || document.activeElement === null;
      if (hasLostFocus && previous instanceof HTMLElement) previous.focus();
    };
  }, []);
  return panel;
}
