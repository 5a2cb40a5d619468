import { and, asc, eq } from "drizzle-orm";
import type { Passkey } from "#shared/accounts/passkeys-contract.ts";
import type { UserId } from "#shared/accounts/user.ts";
import type { Database } from "#server/db/client.ts";
import { pick } from "#server/db/pick.ts";
import { passkeys } from "#server/db/schema/accounts/accounts.ts";

export type PasskeyRow = typeof passkeys.$inferSelect;

const passkeyColumns = pick(passkeys, "id", "name", "isSynced", "createdAt", "lastUsedAt");

export function listPasskeyRows(db: Database, userId: UserId): Promise<Passkey[]> {
  return db
    .select(passkeyColumns)
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt))
    .limit(100);
}

export async function findPasskey(db: Database, id: string): Promise<PasskeyRow | null> {
  const [row] = await db.select().from(passkeys).where(eq(passkeys.id, id));
  return row ?? null;
}

/** @returns null when it was added before */
export async function insertPasskey(
  tx: Database,
  row: typeof passkeys.$inferInsert,
): Promise<Passkey | null> {
  const [added] = await tx.insert(passkeys).values(row).onConflictDoNothing().returning(passkeyColumns);
  return added ?? null;
}

/**
 * Records a use.
 *
 * @returns false when another request used the same counter meanwhile
 */
export async function recordUse(
  db: Database,
  { id, counter }: PasskeyRow,
  newCounter: number,
  lastUsedAt: Date,
): Promise<boolean> {
  const updated = await db
    .update(passkeys)
    .set({ counter: newCounter, lastUsedAt })
    .where(and(eq(passkeys.id, id), eq(passkeys.counter, counter)))
    .returning({ id: passkeys.id });
  return updated.length > 0;
}

/** @returns whether the user had it */
export async function deletePasskeyRow(tx: Database, userId: UserId, id: string): Promise<boolean> {
  const removed = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.userId, userId), eq(passkeys.id, id)))
    .returning({ id: passkeys.id });
  return removed.length > 0;
}

export async function deletePasskeys(tx: Database, userId: UserId): Promise<void> {
  await tx.delete(passkeys).where(eq(passkeys.userId, userId));
}
