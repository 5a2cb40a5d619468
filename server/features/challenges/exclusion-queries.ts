import { desc, eq } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { Database } from "#server/db/client.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { championExclusions } from "#server/db/schema/reading/challenges.ts";

export function listExclusionRows(db: Database, limit: number) {
  return db
    .select({
      userId: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      reason: championExclusions.reason,
      excludedAt: championExclusions.excludedAt,
    })
    .from(championExclusions)
    .innerJoin(users, eq(users.id, championExclusions.userId))
    .orderBy(desc(championExclusions.excludedAt))
    .limit(limit);
}

/** @returns false when there is no such user */
export async function upsertExclusion(
  db: Database,
  row: typeof championExclusions.$inferInsert,
): Promise<boolean> {
  const [found] = await db.select({ id: users.id }).from(users).where(eq(users.id, row.userId));
  if (!found) return false;
  const { reason, excludedAt } = row;
  await db
    .insert(championExclusions)
    .values(row)
    .onConflictDoUpdate({ target: championExclusions.userId, set: { reason, excludedAt } });
  return true;
}

/** @returns whether there was one */
export async function deleteExclusion(db: Database, userId: UserId): Promise<boolean> {
  const removed = await db
    .delete(championExclusions)
    .where(eq(championExclusions.userId, userId))
    .returning({ userId: championExclusions.userId });
  return removed.length > 0;
}
