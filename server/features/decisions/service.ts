import type { InputOf } from "#shared/api/contract.ts";
import type { decisionsContract, ModerationDecision } from "#shared/moderation/decisions-contract.ts";
import { verifyCredentials } from "#server/features/accounts/service.ts";
import type { Context, GuestHttpContext } from "#server/http/api/context.ts";
import { conflict, notFound } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { listAppeals, resolveAppeal } from "./appeals.ts";
import {
  type DecisionRow,
  findDecision,
  findSuspension,
  insertAppeal,
  listUserDecisions,
  recordDecision,
  revokeRemoval,
  revokeSuspensions,
} from "./queries.ts";
import { toModerationDecision } from "./to-moderation-decision.ts";

export { type DecisionRow, listAppeals, recordDecision, resolveAppeal, revokeRemoval, revokeSuspensions };

export const listMyDecisions = async ({ db, user }: Context): Promise<ModerationDecision[]> =>
  (await listUserDecisions(db, user.id)).map(toModerationDecision);

/**
 * @throws {ProblemError} `not_found` for decisions about others; `conflict` after an appeal or a revocation
 */
export async function appeal(
  context: Context,
  { params: { decisionId }, body: { text } }: InputOf<typeof decisionsContract.appeal>,
): Promise<void> {
  const decision = await findDecision(context.db, decisionId);
  if (decision?.userId !== context.user.id) throw notFound("decision");
  await createAppeal(context, decision, text);
}

/** @throws {ProblemError} `unauthenticated`; `conflict` without a suspension or after an appeal */
export async function appealSuspension(
  context: GuestHttpContext,
  { body: { email, password, text } }: InputOf<typeof decisionsContract.appealSuspension>,
): Promise<void> {
  const user = await verifyCredentials(context, email, password);
  const decision = await findSuspension(context.db, user.id);
  const isOver = !decision?.until || decision.until <= context.clock();
  if (!decision || isOver) throw conflict("not_suspended");
  await createAppeal(context, decision, text);
}

async function createAppeal({ db, clock }: Services, decision: DecisionRow, text: string): Promise<void> {
  if (decision.revokedAt) throw conflict("decision_revoked");
  const isNew = await insertAppeal(db, { decisionId: decision.id, text, createdAt: clock() });
  if (!isNew) throw conflict("already_appealed");
}
