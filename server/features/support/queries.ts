import { lte } from "drizzle-orm";
import type { Database } from "#server/db/client.ts";
import { contactMessages } from "#server/db/schema/system/support.ts";

export async function insertContactMessage(
  db: Database,
  message: typeof contactMessages.$inferInsert,
): Promise<void> {
  await db.insert(contactMessages).values(message);
}

export async function deleteContactMessagesBefore(db: Database, before: Date): Promise<void> {
  await db.delete(contactMessages).where(lte(contactMessages.createdAt, before));
}
