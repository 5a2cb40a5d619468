import type { User } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type { Appeal, DecisionId, decisionsContract } from "#shared/moderation/decisions-contract.ts";
import { writeAudit } from "#server/features/accounts/service.ts";
import { notify } from "#server/features/notifications/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { decodeCursor, timeAndId, toPage } from "#server/http/api/cursor.ts";
import { conflict, notFound } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { closeAppeal, type DecisionRow, findDecision, listAppealRows, revokeDecision } from "./queries.ts";
import { toModerationDecision } from "./to-moderation-decision.ts";

const defaultPage = 30;

/** Open ones, oldest first. @throws {ProblemError} `invalid_input` for another list's cursor */
export async function listAppeals(
  { db, user }: Context,
  { query: { limit = defaultPage, cursor } }: InputOf<typeof decisionsContract.listAppeals>,
): Promise<{ appeals: Appeal[]; nextCursor: string | null }> {
  const rows = await listAppealRows(db, decodeCursor(cursor, timeAndId), limit + 1);
  const { shown, nextCursor } = toPage(rows, limit, (last) => [last.appealedText, last.id]);
  const appeals = shown.map(({ person, appealedAt, appealedText: _appealedText, ...decision }) => ({
    decision: toModerationDecision(decision),
    text: decision.appeal?.text ?? "",
    createdAt: appealedAt,
    user: { id: person.id, username: person.username, name: person.name },
    isOwnDecision: decision.actorId === user.id,
  }));
  return { appeals, nextCursor };
}

/**
 * Closes an appeal and notifies the user.
 *
 * @param undo what an accepted appeal undoes; runs in the same transaction, after the appeal was claimed
 * @returns the decision that was appealed
 * @throws {ProblemError} `not_found`; `conflict` when it was decided in the meantime
 */
export async function resolveAppeal(
  services: Services,
  user: User,
  id: DecisionId,
  { isAccepted, answer }: InputOf<typeof decisionsContract.decideAppeal>["body"],
  undo: (decision: DecisionRow, services: Services) => Promise<void>,
): Promise<DecisionRow> {
  const decision = await findDecision(services.db, id);
  if (!decision?.appeal) throw notFound("appeal");
  if (decision.appeal.state !== "open") throw conflict("appeal_decided");
  const now = services.clock();
  const { userId } = decision;
  await services.db.transaction(async (tx) => {
    const state = isAccepted ? "accepted" : "rejected";
    if (!(await closeAppeal(tx, id, { state, answer, decidedAt: now, decidedBy: user.id })))
      throw conflict("appeal_decided");
    if (isAccepted) {
      await undo(decision, { ...services, db: tx });
      await revokeDecision(tx, id, now);
    }
    await writeAudit(services, `appeal.${state}`, user.id, userId, { decision: id, answer }, tx);
    await notify(
      services,
      userId,
      { type: "appeal_decided", params: { result: state, answer }, key: `appeal:${id}` },
      tx,
    );
  });
  return decision;
}
