import { eq, sql } from "drizzle-orm";
import type { Database } from "#server/db/client.ts";
import { sessions } from "#server/db/schema/accounts.ts";

/** Last activity of a session in the staff area, initially its start. Null for an expired session. */
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
