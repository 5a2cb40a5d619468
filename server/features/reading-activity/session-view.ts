import type { BookId } from "#shared/books/book.ts";
import type { ReadingSession } from "#shared/reading-activity/session.ts";
import { toLocalDay } from "#shared/reading-activity/time-zone.ts";
import type { SessionRow } from "./queries.ts";

/**
 * A session for its owner.
 *
 * @param visible the books that they may see
 */
export function toSessionView(
  row: SessionRow & { readonly currentTitle?: string | null },
  visible: ReadonlySet<BookId>,
): ReadingSession {
  const { id, kind, bookId, title, currentTitle, startedAt, endedAt, zone, pages, device, isManual } = row;
  const recorded = row.recorded ?? { startedAt, endedAt, pages };
  return {
    id,
    kind,
    startedAt,
    endedAt,
    zone,
    pages,
    device,
    isManual,
    bookId: bookId !== null && visible.has(bookId) ? bookId : null,
    title: currentTitle ?? title,
    day: toLocalDay(zone, startedAt.getTime()),
    seconds: (endedAt.getTime() - startedAt.getTime()) / 1000,
    isEdited: row.editedAt !== null,
    recorded: isManual
      ? null
      : {
          startedAt: new Date(recorded.startedAt),
          endedAt: new Date(recorded.endedAt),
          pages: recorded.pages,
        },
  };
}
