import type { UserId } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type { BookId } from "#shared/books/book.ts";
import type { activityContract } from "#shared/reading-activity/contract.ts";
import type { SessionKind } from "#shared/reading-activity/session.ts";
import type { Database } from "#server/db/client.ts";
import { getAccess } from "#server/features/books/service.ts";
import type { Context } from "#server/http/api/context.ts";
import {
  findCoverage,
  listBookSizes,
  listReachSessions,
  sumPublicActivity,
  upsertReach,
} from "./reach-queries.ts";

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
export interface CreditedActivity {
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
 * The parts of a book that a reader covered. A session counts only if at least half of its range was read or
 * heard, so that jumping and leafing add nothing.
 */
export function computeReach(
  all: readonly ReachSession[],
  size: BookSize,
  credited: CreditedActivity,
): Reach {
  const text = mergeRanges(all.filter((session) => !isListening(session) && wasRead(session, size)));
  const audio = mergeRanges(all.filter((session) => isListening(session) && wasHeard(session, size)));
  const textCredit =
    size.words > 0 ? credited.words / size.words : size.pages > 0 ? credited.pages / size.pages : 0;
  const audioCredit = size.audioMs > 0 ? (credited.listenedMs * maxRate) / size.audioMs : 0;
  return {
    coverage: Math.max(Math.min(text.length, textCredit), Math.min(audio.length, audioCredit)),
    textReach: text.end,
    audioReach: audio.end,
  };
}

const isListening = ({ kind }: ReachSession) => kind === "listening" || kind === "readAlong";

function wasRead({ from, to, words, pages }: ReachSession, size: BookSize): boolean {
  const span = to - from;
  return size.words > 0 ? words >= (span * size.words) / 2 : pages >= (span * size.pages) / 2;
}

const wasHeard = ({ from, to, ms }: ReachSession, { audioMs }: BookSize) =>
  audioMs > 0 && ms * maxRate >= ((to - from) * audioMs) / 2;

function mergeRanges(ranges: readonly Pick<ReachSession, "from" | "to">[]) {
  let [length, end] = [0, 0];
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
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
  const rows = await listReachSessions(db, userId, bookIds);
  const sizes = await listBookSizes(db, bookIds);
  const credits = await sumPublicActivity(db, userId, bookIds);
  const values = sizes.map(({ bookId, ...size }) => {
    const credited = credits.find((credit) => credit.bookId === bookId) ?? noCredit;
    const bookRows = rows.filter((row) => row.bookId === bookId);
    return { userId, bookId, updatedAt: now, ...computeReach(bookRows, size, credited) };
  });
  await upsertReach(db, values);
}

/** @throws {ProblemError} `not_found` for a book that the user cannot see */
export async function getCoverage(
  context: Context,
  { params: { bookId } }: InputOf<typeof activityContract.getCoverage>,
): Promise<{ coverage: number }> {
  await getAccess(context, context.user, bookId);
  const coverage = await findCoverage(context.db, context.user.id, bookId);
  return { coverage: Math.min(1, Math.max(0, coverage)) };
}

/** Marks a book as read to the end, for sample readers. */
export async function markCovered(db: Database, userId: UserId, bookId: BookId, now: Date): Promise<void> {
  await upsertReach(db, [{ userId, bookId, coverage: 1, textReach: 1, audioReach: 1, updatedAt: now }]);
}

const noCredit: CreditedActivity = { listenedMs: 0, words: 0, pages: 0 };
