import { and, eq, lte } from "drizzle-orm";
import type { Database } from "#server/db/client.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { mails } from "#server/db/schema/accounts.ts";

export type Mail = typeof mails.$inferSelect;

export async function addMail(db: Database, mail: typeof mails.$inferInsert): Promise<string> {
  return expectOneRow(await db.insert(mails).values(mail).returning({ id: mails.id })).id;
}

/** Takes a waiting letter to send it: nobody else gets it then. */
export async function takeMail(db: Database, id: string): Promise<Mail | null> {
  const [taken] = await db
    .update(mails)
    .set({ status: "sending" })
    .where(and(eq(mails.id, id), eq(mails.status, "waiting")))
    .returning();
  return taken ?? null;
}

export async function markMail(
  db: Database,
  id: string,
  mark: Partial<Pick<Mail, "status" | "error" | "sentAt">>,
): Promise<void> {
  await db.update(mails).set(mark).where(eq(mails.id, id));
}

/** Letters that could not be sent for so long are given up, for an admin to see. */
export async function giveUpMails(db: Database, before: Date): Promise<void> {
  await db
    .update(mails)
    .set({ status: "failed" })
    .where(and(eq(mails.status, "waiting"), lte(mails.createdAt, before)));
}

export async function removeMailsBefore(db: Database, before: Date): Promise<void> {
  await db.delete(mails).where(lte(mails.createdAt, before));
}

export async function removeMailsTo(db: Database, to: string): Promise<void> {
  await db.delete(mails).where(eq(mails.to, to));
}
