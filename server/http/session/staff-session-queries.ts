import { eq, isNotNull, sql } from "drizzle-orm";
import type { Database } from "#server/db/client.ts";
import { sessions, twoFactor } from "#server/db/schema/accounts/accounts.ts";

/** Last activity of a session in the staff area, initially its start; null for an expired session. */
export async function findStaffSession(
  db: Database,
  idHash: string,
): Promise<{ readonly seenAt: Date | null; readonly hasSecondFactor: boolean }> {
  const [row] = await db
    .select({
      seenAt: sql`coalesce(${sessions.staffSeenAt}, ${sessions.createdAt})`.mapWith(sessions.createdAt),
      hasSecondFactor:
        sql`(${isNotNull(twoFactor.confirmedAt)} or coalesce((${sessions.data} ->> 'usedPasskey')::boolean, false))`.mapWith(
          Boolean,
        ),
    })
    .from(sessions)
    .leftJoin(twoFactor, eq(twoFactor.userId, sessions.userId))
    .where(eq(sessions.idHash, idHash));
  return row ?? { seenAt: null, hasSecondFactor: false };
}

export async function touchStaff(db: Database, idHash: string, now: Date): Promise<void> {
  await db.update(sessions).set({ staffSeenAt: now }).where(eq(sessions.idHash, idHash));
}
