import { type ComponentType, createElement, lazy, useEffect, useState } from "react";
import { loadMessages, type MessageNamespace } from "#client/lib/i18n/i18n.ts";
import { Store, useStore } from "#client/lib/store.ts";

export interface LazyPage {
  readonly Page: ComponentType;
  /** Preloads the page. */
  readonly preload: () => Promise<unknown>;
}

export class PageLoadError extends Error {
  override readonly name = "PageLoadError";

  readonly retry: () => void;

  constructor(cause: unknown, retry: () => void) {
    super("The page could not be loaded.", { cause });
    this.retry = retry;
  }
}

let pendingCount = 0;
const isLoading = new Store(false);

/**
 * A page that loads with its messages: `lazyPage(["browse"], async () => (await import("…")).BrowsePage)`.
 */
export function lazyPage(
  namespaces: readonly MessageNamespace[],
  load: () => Promise<ComponentType>,
): LazyPage {
  let LoadedPage: ComponentType | null = null;
  const fetchAll = async () => {
    const [page] = await Promise.all([load(), loadMessages(...namespaces)]);
    LoadedPage = page;
    return page;
  };
  const Page = lazyComponent(async () => {
    changePendingCount(1);
    try {
      return await fetchAll();
    } finally {
      changePendingCount(-1);
    }
  });
  // Keeps the component of the first render: another element type would lose entered text.
  const renderPage = () => createElement(useState(() => LoadedPage ?? Page)[0]);
  return { Page: renderPage, preload: fetchAll };
}

/** Retries before the document is loaded again. */
const maxRetries = 3;

export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let retries = 0;
  const startLoading = () =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (cause) {
        throw new PageLoadError(cause, () => {
          retries += 1;
          // Browsers remember a preloaded module that failed; only a new document fetches it again.
          if (retries > maxRetries && navigator.onLine) location.reload();
          else LazyComponent = startLoading();
        });
      }
    });
  let LazyComponent = startLoading();
  return (props) => createElement(LazyComponent, props);
}

export const useIsPageLoading = (): boolean => useStore(isLoading);

/** A page that waits for its content counts as loading while this is mounted. */
export function usePendingContent(): void {
  useEffect(() => {
    changePendingCount(1);
    return () => changePendingCount(-1);
  }, []);
}

function changePendingCount(change: 1 | -1): void {
  pendingCount += change;
  // React calls this while it renders, when no other component may be updated.
  queueMicrotask(() => isLoading.set(pendingCount > 0));
}
