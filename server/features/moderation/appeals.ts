import type { User } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import { PostId } from "#shared/community/discussion.ts";
import { SharedMarkId } from "#shared/marks/shared-mark.ts";
import type { decisionsContract } from "#shared/moderation/decisions-contract.ts";
import { ShelfId } from "#shared/shelves/contract.ts";
import { decidePost } from "#server/features/community/service.ts";
import { type DecisionRow, resolveAppeal } from "#server/features/decisions/service.ts";
import { hideReview } from "#server/features/library/service.ts";
import { decideSharedMark } from "#server/features/marks/service.ts";
import { hideShelf } from "#server/features/shelves/service.ts";
import { liftSuspension } from "#server/features/staff/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { ProblemError } from "#server/http/api/problem.ts";
import { broadcastUserChanged } from "#server/http/session/auth-cache.ts";
import type { Services } from "#server/services.ts";

/**
 * Rejects an appeal, or accepts it: what was removed is shown again and a suspension ends. A removed message
 * stays empty.
 *
 * @throws {ProblemError} `not_found`; `conflict` when it was decided in the meantime
 */
export async function decideAppeal(
  context: Context,
  { params: { decisionId }, body: decision }: InputOf<typeof decisionsContract.decideAppeal>,
): Promise<void> {
  const { kind, userId } = await resolveAppeal(
    context,
    context.user,
    decisionId,
    decision,
    (row, inTransaction) => undo(inTransaction, context.user, row).catch(ignoreMissing),
  );
  if (kind === "suspension") await broadcastUserChanged(context, userId);
}

async function undo(services: Services, user: User, decision: DecisionRow): Promise<void> {
  const { kind, subjectType, subjectId, userId } = decision;
  if (kind === "suspension") await liftSuspension({ ...services, user }, { params: { userId } });
  if (kind !== "removal" || !subjectId) return;
  if (subjectType === "post") await decidePost(services, user.id, PostId.parse(subjectId), "shown", "");
  if (subjectType === "shared-mark")
    await decideSharedMark(services, user.id, SharedMarkId.parse(subjectId), "shown", "");
  if (subjectType === "shelf") await hideShelf(services, ShelfId.parse(subjectId), false);
  if (subjectType === "review") await hideReview(services, subjectId, false);
}

/** The author may have deleted it in the meantime. */
function ignoreMissing(error: unknown): void {
  const isGone = error instanceof ProblemError && (error.code === "not_found" || error.code === "conflict");
  if (!isGone) throw error;
}
