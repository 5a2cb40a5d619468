import { useEffect, useMemo, useRef, useState } from "react";
import type { BookId } from "#shared/books/book.ts";
import type { RunningReadingClock } from "./tracking/start-reading-clock.ts";

interface ShownPage {
  readonly fraction: number;
  /** Null before the first chapter. */
  readonly chapter: unknown;
  readonly isAtEnd: boolean;
  readonly notice: unknown;
}

const inputEvents = ["pointerdown", "pointermove", "keydown", "wheel", "touchmove", "scroll"] as const;
const listenerOptions = { passive: true, capture: true } as const;

/** Records reading time while the component is mounted. */
export function useReadingStats(bookId: BookId, wordCount: number) {
  const runningClock = useClock(bookId, wordCount);
  const running = useRef<RunningReadingClock["clock"] | null>(null);
  const last = useRef<ShownPage | null>(null);

  useEffect(() => {
    if (!runningClock) return;
    const { clock, countIntervalMs } = runningClock;
    running.current = clock;
    if (last.current && !last.current.notice) clock.onPage(last.current.fraction, false);
    const onVisibility = () => clock.setVisible(document.visibilityState === "visible");
    const onActivity = () => clock.onActivity();
    const timer = setInterval(() => clock.count(), countIntervalMs);
    onVisibility();
    document.addEventListener("visibilitychange", onVisibility, true);
    for (const event of inputEvents) window.addEventListener(event, onActivity, listenerOptions);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", onVisibility, true);
      for (const event of inputEvents) window.removeEventListener(event, onActivity, listenerOptions);
      running.current = null;
      clock.stop();
    };
  }, [runningClock]);

  return useMemo(
    () => ({
      /**
       * Called when a page is shown.
       *
       * @param cause `turn` when the reader turned to it
       */
      onPage: (page: ShownPage, cause: string) => {
        const { current: clock } = running;
        const previous = last.current;
        last.current = page;
        if (!clock || page.notice || cause === "layout") return;
        const isForward = cause === "turn" && previous !== null && page.fraction > previous.fraction;
        if (isForward && previous.chapter && previous.chapter !== page.chapter)
          clock.countChapter(previous.chapter);
        if (isForward && page.isAtEnd && page.chapter) clock.countChapter(page.chapter);
        clock.onPage(page.fraction, isForward);
      },
      /** Called with each document, because events in its frame do not reach this window. */
      onDocument: (doc: Document) => {
        for (const event of inputEvents)
          doc.addEventListener(event, () => running.current?.onActivity(), listenerOptions);
      },
    }),
    [],
  );
}

/** Null until its chunk has loaded. */
function useClock(bookId: BookId, wordCount: number): RunningReadingClock | null {
  const [runningClock, setRunningClock] = useState<RunningReadingClock | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    import("./tracking/start-reading-clock.ts").then(
      ({ startReadingClock }) => isUnmounted || setRunningClock(startReadingClock(bookId, wordCount)),
      // Reading works without it.
      () => undefined,
    );
    return () => {
      isUnmounted = true;
    };
  }, [bookId, wordCount]);
  return runningClock;
}
