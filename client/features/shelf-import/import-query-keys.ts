import { goalsContract } from "#shared/goals/contract.ts";
import { ledgerContract } from "#shared/reading-activity/contract.ts";
import { importsContract } from "#shared/shelf-import/contract.ts";

/** What tells of the books that were brought along: the list of them, and whatever counts books finished. */
export const ofKept = [
  importsContract.listKept,
  ledgerContract.getSummary,
  ledgerContract.getYear,
  goalsContract.listGoals,
];
