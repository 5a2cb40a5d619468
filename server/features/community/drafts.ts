import type { UserId } from "#shared/accounts/user.ts";
import type { Services } from "#server/services.ts";
import { deleteDraft, getDraft, limitDrafts, upsertDraft } from "./post-queries.ts";

export { getDraft };

const maxDrafts = 100;

/** Saves an unsent text; an empty one is deleted. */
export async function saveDraft(
  { db, clock }: Pick<Services, "db" | "clock">,
  userId: UserId,
  subjectId: string,
  { title, text }: { readonly title: string; readonly text: string },
): Promise<void> {
  if (title === "" && text === "") await deleteDraft(db, userId, subjectId);
  else {
    await upsertDraft(db, { userId, subjectId, title, text, savedAt: clock() });
    await limitDrafts(db, userId, maxDrafts);
  }
}
