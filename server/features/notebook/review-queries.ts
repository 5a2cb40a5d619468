import { and, asc, count, eq, gte, isNull, lt, lte, ne, or, type SQL, sql } from "drizzle-orm";
import type { User, UserId } from "#shared/accounts/user.ts";
import type { MarkId } from "#shared/marks/mark.ts";
import type { Database } from "#server/db/client.ts";
import { pick } from "#server/db/pick.ts";
import { books } from "#server/db/schema/books/books.ts";
import { marks } from "#server/db/schema/reading/marks.ts";
import { markReviews } from "#server/db/schema/reading/notebook.ts";
import { filterVisible } from "#server/features/books/service.ts";
import type { ListedMark } from "./list-queries.ts";

export async function countReviews(db: Database, userId: UserId, since: Date): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(markReviews)
    .where(and(eq(markReviews.userId, userId), gte(markReviews.reviewedAt, since)));
  return row?.n ?? 0;
}

const ofMark = and(eq(markReviews.userId, marks.userId), eq(markReviews.markId, marks.id));

/** Highlights and notes that are due, then new ones; the order of new ones changes with `seed`. */
export function listDue(
  db: Database,
  user: User,
  { now, newBefore, seed, limit }: { now: Date; newBefore: Date; seed: string; limit: number },
): PromiseLike<Omit<ListedMark, "position">[]> {
  const isNew: SQL | undefined = and(isNull(markReviews.markId), lt(marks.createdAt, newBefore));
  const isDue = and(eq(markReviews.isStopped, false), lte(markReviews.dueAt, now));
  return db
    .select({
      ...pick(marks, "id", "bookId"),
      ...pick(books, "title", "author"),
      isVisible: sql<boolean>`coalesce(${filterVisible(user) ?? sql`true`}, false)`,
    })
    .from(marks)
    .innerJoin(books, eq(books.id, marks.bookId))
    .leftJoin(markReviews, ofMark)
    .where(
      and(
        eq(marks.userId, user.id),
        eq(marks.isDeleted, false),
        or(sql`${marks.style} is not null`, ne(marks.note, "")),
        or(isNew, isDue),
      ),
    )
    .orderBy(sql`${markReviews.dueAt} nulls last`, sql`md5(${marks.id}::text || ${seed})`, asc(marks.id))
    .limit(limit);
}

export interface ReviewState {
  readonly step: number;
  readonly dueAt: Date;
  readonly reviewedAt: Date;
  readonly isStopped: boolean;
}

export async function findReview(db: Database, userId: UserId, markId: MarkId): Promise<ReviewState | null> {
  const [row] = await db
    .select(pick(markReviews, "step", "dueAt", "reviewedAt", "isStopped"))
    .from(markReviews)
    .where(and(eq(markReviews.userId, userId), eq(markReviews.markId, markId)));
  return row ?? null;
}

/** @returns false when the user has no such mark */
export async function hasMark(db: Database, userId: UserId, markId: MarkId): Promise<boolean> {
  const condition = and(eq(marks.userId, userId), eq(marks.id, markId), eq(marks.isDeleted, false));
  return (await db.$count(marks, condition)) > 0;
}

export async function saveReview(
  db: Database,
  userId: UserId,
  markId: MarkId,
  state: ReviewState,
): Promise<void> {
  await db
    .insert(markReviews)
    .values({ userId, markId, ...state })
    .onConflictDoUpdate({ target: [markReviews.userId, markReviews.markId], set: { ...state } });
}
