import { marksContract } from "#shared/marks/contract.ts";
import { marginContract } from "#shared/marks/margin-contract.ts";
import { bindRoutes, combineRoutes } from "#server/http/api/bind-contract.ts";
import { listMargin, moderateSharedMark } from "./margin/margin.ts";
import { listMarkShares, shareMark, unshareMark } from "./margin/share-marks.ts";
import { listMarksOfBook, saveMarks } from "./service.ts";

export const marksRoutes = combineRoutes(
  bindRoutes(marksContract, { saveMarks, listMarksOfBook }),
  bindRoutes(marginContract, { listMargin, listMarkShares, shareMark, unshareMark, moderateSharedMark }),
);
