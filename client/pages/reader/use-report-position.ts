import { useEffect, useMemo, useRef } from "react";
import type { BookId } from "#shared/books/book.ts";
import type { Locator } from "#shared/positions/position.ts";
import { positionTracker } from "#client/features/positions/position-tracker.ts";

/** The place this window reported last. */
export interface Reported {
  readonly place: Locator;
  readonly at: Date;
}

/** Hands every move of the reader to the one keeper of places; the last of them is saved when the book is closed. */
export function useReportPosition(bookId: BookId) {
  const last = useRef<Reported | null>(null);
  useEffect(() => () => positionTracker().saveNow(bookId), [bookId]);

  return useMemo(
    () => ({
      last,
      report: (place: Locator, isDeliberate: boolean) => {
        last.current = { place, at: new Date() };
        // Whoever turns back to the first page means it; the server would else take it for a fault.
        positionTracker().report(bookId, place, isDeliberate, {
          reset: isDeliberate && place.fraction < 0.01,
        });
      },
    }),
    [bookId],
  );
}
