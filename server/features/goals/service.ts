import type { User, UserId } from "#shared/accounts/user.ts";
import { type Goal, type GoalId, maxBookGoals, type NewGoal } from "#shared/goals/contract.ts";
import {
  countDaysBetween,
  type Day,
  isKnownZone,
  toLocalDay,
  type Zone,
} from "#shared/reading-activity/time-zone.ts";
import { getAccess } from "#server/features/books/service.ts";
import { findLastZone } from "#server/features/reading-activity/service.ts";
import { conflict, invalid, notFound, reason } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { toGoalViews } from "./goal-view.ts";
import { deleteGoalRow, type GoalRow, listGoalRows, lockGoals, upsertGoal } from "./queries.ts";

type GoalServices = Pick<Services, "db" | "clock">;

/** How far ahead a book can be planned. */
const maxDaysAhead = 36_600;

/** @throws {ProblemError} `invalid_input` for an unknown time zone */
export async function listGoals(
  services: GoalServices,
  user: User,
  requested: Zone | undefined,
): Promise<Goal[]> {
  const zone = await getZone(services, user.id, requested);
  return toGoalViews(services, user, await listGoalRows(services.db, user.id), zone);
}

/**
 * Creates or replaces a goal.
 *
 * @throws {ProblemError} `invalid_input`; `not_found` for an unknown book; `conflict` when there is another
 * goal of this kind
 */
export async function saveGoal(
  services: GoalServices,
  user: User,
  id: GoalId,
  requested: { readonly goal: NewGoal; readonly zone: Zone | undefined },
): Promise<Goal> {
  const { goal } = requested;
  const now = services.clock();
  const zone = await getZone(services, user.id, requested.zone);
  checkGoal(goal, toLocalDay(zone, now.getTime()));
  if (goal.bookId !== undefined) await getAccess(services, user, goal.bookId);
  await services.db.transaction(async (tx) => {
    await lockGoals(tx, user.id);
    rejectDuplicates(
      goal,
      (await listGoalRows(tx, user.id)).filter((row) => row.id !== id),
    );
    const { kind, amount = null, bookId = null, until = null, splitByPrayer = false } = goal;
    await upsertGoal(tx, { id, userId: user.id, kind, amount, bookId, until, splitByPrayer, setAt: now });
  });
  const rows = (await listGoalRows(services.db, user.id)).filter((row) => row.id === id);
  const [saved] = await toGoalViews(services, user, rows, zone);
  if (!saved) throw notFound("goal");
  return saved;
}

export async function deleteGoal({ db }: Pick<Services, "db">, userId: UserId, id: GoalId): Promise<void> {
  await deleteGoalRow(db, userId, id);
}

async function getZone(
  { db }: Pick<Services, "db">,
  userId: UserId,
  requested: Zone | undefined,
): Promise<Zone> {
  const zone = requested ?? (await findLastZone(db, userId)) ?? "UTC";
  if (!isKnownZone(zone)) throw invalid({ zone: "time_zone_unknown" });
  return zone;
}

function checkGoal({ kind, amount, bookId, until, splitByPrayer }: NewGoal, today: Day): void {
  if (kind !== "book") {
    if (amount === undefined) throw invalid({ amount: "number_required" });
    if (bookId !== undefined || until !== undefined || splitByPrayer) {
      throw invalid({ kind: "only_for_book_goals" });
    }
    return;
  }
  if (amount !== undefined) throw invalid({ amount: "book_goal_without_amount" });
  if (bookId === undefined) throw invalid({ bookId: "book_required" });
  if (until === undefined) throw invalid({ until: "date_required" });
  if (until < today) throw invalid({ until: "date_in_past" });
  if (countDaysBetween(today, until) > maxDaysAhead) throw invalid({ until: "date_too_far" });
}

function rejectDuplicates(goal: NewGoal, others: readonly GoalRow[]): void {
  const isSame = ({ kind, bookId }: GoalRow) => kind === goal.kind && bookId === (goal.bookId ?? null);
  if (others.some(isSame)) throw conflict("goal_exists");
  const books = others.filter(({ kind }) => kind === "book").length;
  if (goal.kind === "book" && books >= maxBookGoals) {
    throw conflict(reason("too_many_book_goals", { max: maxBookGoals }));
  }
}
