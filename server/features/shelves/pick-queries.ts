import { eq, isNotNull, sql } from "drizzle-orm";
import type { ShelfId } from "#shared/shelves/contract.ts";
import type { Database } from "#server/db/client.ts";
import { shelves } from "#server/db/schema/reading/shelves.ts";

/** Until the transaction ends, other picks wait. */
export async function clearPick(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('shelf-pick'))`);
  await tx.update(shelves).set({ pickedAt: null }).where(isNotNull(shelves.pickedAt));
}

export async function setPick(tx: Database, id: ShelfId, pickedAt: Date): Promise<void> {
  await tx.update(shelves).set({ pickedAt }).where(eq(shelves.id, id));
}
