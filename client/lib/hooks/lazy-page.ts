import { type ComponentType, createElement, lazy, useState, useSyncExternalStore } from "react";
import { loadMessages, type MessageNamespace } from "#client/lib/i18n/i18n.ts";

/** A screen that is fetched when it is first shown, together with its words. */
export interface LazyPage {
  readonly Page: ComponentType;
  /** Fetches it ahead of time. */
  readonly preload: () => Promise<unknown>;
}

/** What a screen fails with whose code or words did not arrive. */
export class PageLoadError extends Error {
  override readonly name = "PageNotBrought";

  /** To be called before it is shown again: React remembers the failure of a lazy part for ever. */
  readonly retry: () => void;

  constructor(cause: unknown, retry: () => void) {
    super("The page did not arrive.", { cause });
    this.retry = retry;
  }
}

let awaited = 0;
const listeners = new Set<() => void>();

/** Names a screen by how it is fetched: `lazyPage(["browse"], async () => (await import("…")).BrowsePage)`. */
export function lazyPage(areas: readonly MessageNamespace[], load: () => Promise<ComponentType>): LazyPage {
  /** Once it is here it is shown without a wait, however short. */
  let Here: ComponentType | null = null;
  const fetchAll = async () => {
    const [page] = await Promise.all([load(), loadMessages(...areas)]);
    Here = page;
    return page;
  };
  const Page = lazyComponent(async () => {
    waitFor(1);
    try {
      return await fetchAll();
    } finally {
      waitFor(-1);
    }
  });
  // What it was first shown as it stays: another kind of element would forget what was typed into it.
  const show = () => createElement(useState(() => Here ?? Page)[0]);
  return { Page: show, preload: fetchAll };
}

/** Names a part of a screen by how it is fetched. Where it does not arrive, the card of the screen offers to ask again. */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const begin = () =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (cause) {
        throw new PageLoadError(cause, () => {
          Asked = begin();
        });
      }
    });
  let Asked = begin();
  return (props) => createElement(Asked, props);
}

/** Whether a screen that was asked for is still on its way; the one before stays until then. */
export function useIsPageLoading(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => awaited > 0,
    () => false,
  );
}

function waitFor(change: 1 | -1): void {
  awaited += change;
  // After the rendering that asked for the screen.
  queueMicrotask(() => {
    for (const listener of listeners) listener();
  });
}
