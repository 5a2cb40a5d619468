import type { InputOf } from "#shared/api/contract.ts";
import type { discussionsContract } from "#shared/community/discussions-contract.ts";
import type { Context } from "#server/http/api/context.ts";
import * as queries from "./draft-queries.ts";

const maxDrafts = 100;

export const getDraft = (
  { db, user }: Context,
  { params: { subjectId } }: InputOf<typeof discussionsContract.getDraft>,
) => queries.getDraft(db, user.id, subjectId);

/** Saves an unsent text; an empty one is deleted. */
export async function saveDraft(
  { db, clock, user }: Context,
  { params: { subjectId }, body: { title, text } }: InputOf<typeof discussionsContract.saveDraft>,
): Promise<void> {
  if (title === "" && text === "") await queries.deleteDraft(db, user.id, subjectId);
  else {
    await queries.upsertDraft(db, { userId: user.id, subjectId, title, text, savedAt: clock() });
    await queries.limitDrafts(db, user.id, maxDrafts);
  }
}
