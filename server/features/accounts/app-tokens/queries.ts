import { and, desc, eq, isNull, or, sql } from "drizzle-orm";
import type { AppToken } from "#shared/accounts/app-tokens-contract.ts";
import type { UserId } from "#shared/accounts/user.ts";
import type { Database } from "#server/db/client.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { pick } from "#server/db/pick.ts";
import { appTokens, users } from "#server/db/schema/accounts/accounts.ts";
import type { TokenCredentials } from "#server/http/session/app-token.ts";

const tokenColumns = pick(appTokens, "id", "name", "scopes", "createdAt", "lastUsedAt");

export function listAppTokenRows(db: Database, userId: UserId): Promise<AppToken[]> {
  return db
    .select(tokenColumns)
    .from(appTokens)
    .where(eq(appTokens.userId, userId))
    .orderBy(desc(appTokens.createdAt), appTokens.id)
    .limit(100);
}

export async function insertAppToken(tx: Database, row: typeof appTokens.$inferInsert): Promise<AppToken> {
  return expectOneRow(await tx.insert(appTokens).values(row).returning(tokenColumns));
}

/** A token of an account that is not about to be deleted. */
export async function findTokenByHash(db: Database, { hash, kind, login }: TokenCredentials) {
  const isOwner =
    login === null
      ? undefined
      : or(eq(users.email, login.toLowerCase()), eq(sql`lower(${users.username})`, login.toLowerCase()));
  const [row] = await db
    .select(pick(appTokens, "id", "userId", "scopes", "lastUsedAt"))
    .from(appTokens)
    .innerJoin(users, eq(users.id, appTokens.userId))
    .where(
      and(
        eq(kind === "koreader" ? appTokens.koreaderKeyHash : appTokens.tokenHash, hash),
        isNull(users.deletionRequestedAt),
        isOwner,
      ),
    );
  return row ?? null;
}

export async function touchAppToken(db: Database, id: string, lastUsedAt: Date): Promise<void> {
  await db.update(appTokens).set({ lastUsedAt }).where(eq(appTokens.id, id));
}

/** @returns whether the user had it */
export async function deleteAppTokenRow(tx: Database, userId: UserId, id: string): Promise<boolean> {
  const removed = await tx
    .delete(appTokens)
    .where(and(eq(appTokens.userId, userId), eq(appTokens.id, id)))
    .returning({ id: appTokens.id });
  return removed.length > 0;
}

export async function deleteAppTokens(tx: Database, userId: UserId): Promise<void> {
  await tx.delete(appTokens).where(eq(appTokens.userId, userId));
}
