import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type { SessionKind } from "#shared/reading-activity/session.ts";
import type { Database } from "#server/db/client.ts";
import { users } from "#server/db/schema/accounts.ts";
import { books } from "#server/db/schema/books.ts";
import { ebooks } from "#server/db/schema/formats.ts";
import {
  bookReach,
  readingDays as days,
  readingSessions as sessions,
} from "#server/db/schema/reading-activity.ts";
import { maxDelayMs } from "./day-queries.ts";

/** The highest playback rate. */
const maxRate = 3.5;

export interface ReachSession {
  readonly kind: SessionKind;
  readonly from: number;
  readonly to: number;
  readonly ms: number;
  readonly words: number;
  readonly pages: number;
}

export interface BookSize {
  readonly audioMs: number;
  readonly words: number;
  readonly pages: number;
}

/** Amounts that counted in public, in which every instant counts for one book only. */
export interface Credited {
  readonly listenedMs: number;
  readonly words: number;
  readonly pages: number;
}

export interface Reach {
  readonly coverage: number;
  readonly textReach: number;
  readonly audioReach: number;
}

/**
 * What a reader covered of a book. A session counts only if at least half of its range was read or heard, so that
 * jumping and leafing add nothing.
 */
export function computeReach(all: readonly ReachSession[], size: BookSize, credited: Credited): Reach {
  const text = mergeRanges(all.filter((session) => !isHeard(session) && wasRead(session, size)));
  const audio = mergeRanges(all.filter((session) => isHeard(session) && wasHeard(session, size)));
  const textCredit =
    size.words > 0 ? credited.words / size.words : size.pages > 0 ? credited.pages / size.pages : 0;
  const audioCredit = size.audioMs > 0 ? (credited.listenedMs * maxRate) / size.audioMs : 0;
  return {
    coverage: Math.max(Math.min(text.length, textCredit), Math.min(audio.length, audioCredit)),
    textReach: text.end,
    audioReach: audio.end,
  };
}

const isHeard = ({ kind }: ReachSession) => kind === "listening" || kind === "step";

function wasRead({ from, to, words, pages }: ReachSession, size: BookSize): boolean {
  const span = to - from;
  return size.words > 0 ? words >= (span * size.words) / 2 : pages >= (span * size.pages) / 2;
}

const wasHeard = ({ from, to, ms }: ReachSession, { audioMs }: BookSize) =>
  audioMs > 0 && ms * maxRate >= ((to - from) * audioMs) / 2;

function mergeRanges(ranges: readonly Pick<ReachSession, "from" | "to">[]) {
  let [length, end] = [0, 0];
  for (const { from, to } of ranges.toSorted((one, other) => one.from - other.from)) {
    length += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return { length, end };
}

/** Recomputes `book_reach` of some books. Runs in the transaction that changed the sessions. */
export async function updateBookReach(
  db: Database,
  userId: UserId,
  bookIds: readonly BookId[],
  now: Date,
): Promise<void> {
  if (bookIds.length === 0) return;
  const [rows, sizes, credits] = await Promise.all([
    listReachSessions(db, userId, bookIds),
    listSizes(db, bookIds),
    listCredits(db, userId, bookIds),
  ]);
  const values = sizes.map(({ bookId, ...size }) => {
    const credited = credits.find((credit) => credit.bookId === bookId) ?? noCredit;
    const own = rows.filter((row) => row.bookId === bookId);
    return { userId, bookId, updatedAt: now, ...computeReach(own, size, credited) };
  });
  if (values.length === 0) return;
  await db
    .insert(bookReach)
    .values(values)
    .onConflictDoUpdate({
      target: [bookReach.userId, bookReach.bookId],
      set: {
        coverage: sql`excluded.coverage`,
        textReach: sql`excluded.text_reach`,
        audioReach: sql`excluded.audio_reach`,
        updatedAt: sql`excluded.updated_at`,
      },
    });
}

/** Marks a book as read to the end, for sample readers. */
export async function markCovered(db: Database, userId: UserId, bookId: BookId, now: Date): Promise<void> {
  const whole = { coverage: 1, textReach: 1, audioReach: 1, updatedAt: now };
  await db
    .insert(bookReach)
    .values({ userId, bookId, ...whole })
    .onConflictDoUpdate({ target: [bookReach.userId, bookReach.bookId], set: whole });
}

const noCredit: Credited = { listenedMs: 0, words: 0, pages: 0 };

function listReachSessions(db: Database, userId: UserId, bookIds: readonly BookId[]) {
  const delay = sql`${sessions.receivedAt} - ${`${maxDelayMs} milliseconds`}::interval`;
  return db
    .select({
      bookId: sessions.bookId,
      kind: sessions.kind,
      from: sql<number>`${sessions.fromFraction}`,
      to: sql<number>`${sessions.toFraction}`,
      ms: sql<number>`extract(epoch from ${sessions.endedAt} - ${sessions.startedAt})::float8 * 1000`,
      words: sessions.words,
      pages: sessions.pages,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.userId, userId),
        inArray(sessions.bookId, [...bookIds]),
        isNull(sessions.deletedAt),
        eq(sessions.isManual, false),
        sql`${sessions.toFraction} > ${sessions.fromFraction}`,
        sql`${sessions.startedAt} >= greatest(${users.createdAt}, ${delay})`,
      ),
    );
}

async function listSizes(db: Database, bookIds: readonly BookId[]) {
  return db
    .select({
      bookId: books.id,
      audioMs: sql<number>`coalesce(${books.duration}, 0) * 1000`,
      words: sql<number>`coalesce(${ebooks.wordCount}, 0)`,
      pages: sql<number>`coalesce(${ebooks.pageCount}, 0)`,
    })
    .from(books)
    .leftJoin(ebooks, eq(ebooks.bookId, books.id))
    .where(inArray(books.id, [...bookIds]));
}

function listCredits(db: Database, userId: UserId, bookIds: readonly BookId[]) {
  return db
    .select({
      bookId: days.bookId,
      listenedMs: sql<number>`coalesce(sum(${days.publicMs}) filter (where ${days.kind} in ('listening', 'step')), 0)::float8`,
      words: sql<number>`sum(${days.publicWords})::float8`,
      pages: sql<number>`sum(${days.publicPages})::float8`,
    })
    .from(days)
    .where(and(eq(days.userId, userId), inArray(days.bookId, [...bookIds])))
    .groupBy(days.bookId);
}
