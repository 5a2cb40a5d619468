import { Suspense } from "react";
import { hidePlayer, useIsPlayerShown } from "#client/features/player/player-visibility.ts";
import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";

const Dock = lazyOverlay(async () => {
  const [{ Dock }] = await Promise.all([import("./dock.tsx"), loadMessages("player", "queue")]);
  return Dock;
});

export function PlayerDock() {
  // After a failure, the next press of a play button loads it again.
  return <Suspense>{useIsPlayerShown() && <Dock onLoadError={hidePlayer} />}</Suspense>;
}
