import type { InputOf } from "#shared/api/contract.ts";
import { type notebookContract, reviewIntervalDays, reviewsPerDay } from "#shared/notebook/contract.ts";
import type { NotebookMark } from "#shared/notebook/notebook.ts";
import type { Context } from "#server/http/api/context.ts";
import { notFound } from "#server/http/api/problem.ts";
import { countReviews, findReview, hasMark, listDue, saveReview } from "./review-queries.ts";
import { toNotebookMarks } from "./service.ts";

const dayMs = 24 * 3_600_000;

/** Highlights and notes that are at least a day old, a few a day. */
export async function listMarksToReview(
  context: Context,
  { query: { since } }: InputOf<typeof notebookContract.listMarksToReview>,
): Promise<{ marks: NotebookMark[]; done: number }> {
  const { db, user, clock } = context;
  const now = clock();
  const dayAgo = new Date(now.getTime() - dayMs);
  const start = new Date(Math.min(Math.max(since.getTime(), dayAgo.getTime()), now.getTime()));
  const done = await countReviews(db, user.id, start);
  const limit = Math.max(0, reviewsPerDay - done);
  if (limit === 0) return { marks: [], done };
  const rows = await listDue(db, user, { now, newBefore: dayAgo, seed: start.toISOString(), limit });
  return { marks: await toNotebookMarks(context, rows), done };
}

/** @throws {ProblemError} `not_found` for another reader's mark */
export async function reviewMark(
  { db, user, clock }: Context,
  { params: { markId }, body: { action } }: InputOf<typeof notebookContract.reviewMark>,
): Promise<void> {
  if (!(await hasMark(db, user.id, markId))) throw notFound("mark");
  const now = clock();
  const step = (await findReview(db, user.id, markId))?.step ?? 0;
  const [nextStep, days] = action === "keep" ? [step + 1, getInterval(step)] : [step, 1];
  await saveReview(db, user.id, markId, {
    step: Math.min(nextStep, reviewIntervalDays.length),
    dueAt: new Date(now.getTime() + days * dayMs),
    reviewedAt: now,
    isStopped: action === "stop",
  });
}

/** Days until a mark is shown again; the last interval repeats. */
const getInterval = (step: number): number =>
  reviewIntervalDays[Math.min(step, reviewIntervalDays.length - 1)] ?? 1;
