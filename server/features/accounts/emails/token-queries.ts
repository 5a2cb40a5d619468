import { and, eq, gt, isNull, lte } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { Database } from "#server/db/client.ts";
import { accountTokens as tokens } from "#server/db/schema/accounts/accounts.ts";

type Purpose = typeof tokens.$inferSelect.purpose;

/** Stores a new token and invalidates older ones of the same user and purpose. */
export async function replaceToken(db: Database, token: typeof tokens.$inferInsert): Promise<void> {
  await deleteTokens(db, token.userId, token.purpose);
  await db.insert(tokens).values(token);
}

export async function deleteTokens(db: Database, userId: UserId, purpose: Purpose): Promise<void> {
  await db.delete(tokens).where(and(eq(tokens.userId, userId), eq(tokens.purpose, purpose)));
}

export async function deleteAllTokens(db: Database, userId: UserId): Promise<void> {
  await db.delete(tokens).where(eq(tokens.userId, userId));
}

/**
 * Consumes a token.
 *
 * @returns its user and new email; null when it is unknown, used or expired
 */
export async function consumeToken(
  db: Database,
  tokenHash: string,
  purpose: Purpose,
  now: Date,
): Promise<{ readonly userId: UserId; readonly email: string | null } | null> {
  const [taken] = await db
    .update(tokens)
    .set({ usedAt: now })
    .where(
      and(
        eq(tokens.tokenHash, tokenHash),
        eq(tokens.purpose, purpose),
        isNull(tokens.usedAt),
        gt(tokens.expiresAt, now),
      ),
    )
    .returning({ userId: tokens.userId, email: tokens.email });
  return taken ?? null;
}

export async function deleteOldTokens(db: Database, now: Date): Promise<void> {
  await db.delete(tokens).where(lte(tokens.expiresAt, now));
}
