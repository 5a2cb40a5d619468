import { and, desc, eq, gt, lte, ne, or, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { Database } from "#server/db/client.ts";
import { sessions } from "#server/db/schema/accounts/accounts.ts";
import { pushDevices } from "#server/db/schema/system/push.ts";

export type SessionRow = typeof sessions.$inferSelect;

/** An active session by its hashed id. */
export async function findSession(db: Database, idHash: string, now: Date): Promise<SessionRow | null> {
  const isActive = and(gt(sessions.idleUntil, now), gt(sessions.absoluteUntil, now));
  const [row] = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.idHash, idHash), isActive));
  return row ?? null;
}

/** Stores a new session, or updates its data but not its expiry. */
export async function upsertSession(db: Database, row: SessionRow): Promise<void> {
  const { data, userId, device, network, lastSeenAt, idleUntil } = row;
  await db.insert(sessions).values(row).onConflictDoUpdate({
    target: sessions.idHash,
    set: { data, userId, device, network, lastSeenAt, idleUntil },
  });
}

export async function touchSession(
  db: Database,
  idHash: string,
  seenAt: Date,
  idleUntil: Date,
): Promise<void> {
  await db.update(sessions).set({ lastSeenAt: seenAt, idleUntil }).where(eq(sessions.idHash, idHash));
}

/** Moves the push devices of one session to another session of the same user. */
export async function moveDevices(db: Database, userId: UserId, from: string, to: string): Promise<void> {
  await db
    .update(pushDevices)
    .set({ sessionHash: to })
    .where(and(eq(pushDevices.userId, userId), eq(pushDevices.sessionHash, from)));
}

/** Deletes a session and its push devices. */
export async function deleteSession(db: Database, idHash: string): Promise<void> {
  await db.delete(pushDevices).where(eq(pushDevices.sessionHash, idHash));
  await db.delete(sessions).where(eq(sessions.idHash, idHash));
}

/** A user's active sessions, latest first, at most 100. */
export function listUserSessions(db: Database, userId: UserId, now: Date): Promise<SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.idleUntil, now), gt(sessions.absoluteUntil, now)))
    .orderBy(desc(sessions.lastSeenAt), sessions.idHash)
    .limit(100);
}

/**
 * Deletes sessions of a user and their push devices.
 *
 * @returns the hashed ids
 */
export async function deleteUserSessions(
  db: Database,
  userId: UserId,
  { except = "", only }: { readonly except?: string; readonly only?: string },
): Promise<string[]> {
  const condition =
    only === undefined ? ne(sessions.idHash, except) : sql`left(${sessions.idHash}, 16) = ${only}`;
  // Expired sessions keep no push devices.
  const ownerCondition =
    only === undefined
      ? ne(pushDevices.sessionHash, except)
      : sql`left(${pushDevices.sessionHash}, 16) = ${only}`;
  await db.delete(pushDevices).where(and(eq(pushDevices.userId, userId), ownerCondition));
  const removed = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), condition))
    .returning({ idHash: sessions.idHash });
  return removed.map(({ idHash }) => idHash);
}

export async function deleteExpiredSessions(db: Database, now: Date): Promise<void> {
  await db.delete(sessions).where(or(lte(sessions.idleUntil, now), lte(sessions.absoluteUntil, now)));
}
