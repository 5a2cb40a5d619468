import { and, eq, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { Database } from "#server/db/client.ts";
import { recoveryCodes, twoFactor } from "#server/db/schema/accounts/accounts.ts";

/**
 * The encrypted key; null when there is none. With `isConfirmed` false, also one that is not confirmed yet.
 */
export async function findSecret(db: Database, userId: UserId, isConfirmed: boolean): Promise<string | null> {
  const [row] = await db
    .select({ secret: twoFactor.secret })
    .from(twoFactor)
    .where(and(eq(twoFactor.userId, userId), isConfirmed ? isNotNull(twoFactor.confirmedAt) : undefined));
  return row?.secret ?? null;
}

/** Replaces a key that is not confirmed yet. Returns false when one is confirmed. */
export async function saveSecret(db: Database, userId: UserId, secret: string): Promise<boolean> {
  const saved = await db
    .insert(twoFactor)
    .values({ userId, secret })
    .onConflictDoUpdate({
      target: twoFactor.userId,
      set: { secret, lastStep: null },
      setWhere: isNull(twoFactor.confirmedAt),
    })
    .returning({ userId: twoFactor.userId });
  return saved.length > 0;
}

export async function confirmSecret(tx: Database, userId: UserId, now: Date): Promise<boolean> {
  const confirmed = await tx
    .update(twoFactor)
    .set({ confirmedAt: now })
    .where(and(eq(twoFactor.userId, userId), isNull(twoFactor.confirmedAt)))
    .returning({ userId: twoFactor.userId });
  return confirmed.length > 0;
}

/** Marks the time step of a code as used. Returns false when it, or a later one, was used before. */
export async function consumeStep(db: Database, userId: UserId, step: number): Promise<boolean> {
  const updated = await db
    .update(twoFactor)
    .set({ lastStep: step })
    .where(and(eq(twoFactor.userId, userId), or(isNull(twoFactor.lastStep), lt(twoFactor.lastStep, step))))
    .returning({ userId: twoFactor.userId });
  return updated.length > 0;
}

/** Returns false for an unknown or used code. */
export async function consumeRecoveryCode(db: Database, userId: UserId, codeHash: string): Promise<boolean> {
  const updated = await db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash)))
    .returning({ userId: recoveryCodes.userId });
  return updated.length > 0;
}

export async function replaceRecoveryCodes(
  tx: Database,
  userId: UserId,
  hashes: readonly string[],
): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(hashes.map((codeHash) => ({ userId, codeHash })));
}

export async function deleteTwoFactor(tx: Database, userId: UserId): Promise<boolean> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  const deleted = await tx
    .delete(twoFactor)
    .where(eq(twoFactor.userId, userId))
    .returning({ userId: twoFactor.userId });
  return deleted.length > 0;
}

export function countRecoveryCodes(db: Database, userId: UserId): Promise<number> {
  return db.$count(recoveryCodes, sql`${recoveryCodes.userId} = ${userId}`);
}
