import { Suspense } from "react";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";

const NotificationBell = lazyOverlay(
  async () => (await import("#client/features/notifications/notification-bell.tsx")).NotificationBell,
);

export function NotificationBellSlot() {
  return (
    <Suspense fallback={<span className="size-11" />}>
      <NotificationBell />
    </Suspense>
  );
}
