import { Suspense } from "react";
import { lazyLayer } from "#client/ui/overlays/lazy-overlay.tsx";

const NotificationBell = lazyLayer(
  async () => (await import("#client/features/notifications/notification-bell.tsx")).NotificationBell,
);

export function Bell() {
  return (
    <Suspense fallback={<span className="size-11" />}>
      <NotificationBell />
    </Suspense>
  );
}
