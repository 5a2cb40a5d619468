import { sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { Database } from "./client.ts";

/** What one user writes is saved one after the other: until the transaction ends, others wait. */
export async function lockWriter(tx: Database, userId: UserId): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('writer'), hashtext(${userId}))`);
}
