import type { ModerationDecision } from "#shared/moderation/decisions-contract.ts";
import type { DecisionRow } from "./queries.ts";

export function presentDecision({
  userId: _,
  subjectId: __,
  actorId: ___,
  revokedAt,
  ...decision
}: DecisionRow): ModerationDecision {
  return { ...decision, isRevoked: revokedAt !== null };
}
