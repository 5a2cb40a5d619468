import type { ModerationDecision } from "#shared/moderation/decisions-contract.ts";
import type { DecisionRow } from "./queries.ts";

export function toModerationDecision({
  userId: _userId,
  subjectId: _subjectId,
  actorId: _actorId,
  revokedAt,
  ...decision
}: DecisionRow): ModerationDecision {
  return { ...decision, isRevoked: revokedAt !== null };
}
