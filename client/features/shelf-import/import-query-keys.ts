import { goalsContract } from "#shared/goals/contract.ts";
import { activityContract } from "#shared/reading-activity/contract.ts";
import { shelfImportContract } from "#shared/shelf-import/contract.ts";

export const invalidatedByImport = [
  shelfImportContract.listImportedBooks,
  activityContract.getSummary,
  activityContract.getYear,
  goalsContract.listGoals,
];
