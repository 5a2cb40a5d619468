import { bulkEditsContract } from "#shared/publishing/bulk-edits.ts";
import { chaptersContract } from "#shared/publishing/chapters.ts";
import { publishingContract } from "#shared/publishing/contract.ts";
import { csvContract, csvStreams } from "#shared/publishing/csv.ts";
import { bindRoutes, bindStreams } from "#server/http/api/bind-contract.ts";
import { listBulkEdits, startBulkEdit, undoBulkEdit } from "./bulk-edits.ts";
import { changeState } from "./change-state.ts";
import { getChapters, setChapters } from "./chapters/chapters.ts";
import { applyCsv, exportBooksCsv, previewCsv } from "./csv/csv.ts";
import * as lists from "./lists.ts";
import * as service from "./service.ts";

export const publishingRoutes = bindRoutes(
  publishingContract,
  { ...service, ...lists, changeState },
  { fromReplica: ["listOwnBooks", "listAllBooks"] },
);
export const bulkRoutes = bindRoutes(bulkEditsContract, { startBulkEdit, listBulkEdits, undoBulkEdit });
export const chaptersRoutes = bindRoutes(chaptersContract, { getChapters, setChapters });
export const csvRoutes = bindRoutes(csvContract, { previewCsv, applyCsv });
export const csvStreamRoutes = bindStreams(
  csvStreams,
  { exportBooksCsv },
  { fromReplica: ["exportBooksCsv"] },
);
