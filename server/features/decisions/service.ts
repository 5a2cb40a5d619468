import type { User, UserId } from "#shared/accounts/user.ts";
import type { DecisionId, ModerationDecision } from "#shared/moderation/decisions-contract.ts";
import { verifyCredentials } from "#server/features/accounts/service.ts";
import { conflict, notFound } from "#server/http/api/problem.ts";
import type { HttpExchange } from "#server/http/session/passport-session.ts";
import type { Services } from "#server/services.ts";
import { listAppeals, resolveAppeal } from "./appeals.ts";
import { decisionsPath } from "./decision-texts.ts";
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

export {
  type DecisionRow,
  decisionsPath,
  listAppeals,
  recordDecision,
  resolveAppeal,
  revokeRemoval,
  revokeSuspensions,
};

export const listMyDecisions = async (
  { db }: Pick<Services, "db">,
  userId: UserId,
): Promise<ModerationDecision[]> => (await listUserDecisions(db, userId)).map(toModerationDecision);

/**
 * @throws {ProblemError} `not_found` for decisions about others; `conflict` after an appeal or a revocation
 */
export async function appeal(services: Services, user: User, id: DecisionId, text: string): Promise<void> {
  const decision = await findDecision(services.db, id);
  if (decision?.userId !== user.id) throw notFound("decision");
  await createAppeal(services, decision, text);
}

/** @throws {ProblemError} `unauthenticated`; `conflict` without a suspension or after an appeal */
export async function appealSuspension(
  services: Services,
  exchange: HttpExchange,
  { email, password, text }: { readonly email: string; readonly password: string; readonly text: string },
): Promise<void> {
  const user = await verifyCredentials(services, exchange, email, password);
  const decision = await findSuspension(services.db, user.id);
  const isOver = !decision?.until || decision.until <= services.clock();
  if (!decision || isOver) throw conflict("not_suspended");
  await createAppeal(services, decision, text);
}

async function createAppeal({ db, clock }: Services, decision: DecisionRow, text: string): Promise<void> {
  if (decision.revokedAt) throw conflict("decision_revoked");
  const isNew = await insertAppeal(db, { decisionId: decision.id, text, createdAt: clock() });
  if (!isNew) throw conflict("already_appealed");
}
