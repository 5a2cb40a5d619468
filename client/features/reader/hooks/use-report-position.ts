import { useEffect, useMemo, useRef } from "react";
import type { Locator } from "#shared/positions/position.ts";
import type { Ebook } from "#shared/reader/contract.ts";
import { getPositionTracker } from "#client/features/positions/index.ts";

export interface ReportedPosition {
  readonly locator: Locator;
  readonly at: Date;
}

export function useReportPosition({ bookId, version }: Pick<Ebook, "bookId" | "version">) {
  const last = useRef<ReportedPosition | null>(null);
  useEffect(() => {
    getPositionTracker().setTextVersion(bookId, version);
    return () => getPositionTracker().saveNow(bookId);
  }, [bookId, version]);

  return useMemo(
    () => ({
      last,
      report: (locator: Locator, isDeliberate: boolean) => {
        last.current = { locator, at: new Date() };
        // Turning back to the first page is deliberate; otherwise the server would ignore it.
        getPositionTracker().report(bookId, locator, isDeliberate, {
          reset: isDeliberate && locator.fraction < 0.01,
        });
      },
    }),
    [bookId],
  );
}
