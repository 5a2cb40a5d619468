import { activityContract, activityStreams } from "#shared/reading-activity/contract.ts";
import { bindRoutes, bindStreams } from "#server/http/api/bind-contract.ts";
import { getCoverage } from "./book-reach.ts";
import * as editSession from "./edit-session.ts";
import { exportCsv, exportJson } from "./export.ts";
import { recordSessions } from "./record-sessions.ts";
import { listActivity } from "./service.ts";
import * as stats from "./stats.ts";
import { getYear } from "./year.ts";

export const activityRoutes = bindRoutes(activityContract, {
  ...editSession,
  ...stats,
  getCoverage,
  getYear,
  listActivity,
  recordSessions,
});

export const activityStreamRoutes = bindStreams(activityStreams, { exportCsv, exportJson });
