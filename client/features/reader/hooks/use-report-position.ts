import { useEffect, useRef } from "react";
import type { BookId } from "#shared/books/book.ts";
import type { Locator } from "#shared/positions/position.ts";
import type { Ebook } from "#shared/reader/contract.ts";
import { getPositionTracker } from "#client/features/positions/index.ts";
import { isLocal } from "#client/features/reader/engine/document/entries.ts";
import type { ReaderEngine } from "#client/features/reader/engine/engine.ts";
import type { Location } from "#client/features/reader/engine/position/location.ts";
import { isReadersMove } from "#client/features/reader/engine/position/relocate-reason.ts";
import type { ReaderExtension } from "#client/features/reader/reader-extension.ts";

const beginningFraction = 0.01;

/** Reports a position in the text of a book. */
export function reportTextPosition(bookId: BookId, locator: Locator, isDeliberate: boolean): void {
  // Turning back to the first page is deliberate; otherwise the server would ignore it.
  const reset = isDeliberate && locator.fraction < beginningFraction;
  getPositionTracker().report(bookId, locator, isDeliberate, { reset });
}

/** Reports where the reader goes in an open book, unless an extension reports it. */
export function useReportPosition(
  ebook: Pick<Ebook, "bookId" | "version">,
  engine: ReaderEngine | null,
  extension: ReaderExtension | null,
): void {
  const { bookId, version } = ebook;
  const isOnServer = !isLocal(ebook);
  const latest = useRef(extension);
  latest.current = extension;
  useEffect(() => {
    if (!isOnServer) return;
    getPositionTracker().setTextVersion(bookId, version);
    return () => getPositionTracker().saveNow(bookId);
  }, [isOnServer, bookId, version]);
  useEffect(
    () =>
      engine?.onMove((location, cause) => {
        if (!isOnServer || location.notice || !isReadersMove(cause) || latest.current?.reportsPosition?.())
          return;
        reportTextPosition(bookId, toLocator(location), true);
      }),
    [engine, isOnServer, bookId],
  );
}

export function toLocator({ cfi, sentence, fraction }: Location): Locator {
  return { fraction, ...(cfi.length <= 1024 && { cfi }), ...(sentence !== null && { sentence }) };
}
