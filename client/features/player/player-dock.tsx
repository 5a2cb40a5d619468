import { Suspense } from "react";
import { loadWords } from "#client/lib/words.ts";
import { lazyLayer } from "#client/ui/lazy-layer.tsx";
import { usePlayerWanted } from "./summons.ts";

const Dock = lazyLayer(async () => {
  const [{ Dock }] = await Promise.all([import("./dock.tsx"), loadWords("player")]);
  return Dock;
});

/** The player's place in the app's frame: empty, and without code, until something is played. */
export function PlayerDock() {
  return <Suspense>{usePlayerWanted() && <Dock />}</Suspense>;
}
