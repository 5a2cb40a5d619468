import { Suspense } from "react";
import { usePlayerWanted } from "#client/features/player/player-visibility.ts";
import { loadWords } from "#client/lib/i18n/i18n.ts";
import { lazyLayer } from "#client/ui/overlays/lazy-overlay.tsx";

const Dock = lazyLayer(async () => {
  const [{ Dock }] = await Promise.all([import("./dock.tsx"), loadWords("player")]);
  return Dock;
});

/** The player's place in the app's frame: empty, and without code, until something is played. */
export function PlayerDock() {
  return <Suspense>{usePlayerWanted() && <Dock />}</Suspense>;
}
