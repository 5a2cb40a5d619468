import type { BookId } from "#shared/books/book.ts";
import type { CurrentPosition } from "#shared/positions/contract.ts";
import type { Locator } from "#shared/positions/position.ts";
import { readSentence } from "#shared/positions/sentence-times.ts";
import type { Ebook } from "#shared/reader/contract.ts";
import { findGuestPosition } from "#client/features/positions/index.ts";
import type { RequestedPosition } from "./chapter-url.ts";
import { getChapters } from "./chapters.ts";
import type { Target } from "./engine/position/resolve-target.ts";

export interface InitialPosition {
  readonly target: Target;
  readonly isApproximate: boolean;
  /** Null for a book that was never opened. */
  readonly storedAt: Date | null;
}

const beginning: InitialPosition = { target: { fraction: 0 }, isApproximate: false, storedAt: null };

/** @param serverPosition the server's position; null for a guest, whose position is on this device */
export function getInitialPosition(bookId: BookId, serverPosition: CurrentPosition | null): InitialPosition {
  if (!serverPosition) {
    const guestPosition = findGuestPosition(bookId);
    return guestPosition
      ? { target: { locator: guestPosition.locator }, isApproximate: false, storedAt: guestPosition.at }
      : beginning;
  }
  if (!serverPosition.text) return beginning;
  return {
    target: { locator: serverPosition.text },
    isApproximate: serverPosition.isApproximate && !isText(serverPosition.current?.locator),
    storedAt: serverPosition.current?.at ?? null,
  };
}

export function getOpeningPosition(
  opening: InitialPosition,
  ebook: Ebook,
  requested: RequestedPosition | null,
): InitialPosition {
  if (requested === null) return opening;
  if ("sentence" in requested) {
    const { spineIndex } = readSentence(requested.sentence);
    if (ebook.spine.every(({ index }) => index !== spineIndex)) return opening;
    return { ...opening, target: requested, isApproximate: false };
  }
  const chapter = getChapters(ebook.toc, ebook.spine)[requested.chapter];
  if (!chapter || chapter.section < 0) return opening;
  return { ...opening, target: { href: chapter.href }, isApproximate: false };
}

export function getReadAlongMode(
  { target }: InitialPosition,
  isRequested: boolean,
): "audio" | "page" | "page-only" {
  if (isRequested) return "page-only";
  return "locator" in target && isText(target.locator) ? "page" : "audio";
}

function isText(locator: Locator | undefined): boolean {
  return locator?.cfi !== undefined || locator?.sentence !== undefined;
}
