import { Suspense } from "react";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";

const MessagesLink = lazyOverlay(
  async () => (await import("#client/features/messages/messages-link.tsx")).MessagesLink,
);

export function MessagesLinkSlot() {
  return (
    <Suspense fallback={<span className="size-11" />}>
      <MessagesLink />
    </Suspense>
  );
}
