import { marginStreams } from "#shared/marks/margin-contract.ts";
import { notebookContract } from "#shared/notebook/contract.ts";
import { notebookStreams } from "#shared/notebook/export-contract.ts";
import { markImportContract } from "#shared/notebook/import-contract.ts";
import { bindRoutes, bindStreams } from "#server/http/api/bind-contract.ts";
import { exportMargin } from "./export/export-margin.ts";
import { exportMarks } from "./export/export-marks.ts";
import { importMarks, previewMarkImport } from "./import/import-marks.ts";
import { listMarksToReview, reviewMark } from "./review.ts";
import { getMarkSummary, getNotebook, listMarks, saveNotebook } from "./service.ts";

export const notebookRoutes = bindRoutes(notebookContract, {
  listMarks,
  getMarkSummary,
  getNotebook,
  saveNotebook,
  listMarksToReview,
  reviewMark,
});

export const notebookStreamRoutes = bindStreams(notebookStreams, { exportMarks });

export const marginStreamRoutes = bindStreams(marginStreams, { exportMargin });

export const markImportRoutes = bindRoutes(markImportContract, { previewMarkImport, importMarks });
