import type { User, UserId } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type { activityContract } from "#shared/reading-activity/contract.ts";
import {
  type ManualSession,
  maxSessionMs,
  minSessionMs,
  type ReadingSession,
  type SessionId,
} from "#shared/reading-activity/session.ts";
import { isKnownZone } from "#shared/reading-activity/time-zone.ts";
import type { Database } from "#server/db/client.ts";
import { getAccess, listVisibleBooks } from "#server/features/books/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { conflict, invalid, notFound } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { lockUserSessions } from "./day-queries.ts";
import {
  findSession,
  insertSession,
  listDeletedSessionIds,
  listRecordable,
  type NewSession,
  type SessionRow,
  type Times,
  updateSessionRow,
} from "./queries.ts";
import { rebuildDailyTotals } from "./rebuild-daily-totals.ts";
import { toSessionView } from "./session-view.ts";

/**
 * Creates or replaces a manual session.
 *
 * @throws {ProblemError} `invalid_input` for impossible times; `not_found` for an unknown book; `conflict`
 * for a measured or deleted session
 */
export async function addSession(
  context: Context,
  { params: { sessionId }, body: input }: InputOf<typeof activityContract.addSession>,
): Promise<ReadingSession> {
  const { user } = context;
  const now = context.clock();
  checkTimes(input, now);
  if (!isKnownZone(input.zone)) throw invalid({ zone: "time_zone_unknown" });
  const { kind, startedAt, endedAt, zone, pages = 0 } = input;
  const row = { kind, startedAt, endedAt, zone, pages, ...(await getBook(context, user, input)) };
  await changeSessions(context, user.id, now, async (tx) => {
    const before = await findSession(tx, user.id, sessionId);
    const deletedIds = await listDeletedSessionIds(tx, user.id, [sessionId]);
    if (deletedIds.length > 0 || before?.deletedAt) throw conflict("session_deleted");
    if (before && !before.isManual) throw conflict("session_measured");
    if (before) await updateSessionRow(tx, user.id, sessionId, { ...row, editedAt: now });
    else await insertSession(tx, { id: sessionId, userId: user.id, ...row, isManual: true, receivedAt: now });
    return before ? [before, row] : [row];
  });
  return getSession(context, user, sessionId);
}

/**
 * Corrects a session.
 *
 * @throws {ProblemError} `not_found`; `invalid_input` for impossible times, or for more than was measured
 */
export async function updateSession(
  context: Context,
  { params: { sessionId }, body: input }: InputOf<typeof activityContract.updateSession>,
): Promise<ReadingSession> {
  const { user } = context;
  const now = context.clock();
  await changeSessions(context, user.id, now, async (tx) => {
    const before = await findSession(tx, user.id, sessionId);
    if (!before || before.deletedAt) throw notFound("session");
    const after = {
      startedAt: input.startedAt ?? before.startedAt,
      endedAt: input.endedAt ?? before.endedAt,
      pages: input.pages ?? before.pages,
    };
    checkTimes(after, now);
    if (!before.isManual) rejectMoreThanMeasured(before, after);
    await updateSessionRow(tx, user.id, sessionId, {
      ...after,
      ...getRecordedFields(before, after),
      editedAt: now,
    });
    return [before, after];
  });
  return getSession(context, user, sessionId);
}

/** Deletes a session. Idempotent. */
export async function deleteSession(
  context: Context,
  { params: { sessionId } }: InputOf<typeof activityContract.deleteSession>,
): Promise<void> {
  const { user } = context;
  const now = context.clock();
  await changeSessions(context, user.id, now, async (tx) => {
    const before = await findSession(tx, user.id, sessionId);
    if (!before || before.deletedAt) return [];
    await updateSessionRow(tx, user.id, sessionId, { deletedAt: now });
    return [before];
  });
}

/** @throws {ProblemError} `not_found` when it was not deleted, or too long ago */
export async function restoreSession(
  context: Context,
  { params: { sessionId } }: InputOf<typeof activityContract.restoreSession>,
): Promise<ReadingSession> {
  const { user } = context;
  await changeSessions(context, user.id, context.clock(), async (tx) => {
    const before = await findSession(tx, user.id, sessionId);
    if (!before) throw notFound("session");
    if (before.deletedAt) await updateSessionRow(tx, user.id, sessionId, { deletedAt: null });
    return [before];
  });
  return getSession(context, user, sessionId);
}

async function changeSessions(
  { db }: Pick<Services, "db">,
  userId: UserId,
  now: Date,
  callback: (tx: Database) => Promise<readonly Times[]>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockUserSessions(tx, userId);
    const changedSessions = await callback(tx);
    await rebuildDailyTotals(
      tx,
      userId,
      changedSessions.map(({ startedAt, endedAt }) => ({ from: startedAt.getTime(), to: endedAt.getTime() })),
      now,
    );
  });
}

async function getSession(
  services: Pick<Services, "db">,
  user: User,
  id: SessionId,
): Promise<ReadingSession> {
  const row = await findSession(services.db, user.id, id);
  if (!row) throw notFound("session");
  const visible = await listVisibleBooks(services, user, row.bookId === null ? [] : [row.bookId]);
  return toSessionView(
    { ...row, currentTitle: visible[0]?.title ?? null },
    new Set(visible.map(({ id: bookId }) => bookId)),
  );
}

/** A book of this library, or the title of another one. */
async function getBook(
  services: Pick<Services, "db">,
  user: User,
  { bookId, title }: ManualSession,
): Promise<Pick<NewSession, "bookId" | "title">> {
  if (bookId === undefined) {
    if (title === undefined) throw invalid({ title: "title_required" });
    return { bookId: null, title };
  }
  await getAccess(services, user, bookId);
  const [book] = await listRecordable(services.db, user, [bookId]);
  if (!book) throw notFound("book");
  return { bookId, title: book.title };
}

function checkTimes({ startedAt, endedAt }: Times, now: Date): void {
  const length = endedAt.getTime() - startedAt.getTime();
  if (length <= 0) throw invalid({ endedAt: "end_before_start" });
  if (length < minSessionMs) throw invalid({ endedAt: "session_too_short" });
  if (length > maxSessionMs) throw invalid({ endedAt: "session_too_long" });
  if (endedAt > now) throw invalid({ endedAt: "end_in_future" });
  if (startedAt.getTime() < 0) throw invalid({ startedAt: "date_too_long_ago" });
}

function rejectMoreThanMeasured(before: SessionRow, after: Times & { readonly pages: number }): void {
  const max = before.recorded ?? toRecorded(before);
  if (after.startedAt < new Date(max.startedAt)) {
    throw invalid({ startedAt: "measured_start" });
  }
  if (after.endedAt > new Date(max.endedAt)) {
    throw invalid({ endedAt: "measured_end" });
  }
  if (after.pages > max.pages) {
    throw invalid({ pages: "measured_pages" });
  }
}

const toRecorded = ({ startedAt, endedAt, pages, words }: SessionRow) => ({
  startedAt: startedAt.toISOString(),
  endedAt: endedAt.toISOString(),
  pages,
  words,
});

function getRecordedFields(before: SessionRow, after: { readonly pages: number }): Partial<NewSession> {
  if (before.isManual) return {};
  const recorded = before.recorded ?? toRecorded(before);
  const { pages, words } = recorded;
  return { recorded, words: pages > 0 ? Math.round((words * after.pages) / pages) : words };
}
