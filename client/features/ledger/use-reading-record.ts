import { useEffect, useMemo, useRef } from "react";
import type { BookId } from "#shared/books/book.ts";
import { countEveryMs, ReadingClock } from "./recording/reading-clock.ts";
import { recorder } from "./recording/recorder.ts";

/** A place in a book that shows on the screen, as the reader tells it. */
interface PageShown {
  readonly fraction: number;
  /** Whatever stands for the chapter; null before the first. */
  readonly chapter: unknown;
  readonly isAtEnd: boolean;
  /** A card stands where the page should. */
  readonly notice: unknown;
}

const acts = ["pointerdown", "pointermove", "keydown", "wheel", "touchmove", "scroll"] as const;
const heard = { passive: true, capture: true } as const;

/** Records how long a book is read, while the screen that calls it is open. */
export function useReadingRecord(bookId: BookId, wordCount: number) {
  const clock = useMemo(() => new ReadingClock(recorder(), bookId, wordCount), [bookId, wordCount]);
  const last = useRef<PageShown | null>(null);

  useEffect(() => {
    const onVisibility = () => clock.setSeen(document.visibilityState === "visible");
    const onAct = () => clock.acted();
    const timer = setInterval(() => clock.count(), countEveryMs);
    onVisibility();
    document.addEventListener("visibilitychange", onVisibility, true);
    for (const act of acts) window.addEventListener(act, onAct, heard);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", onVisibility, true);
      for (const act of acts) window.removeEventListener(act, onAct, heard);
      clock.rest();
    };
  }, [clock]);

  return useMemo(
    () => ({
      /** A page shows. @param cause - `turn` when the reader turned to it. */
      onPage: (page: PageShown, cause: string) => {
        const before = last.current;
        last.current = page;
        if (page.notice || cause === "layout") return;
        const isForward = cause === "turn" && before !== null && page.fraction > before.fraction;
        if (isForward && before.chapter && before.chapter !== page.chapter)
          clock.endedChapter(before.chapter);
        if (isForward && page.isAtEnd && page.chapter) clock.endedChapter(page.chapter);
        clock.came(page.fraction, isForward);
      },
      /** A document of the book is on the screen: what happens in its frame does not reach this window. */
      onDocument: (doc: Document) => {
        for (const act of acts) doc.addEventListener(act, () => clock.acted(), heard);
      },
    }),
    [clock],
  );
}
