import * as z from "zod/mini";
import type { BookId } from "#shared/books/book.ts";
import { type ReadingSession, SessionId } from "#shared/reading-activity/session.ts";
import { toLocalDay } from "#shared/reading-activity/time-zone.ts";
import { invalid } from "#server/http/api/problem.ts";
import type { ListedSession, SessionCursor, SessionRow } from "./queries.ts";

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

const Parts = z.tuple([z.string().check(z.regex(/^\d{1,17}$/)), SessionId]);

export const createCursor = ({ started, id }: ListedSession): string => `${started}_${id}`;

/** @throws {ProblemError} `invalid_input` for an unknown cursor */
export function readCursor(cursor: string): SessionCursor {
  const { data } = Parts.safeParse(cursor.split("_"));
  if (!data) throw invalid({ cursor: "unknown_page" });
  const [started, id] = data;
  return { started, id };
}
