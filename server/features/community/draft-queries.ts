import { and, desc, eq, inArray, lt } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { Database } from "#server/db/client.ts";
import { postDrafts } from "#server/db/schema/community/communities.ts";

export async function getDraft(db: Database, userId: UserId, subjectId: string) {
  const [row] = await db
    .select({ title: postDrafts.title, text: postDrafts.text })
    .from(postDrafts)
    .where(and(eq(postDrafts.userId, userId), eq(postDrafts.subjectId, subjectId)));
  return row ?? { title: "", text: "" };
}

export async function upsertDraft(db: Database, draft: typeof postDrafts.$inferInsert): Promise<void> {
  const { userId: _userId, subjectId: _subjectId, ...changes } = draft;
  await db
    .insert(postDrafts)
    .values(draft)
    .onConflictDoUpdate({ target: [postDrafts.userId, postDrafts.subjectId], set: changes });
}

/** Deletes the oldest drafts above a number. */
export async function limitDrafts(db: Database, userId: UserId, max: number): Promise<void> {
  const extra = db
    .select({ subjectId: postDrafts.subjectId })
    .from(postDrafts)
    .where(eq(postDrafts.userId, userId))
    .orderBy(desc(postDrafts.savedAt))
    .offset(max);
  await db.delete(postDrafts).where(and(eq(postDrafts.userId, userId), inArray(postDrafts.subjectId, extra)));
}

export async function deleteDraft(db: Database, userId: UserId, subjectId: string): Promise<void> {
  await db.delete(postDrafts).where(and(eq(postDrafts.userId, userId), eq(postDrafts.subjectId, subjectId)));
}

export async function deleteDraftsBefore(db: Database, before: Date): Promise<void> {
  await db.delete(postDrafts).where(lt(postDrafts.savedAt, before));
}
