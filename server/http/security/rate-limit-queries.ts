import { inArray, lte, sql } from "drizzle-orm";
import type { Database } from "#server/db/client.ts";
import { rateLimits } from "#server/db/schema/system/rate-limits.ts";

/** A counter of a request. */
export interface CounterIncrement {
  readonly key: string;
  readonly windowSeconds: number;
}

export interface UpdatedCounter {
  readonly key: string;
  readonly used: number;
  readonly endsAt: Date;
}

/** Increments each counter, starting a new window where the old one has ended. */
export async function incrementCounters(
  db: Database,
  increments: readonly CounterIncrement[],
  now: Date,
): Promise<UpdatedCounter[]> {
  // Rows are locked in one order, so that requests cannot deadlock.
  const values = increments
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ key, windowSeconds }) => ({
      key,
      used: 1,
      endsAt: new Date(now.getTime() + windowSeconds * 1000),
    }));
  const isOver = sql`${rateLimits.endsAt} <= ${now.toISOString()}::timestamptz`;
  return db
    .insert(rateLimits)
    .values(values)
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        used: sql`case when ${isOver} then 1 else ${rateLimits.used} + 1 end`,
        endsAt: sql`case when ${isOver} then excluded.ends_at else ${rateLimits.endsAt} end`,
      },
    })
    .returning();
}

/** Decrements each counter, locking the rows in the order of `incrementCounters`. */
export async function decrementCounters(db: Database, keys: readonly string[]): Promise<void> {
  const locked = db
    .select({ key: rateLimits.key })
    .from(rateLimits)
    .where(inArray(rateLimits.key, [...keys]))
    .orderBy(rateLimits.key)
    .for("update");
  await db
    .update(rateLimits)
    .set({ used: sql`greatest(${rateLimits.used} - 1, 0)` })
    .where(inArray(rateLimits.key, locked));
}

export async function deleteEndedWindows(db: Database, now: Date): Promise<void> {
  const ended = db
    .select({ key: rateLimits.key })
    .from(rateLimits)
    .where(lte(rateLimits.endsAt, now))
    .for("update", { skipLocked: true });
  await db.delete(rateLimits).where(inArray(rateLimits.key, ended));
}
