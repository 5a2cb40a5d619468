import { goalsContract } from "#shared/goals/contract.ts";
import { activityContract } from "#shared/reading-activity/contract.ts";
import { shelfImportContract } from "#shared/shelf-import/contract.ts";

/** What tells of the books that were brought along: the list of them, and whatever counts books finished. */
export const importedBooksKey = [
  shelfImportContract.listKept,
  activityContract.getSummary,
  activityContract.getYear,
  goalsContract.listGoals,
];
