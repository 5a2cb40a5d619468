import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

const storageKey = "scroll-positions";
/** Gives up when the page is not tall enough by then. */
const restoreTimeoutMs = 3000;

export function ScrollRestoration() {
  const { key, pathname, search, hash } = useLocation();
  // In the author portal, `?book=` opens the editor of a book.
  const editedBook = new URLSearchParams(search).get("book");
  const isReturn = useNavigationType() === "POP";
  const isInitial = useRef(true);

  useEffect(() => {
    history.scrollRestoration = "manual";
    // The next screen may scroll to the top before this listener is removed.
    const saveScroll = () =>
      getHistoryKey() === key && storeScroll(getEntryId(key, pathname), window.scrollY);
    window.addEventListener("scrollend", saveScroll);
    window.addEventListener("pagehide", saveScroll);
    return () => {
      window.removeEventListener("scrollend", saveScroll);
      window.removeEventListener("pagehide", saveScroll);
    };
  }, [key, pathname]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other query changes keep the scroll position.
  useLayoutEffect(() => {
    const wasInitial = isInitial.current;
    isInitial.current = false;
    if (isReturn) {
      const top = wasInitial && isNewDocument() ? 0 : (readPositions()[getEntryId(key, pathname)] ?? 0);
      // A loaded page is at its top; reading its height would force a layout in the first render.
      return wasInitial && top === 0 ? undefined : restoreScroll(top);
    }
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
    else window.scrollTo(0, 0);
    return undefined;
  }, [pathname, editedBook, hash]);

  return null;
}

/** Scrolls to a height as soon as the page is tall enough, unless the reader moves first. */
function restoreScroll(top: number): () => void {
  const controller = new AbortController();
  const finish = () => {
    controller.abort();
    watcher.disconnect();
    clearTimeout(timer);
  };
  const attempt = () => {
    if (document.documentElement.scrollHeight < top + window.innerHeight) return;
    window.scrollTo(0, top);
    finish();
  };
  const watcher = new ResizeObserver(attempt);
  const timer = setTimeout(finish, restoreTimeoutMs);
  for (const event of ["wheel", "pointerdown", "keydown"] as const) {
    window.addEventListener(event, finish, { signal: controller.signal, passive: true });
  }
  attempt();
  if (!controller.signal.aborted) watcher.observe(document.body);
  return finish;
}

/** Opened by a link or its address, neither reloaded nor returned to. */
function isNewDocument(): boolean {
  const [entry] = performance.getEntriesByType("navigation") as readonly { readonly type?: string }[];
  return entry?.type === "navigate";
}

/** The first page of every document has the same key. */
const getEntryId = (key: string, pathname: string) => (key === "default" ? pathname : key);

/** The router's key of the current history entry. */
function getHistoryKey(): string {
  return (history.state as { key?: string } | null)?.key ?? "default";
}

function storeScroll(key: string, top: number): void {
  try {
    const recent = Object.entries({ ...readPositions(), [key]: Math.round(top) }).slice(-50);
    sessionStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(recent)));
  } catch {
    // Without storage, Back starts at the top.
  }
}

function readPositions(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? "{}") as Record<string, number>;
  } catch {
    return {};
  }
}
