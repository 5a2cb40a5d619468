import type { InputOf } from "#shared/api/contract.ts";
import type { activityContract } from "#shared/reading-activity/contract.ts";
import type { ReadingSession } from "#shared/reading-activity/session.ts";
import { listVisibleBooks } from "#server/features/books/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { markCovered } from "./book-reach.ts";
import { countFinished } from "./finished-queries.ts";
import { listSessionRows } from "./queries.ts";
import { createCursor, readCursor, toSessionView } from "./session-view.ts";
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
  const after = cursor === undefined ? null : readCursor(cursor);
  const rows = await listSessionRows(context.db, context.user, { bookId, after, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const ids = [...new Set(page.flatMap((row) => row.bookId ?? []))];
  const visible = new Set((await listVisibleBooks(context, context.user, ids)).map(({ id }) => id));
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    sessions: page.map((row) => toSessionView(row, visible)),
    nextCursor: last ? createCursor(last) : null,
  };
}
