import type { User } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type { activityContract } from "#shared/reading-activity/contract.ts";
import {
  maxSessionMs,
  maxWordsPerMinute,
  minSessionMs,
  RecordedSession,
  type SessionId,
} from "#shared/reading-activity/session.ts";
import { isKnownZone } from "#shared/reading-activity/time-zone.ts";
import type { Context } from "#server/http/api/context.ts";
import { requireSameUser } from "#server/http/session/require-same-user.ts";
import type { Services } from "#server/services.ts";
import { lockUserSessions } from "./day-queries.ts";
import {
  extendSessions,
  listFixedSessionIds,
  listRecordable,
  type NewSession,
  type RecordableBook,
} from "./queries.ts";
import { rebuildDailyTotals } from "./rebuild-daily-totals.ts";

/** Larger differences are corrected with `sentAt`; smaller ones may be network latency. */
const tolerableSkewMs = 60_000;
const earliest = Date.UTC(2000, 0, 1);
const minPageMs = 3_000;

/**
 * Stores sessions measured by a device. Invalid ones are skipped; edited and deleted ones stay as they are.
 *
 * @returns the ids that need not be sent again
 */
export async function recordSessions(
  context: Context,
  { body: { reader, sessions, sentAt } }: InputOf<typeof activityContract.recordSessions>,
): Promise<{ accepted: SessionId[]; closed: SessionId[] }> {
  const { db, clock, user } = context;
  requireSameUser(user, reader);
  const now = clock();
  const correctedSessions = readSessions(sessions).flatMap(
    (session) => correctTimes(session, now, sentAt) ?? [],
  );
  const recordable = await listRecordable(db, user, [
    ...new Set(correctedSessions.map(({ bookId }) => bookId)),
  ]);
  const booksById = new Map(recordable.map((book) => [book.bookId, book]));
  const rows = correctedSessions.flatMap((session) => {
    const book = booksById.get(session.bookId);
    return book ? [getRow(session, book, user, now)] : [];
  });
  const accepted = rows.map(({ id }) => id);
  if (rows.length === 0) return { accepted, closed: [] };
  const closed = await storeSessions(db, user, rows, now);
  return { accepted, closed };
}

/** @returns the ids of finished sessions */
function storeSessions(
  db: Services["db"],
  user: User,
  rows: readonly NewSession[],
  now: Date,
): Promise<SessionId[]> {
  return db.transaction(async (tx) => {
    await lockUserSessions(tx, user.id);
    const ids = rows.map(({ id }) => id);
    const closed = await listFixedSessionIds(tx, user.id, ids);
    const requested = rows.filter(({ id }) => !closed.includes(id));
    if (requested.length === 0) return closed;
    const times = await extendSessions(tx, requested, now);
    const changedSessions = times.map(({ startedAt, endedAt }) => ({
      from: startedAt.getTime(),
      to: endedAt.getTime(),
    }));
    await rebuildDailyTotals(tx, user.id, changedSessions, now);
    return closed;
  });
}

/** Parses a batch item by item; of repeated ids, the longest counts. */
function readSessions(items: readonly unknown[]): RecordedSession[] {
  const longestById = new Map<string, RecordedSession>();
  for (const item of items) {
    const { data } = RecordedSession.safeParse(item);
    const before = data && longestById.get(data.id);
    if (data && (!before || getLength(before) <= getLength(data))) longestById.set(data.id, data);
  }
  return [...longestById.values()];
}

const getLength = ({ startedAt, endedAt }: RecordedSession) => endedAt.getTime() - startedAt.getTime();

/** Converts a session to server time; none ends in the future. Null for impossible ones. */
function correctTimes(session: RecordedSession, now: Date, sentAt: Date | undefined): RecordedSession | null {
  const length = getLength(session);
  if (length < minSessionMs || length > maxSessionMs) return null;
  const skew = sentAt === undefined ? 0 : now.getTime() - sentAt.getTime();
  const shift = Math.abs(skew) > tolerableSkewMs ? skew : 0;
  const endedAt = Math.min(session.endedAt.getTime() + shift, now.getTime());
  if (endedAt - length < earliest) return null;
  return { ...session, startedAt: new Date(endedAt - length), endedAt: new Date(endedAt) };
}

function getRow(session: RecordedSession, book: RecordableBook, user: User, now: Date): NewSession {
  const { id, bookId, kind, startedAt, endedAt, zone, device, from, to, chapters = 0 } = session;
  return {
    id,
    userId: user.id,
    bookId,
    title: book.title,
    kind,
    startedAt,
    endedAt,
    device,
    chapters,
    zone: isKnownZone(zone) ? zone : "UTC",
    fromFraction: from ?? null,
    toFraction: to ?? null,
    ...getAmountRead(session, book),
    receivedAt: now,
  };
}

/** Words and pages read, limited to what is possible in the time. */
function getAmountRead(
  session: RecordedSession,
  { wordCount, pageCount }: RecordableBook,
): { words: number; pages: number } {
  const { read = 0 } = session;
  const length = getLength(session);
  if (wordCount === 0) return { words: 0, pages: Math.min(read * pageCount, length / minPageMs) };
  const words = Math.min(read * wordCount, (length / 60_000) * maxWordsPerMinute);
  return { words: Math.round(words), pages: Math.round((words * pageCount * 1000) / wordCount) / 1000 };
}
