import { goalsContract } from "#shared/goals/contract.ts";
import { importsContract } from "#shared/imports/contract.ts";
import { ledgerContract } from "#shared/ledger/contract.ts";

/** What tells of the books that were brought along: the list of them, and whatever counts books finished. */
export const ofKept = [
  importsContract.listKept,
  ledgerContract.getSummary,
  ledgerContract.getYear,
  goalsContract.listGoals,
];
