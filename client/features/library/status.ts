import type { LibraryStatus, MyEntry } from "#shared/library/entry.ts";
import type { MessageKey } from "#client/lib/i18n/i18n.ts";

export const statuses: readonly LibraryStatus[] = [
  "want-to-read",
  "currently-reading",
  "paused",
  "finished",
  "did-not-finish",
];

export const statusTexts = {
  "want-to-read": "library.wantToRead",
  "currently-reading": "library.currentlyReading",
  paused: "library.paused",
  finished: "library.finished",
  "did-not-finish": "library.didNotFinish",
} as const satisfies Record<LibraryStatus, MessageKey>;

/** A book that was read to its end, marked as finished or not. */
export const hasReachedEnd = ({ status, proposesFinished }: MyEntry): boolean =>
  status === "finished" || proposesFinished;
