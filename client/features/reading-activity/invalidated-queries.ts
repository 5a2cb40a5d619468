import { goalsContract } from "#shared/goals/contract.ts";
import { activityContract } from "#shared/reading-activity/contract.ts";

const { listActivity, getSummary, listDays, getBreakdown, getYear } = activityContract;

export const invalidatedBySessionChange = [
  listActivity,
  getSummary,
  listDays,
  getBreakdown,
  getYear,
  goalsContract.listGoals,
];
