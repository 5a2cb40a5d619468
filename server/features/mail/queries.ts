import { and, eq, lte } from "drizzle-orm";
import type { Database } from "#server/db/client.ts";
import { emails } from "#server/db/schema/accounts/accounts.ts";

export type Mail = typeof emails.$inferSelect;

/** @returns the ids in the order of the rows */
export async function insertEmails(
  db: Database,
  rows: readonly (typeof emails.$inferInsert)[],
): Promise<string[]> {
  if (rows.length === 0) return [];
  const added = await db
    .insert(emails)
    .values([...rows])
    .returning({ id: emails.id });
  return added.map(({ id }) => id);
}

export async function claimEmail(db: Database, id: string): Promise<Mail | null> {
  const [claimed] = await db
    .update(emails)
    .set({ status: "sending" })
    .where(and(eq(emails.id, id), eq(emails.status, "waiting")))
    .returning();
  return claimed ?? null;
}

export async function updateEmailStatus(
  db: Database,
  id: string,
  changes: Partial<Pick<Mail, "status" | "error" | "sentAt">>,
): Promise<void> {
  await db.update(emails).set(changes).where(eq(emails.id, id));
}

export async function markAbandonedEmails(db: Database, before: Date): Promise<void> {
  await db
    .update(emails)
    .set({ status: "failed" })
    .where(and(eq(emails.status, "waiting"), lte(emails.createdAt, before)));
}

export async function deleteEmailsBefore(db: Database, before: Date): Promise<void> {
  await db.delete(emails).where(lte(emails.createdAt, before));
}

export async function deleteEmailsByRecipient(db: Database, to: string): Promise<void> {
  await db.delete(emails).where(eq(emails.to, to));
}

export async function deleteUnsent(db: Database, about: string): Promise<void> {
  if (about === "") return;
  await db.delete(emails).where(and(eq(emails.about, about), eq(emails.status, "waiting")));
}
