import { eq, sql } from "drizzle-orm";
import type { Database } from "#server/db/client.ts";
import { sessions } from "#server/db/schema/accounts.ts";

/** When a session last did something in the employees' area; at first, when it began. Null for a session that is over. */
export async function findStaffSeenAt(db: Database, idHash: string): Promise<Date | null> {
  const [found] = await db
    .select({
      seenAt: sql`coalesce(${sessions.staffSeenAt}, ${sessions.createdAt})`.mapWith(sessions.createdAt),
    })
    .from(sessions)
    .where(eq(sessions.idHash, idHash));
  return found?.seenAt ?? null;
}

export async function touchStaff(db: Database, idHash: string, now: Date): Promise<void> {
  await db.update(sessions).set({ staffSeenAt: now }).where(eq(sessions.idHash, idHash));
}
