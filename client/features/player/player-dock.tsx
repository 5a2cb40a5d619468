import { lazy, Suspense } from "react";
import { loadWords } from "#client/lib/words.ts";
import { usePlayerWanted } from "./summons.ts";

const Dock = lazy(async () => {
  const [{ Dock }] = await Promise.all([import("./dock.tsx"), loadWords("player")]);
  return { default: Dock };
});

/** The player's place in the app's frame: empty, and without code, until something is played. */
export function PlayerDock() {
  return <Suspense>{usePlayerWanted() && <Dock />}</Suspense>;
}
