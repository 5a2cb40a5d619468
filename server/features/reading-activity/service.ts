import * as z from "zod/mini";
import type { InputOf } from "#shared/api/contract.ts";
import type { activityContract } from "#shared/reading-activity/contract.ts";
import type { ReadingSession } from "#shared/reading-activity/session.ts";
import { SessionId } from "#shared/reading-activity/session.ts";
import { listVisibleBooks } from "#server/features/books/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { decodeCursor, microseconds, toPage } from "#server/http/api/cursor.ts";
import { markCovered } from "./book-reach.ts";
import { countFinished } from "./finished-queries.ts";
import { listSessionRows } from "./queries.ts";
import { toSessionView } from "./session-view.ts";
import { getPublicSummary } from "./stats.ts";
import { findLastZone, sumGenres } from "./stats-queries.ts";

export { countFinished, findLastZone, getPublicSummary, markCovered, sumGenres };

const defaultPage = 30;

/**
 * Latest first.
 *
 * @throws {ProblemError} `invalid_input` for an unknown cursor
 */
export async function listActivity(
  context: Context,
  { query: requested }: InputOf<typeof activityContract.listActivity>,
): Promise<{ sessions: ReadingSession[]; nextCursor: string | null }> {
  const { limit = defaultPage, cursor, bookId } = requested;
  const [started, id] = decodeCursor(cursor, z.tuple([microseconds, SessionId])) ?? [];
  const after = started === undefined || id === undefined ? null : { started, id };
  const rows = await listSessionRows(context.db, context.user, { bookId, after, limit: limit + 1 });
  const { shown, nextCursor } = toPage(rows, limit, (last) => [last.started, last.id]);
  const ids = [...new Set(shown.flatMap((row) => row.bookId ?? []))];
  const visible = new Set((await listVisibleBooks(context, context.user, ids)).map(({ id }) => id));
  return { sessions: shown.map((row) => toSessionView(row, visible)), nextCursor };
}
