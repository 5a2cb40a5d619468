import type { UserId } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import { type Goal, type goalsContract, maxBookGoals, type NewGoal } from "#shared/goals/contract.ts";
import {
  countDaysBetween,
  type Day,
  isKnownZone,
  toLocalDay,
  type Zone,
} from "#shared/reading-activity/time-zone.ts";
import { getAccess } from "#server/features/books/service.ts";
import { findLastZone } from "#server/features/reading-activity/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { conflict, invalid, notFound, reason } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { toGoalViews } from "./goal-view.ts";
import { deleteGoalRow, type GoalRow, listGoalRows, lockGoals, upsertGoal } from "./queries.ts";

/** How far ahead a book can be planned. */
const maxDaysAhead = 36_600;

/** @throws {ProblemError} `invalid_input` for an unknown time zone */
export async function listGoals(
  context: Context,
  { query: { zone: requested } }: InputOf<typeof goalsContract.listGoals>,
): Promise<Goal[]> {
  const { user } = context;
  const zone = await getZone(context, user.id, requested);
  return toGoalViews(context, user, await listGoalRows(context.db, user.id), zone);
}

/**
 * Creates or replaces a goal.
 *
 * @throws {ProblemError} `invalid_input`; `not_found` for an unknown book; `conflict` when there is another
 * goal of this kind
 */
export async function saveGoal(
  context: Context,
  { params: { goalId: id }, query, body: goal }: InputOf<typeof goalsContract.saveGoal>,
): Promise<Goal> {
  const { user } = context;
  const now = context.clock();
  const zone = await getZone(context, user.id, query.zone);
  checkGoal(goal, toLocalDay(zone, now.getTime()));
  if (goal.bookId !== undefined) await getAccess(context, user, goal.bookId);
  await context.db.transaction(async (tx) => {
    await lockGoals(tx, user.id);
    rejectDuplicates(
      goal,
      (await listGoalRows(tx, user.id)).filter((row) => row.id !== id),
    );
    const { kind, amount = null, bookId = null, until = null, splitByPrayer = false } = goal;
    await upsertGoal(tx, { id, userId: user.id, kind, amount, bookId, until, splitByPrayer, setAt: now });
  });
  const rows = (await listGoalRows(context.db, user.id)).filter((row) => row.id === id);
  const [saved] = await toGoalViews(context, user, rows, zone);
  if (!saved) throw notFound("goal");
  return saved;
}

export async function deleteGoal(
  { db, user }: Context,
  { params: { goalId } }: InputOf<typeof goalsContract.deleteGoal>,
): Promise<void> {
  await deleteGoalRow(db, user.id, goalId);
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
