import { goalsContract } from "#shared/goals/contract.ts";
import { ledgerContract } from "#shared/reading-activity/contract.ts";

const { listLedger, getSummary, listDays, getShares, getYear } = ledgerContract;

/** What a change to a session makes stale. */
export const invalidatedBySessionChange = [
  listLedger,
  getSummary,
  listDays,
  getShares,
  getYear,
  goalsContract.listGoals,
];
