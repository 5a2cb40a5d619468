import { and, eq, isNull, or, sql } from "drizzle-orm";
import type { Database } from "#server/db/client.ts";
import { pick } from "#server/db/pick.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";

/** Null for unknown, suspended or leaving users. */
export async function findReader(db: Database, username: string, now: Date) {
  const isVisible = or(
    isNull(users.suspendedUntil),
    sql`${users.suspendedUntil} <= ${now.toISOString()}::timestamptz`,
  );
  const [row] = await db
    .select(pick(users, "id", "username", "firstName", "lastName", "profileImageUrl", "bio", "preferences"))
    .from(users)
    .where(
      and(
        eq(sql`lower(${users.username})`, username.toLowerCase()),
        isNull(users.deletionRequestedAt),
        isVisible,
      ),
    );
  return row ?? null;
}
