import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { Ebook } from "#shared/reader/contract.ts";
import { ReaderEngine } from "#client/features/reader/engine/engine.ts";
import type { EngineListener } from "#client/features/reader/engine/engine-listener.ts";
import type { Layout } from "#client/features/reader/engine/layout/viewport.ts";
import type { Location } from "#client/features/reader/engine/position/location.ts";
import type { Cause } from "#client/features/reader/engine/position/relocate-reason.ts";
import type { Target } from "#client/features/reader/engine/position/resolve-target.ts";

export interface OpenReader {
  /** Null until the book is open. */
  readonly engine: ReaderEngine | null;
  /** Null until the first page is shown. */
  readonly location: Location | null;
  /** Why the book failed to open. */
  readonly failure: unknown;
  readonly tryAgain: () => void;
}

export interface ReaderEvents extends Pick<EngineListener, "onDocument" | "onPastEnd" | "onManualScroll"> {
  readonly onMove: (location: Location, cause: Cause) => void;
}

async function highlightSentence({ document }: ReaderEngine, sentence: string): Promise<void> {
  const { flashHighlight } = await import("#client/features/reader/flash-highlight.ts");
  flashHighlight(document, sentence);
}

const reloadIntervalMs = 15_000;

/** The book was loaded, but no page of it appeared. */
export class NoPageError extends Error {
  override readonly name = "NoPageError";
}

/**
 * Opens a book in an element while the component is mounted. Start and callbacks can change.
 *
 * @param current holds the engine from before the first page loads
 */
export function useEngine(
  ebook: Ebook,
  host: RefObject<HTMLElement | null>,
  current: RefObject<ReaderEngine | null>,
  start: Target,
  layout: Layout,
  events: ReaderEvents,
): OpenReader {
  const [engine, setEngine] = useState<ReaderEngine | null>(null);
  const [location, setLocation] = useState<Location | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const latest = useRef({ start, layout, events });
  latest.current = { start, layout, events };

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry opens the same book again.
  useEffect(() => {
    if (!host.current) return;
    let opened: ReaderEngine | null = null;
    let isClosed = false;
    const listener: EngineListener = {
      onDocument: (doc, section) => latest.current.events.onDocument(doc, section),
      onPastEnd: () => latest.current.events.onPastEnd(),
      onManualScroll: () => latest.current.events.onManualScroll?.(),
    };

    const open = async (element: HTMLElement) => {
      const { start: first, layout: firstLayout } = latest.current;
      opened = await ReaderEngine.open(ebook, element, first, firstLayout, listener);
      if (isClosed) return opened.close();
      opened.onMove((next, cause) => {
        setLocation(next);
        setFailure(null);
        latest.current.events.onMove(next, cause);
      });
      current.current = opened;
      setEngine(opened);
      const { start: target } = latest.current;
      const isFound = await opened.goTo(target, "open");
      if (!isFound) await opened.goTo({ fraction: 0 }, "open");
      if (!opened.location) throw new NoPageError();
      if (isFound && "sentence" in target) await highlightSentence(opened, target.sentence).catch(() => {});
    };
    open(host.current).catch((error: unknown) => {
      if (!isClosed) setFailure(error);
    });

    return () => {
      isClosed = true;
      opened?.close();
      current.current = null;
      setEngine(null);
      setLocation(null);
    };
  }, [ebook, host, current, attempt]);

  useEffect(() => engine?.setLayout(layout), [engine, layout]);

  useEffect(() => {
    const reloadFailed = () => void engine?.retryFailedResources();
    window.addEventListener("online", reloadFailed);
    // A restarted server sends no event, so opening is retried.
    const timer = setInterval(() => navigator.onLine && reloadFailed(), reloadIntervalMs);
    return () => {
      window.removeEventListener("online", reloadFailed);
      clearInterval(timer);
    };
  }, [engine]);

  const tryAgain = useCallback(() => {
    setFailure(null);
    setAttempt((count) => count + 1);
  }, []);
  return { engine, location, failure, tryAgain };
}
