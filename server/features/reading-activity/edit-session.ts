import type { User, UserId } from "#shared/accounts/user.ts";
import {
  type ManualSession,
  maxSessionMs,
  minSessionMs,
  type ReadingSession,
  type SessionChange,
  type SessionId,
} from "#shared/reading-activity/session.ts";
import { isKnownZone } from "#shared/reading-activity/time-zone.ts";
import type { Database } from "#server/db/client.ts";
import { getAccess, listVisibleBooks } from "#server/features/books/service.ts";
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
  services: Pick<Services, "db" | "clock" | "live">,
  user: User,
  id: SessionId,
  input: ManualSession,
): Promise<ReadingSession> {
  const now = services.clock();
  checkTimes(input, now);
  if (!isKnownZone(input.zone)) throw invalid({ zone: "time_zone_unknown" });
  const { kind, startedAt, endedAt, zone, pages = 0 } = input;
  const row = { kind, startedAt, endedAt, zone, pages, ...(await getBook(services, user, input)) };
  await changeSessions(services, user.id, now, async (tx) => {
    const before = await findSession(tx, user.id, id);
    const deletedIds = await listDeletedSessionIds(tx, user.id, [id]);
    if (deletedIds.length > 0 || before?.deletedAt) throw conflict("session_deleted");
    if (before && !before.isManual) throw conflict("session_measured");
    if (before) await updateSessionRow(tx, user.id, id, { ...row, editedAt: now });
    else await insertSession(tx, { id, userId: user.id, ...row, isManual: true, receivedAt: now });
    return before ? [before, row] : [row];
  });
  return getSession(services, user, id);
}

/**
 * Corrects a session.
 *
 * @throws {ProblemError} `not_found`; `invalid_input` for impossible times, or for more than was measured
 */
export async function updateSession(
  services: Pick<Services, "db" | "clock" | "live">,
  user: User,
  id: SessionId,
  input: SessionChange,
): Promise<ReadingSession> {
  const now = services.clock();
  await changeSessions(services, user.id, now, async (tx) => {
    const before = await findSession(tx, user.id, id);
    if (!before || before.deletedAt) throw notFound("session");
    const after = {
      startedAt: input.startedAt ?? before.startedAt,
      endedAt: input.endedAt ?? before.endedAt,
      pages: input.pages ?? before.pages,
    };
    checkTimes(after, now);
    if (!before.isManual) rejectMoreThanMeasured(before, after);
    await updateSessionRow(tx, user.id, id, { ...after, ...getRecordedFields(before, after), editedAt: now });
    return [before, after];
  });
  return getSession(services, user, id);
}

/** Deletes a session. Idempotent. */
export async function deleteSession(
  services: Pick<Services, "db" | "clock" | "live">,
  userId: UserId,
  id: SessionId,
): Promise<void> {
  const now = services.clock();
  await changeSessions(services, userId, now, async (tx) => {
    const before = await findSession(tx, userId, id);
    if (!before || before.deletedAt) return [];
    await updateSessionRow(tx, userId, id, { deletedAt: now });
    return [before];
  });
}

/** @throws {ProblemError} `not_found` when it was not deleted, or too long ago */
export async function restoreSession(
  services: Pick<Services, "db" | "clock" | "live">,
  user: User,
  id: SessionId,
): Promise<ReadingSession> {
  await changeSessions(services, user.id, services.clock(), async (tx) => {
    const before = await findSession(tx, user.id, id);
    if (!before) throw notFound("session");
    if (before.deletedAt) await updateSessionRow(tx, user.id, id, { deletedAt: null });
    return [before];
  });
  return getSession(services, user, id);
}

async function changeSessions(
  { db, live }: Pick<Services, "db" | "live">,
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
  await live.publish(userId, { topic: "activity" });
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
