import { type ComponentType, lazy, useSyncExternalStore } from "react";
import { type Area, loadWords } from "./words.ts";

/** A screen that is fetched when it is first shown, together with its words. */
export interface LazyPage {
  readonly Page: ComponentType;
  /** Fetches it ahead of time. */
  readonly preload: () => Promise<unknown>;
}

let awaited = 0;
const listeners = new Set<() => void>();

/** Names a screen by how it is fetched: `lazyPage(["browse"], async () => (await import("…")).BrowsePage)`. */
export function lazyPage(areas: readonly Area[], load: () => Promise<ComponentType>): LazyPage {
  const fetchAll = async () => {
    const [page] = await Promise.all([load(), loadWords(...areas)]);
    return { default: page };
  };
  const Page = lazy(async () => {
    waitFor(1);
    try {
      return await fetchAll();
    } finally {
      waitFor(-1);
    }
  });
  return { Page, preload: fetchAll };
}

/** Whether a screen that was asked for is still on its way; the one before stays until then. */
export function useIsPageAwaited(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => awaited > 0,
  );
}

function waitFor(change: 1 | -1): void {
  awaited += change;
  // After the rendering that asked for the screen.
  queueMicrotask(() => {
    for (const listener of listeners) listener();
  });
}
