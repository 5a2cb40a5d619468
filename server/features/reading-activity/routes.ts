import { activityContract, activityStreams } from "#shared/reading-activity/contract.ts";
import { bindRoutes, bindStreams } from "#server/http/api/bind-contract.ts";
import { requireSameUser } from "#server/http/session/require-same-user.ts";
import { addSession, deleteSession, restoreSession, updateSession } from "./edit-session.ts";
import { sendCsv, sendJson } from "./export.ts";
import { recordSessions } from "./record-sessions.ts";
import { listSessions } from "./service.ts";
import { getSummary, getTimeBreakdown, listDays } from "./stats.ts";
import { getYear } from "./year.ts";

export const activityRoutes = bindRoutes(activityContract, {
  recordSessions: ({ user, ...services }, { body }) => {
    requireSameUser(user, body.reader);
    return recordSessions(services, user, body);
  },
  listActivity: ({ user, ...services }, { query }) => listSessions(services, user, query),
  addSession: ({ user, ...services }, { params, body }) => addSession(services, user, params.sessionId, body),
  updateSession: ({ user, ...services }, { params, body }) =>
    updateSession(services, user, params.sessionId, body),
  deleteSession: ({ user, ...services }, { params }) => deleteSession(services, user.id, params.sessionId),
  restoreSession: ({ user, ...services }, { params }) => restoreSession(services, user, params.sessionId),
  getSummary: ({ user, ...services }, { query }) => getSummary(services, user.id, query),
  listDays: ({ user, ...services }, { query }) => listDays(services, user.id, query),
  getBreakdown: ({ user, ...services }, { query }) => getTimeBreakdown(services, user, query),
  getYear: ({ user, ...services }, { params, query }) => getYear(services, user, { ...params, ...query }),
});

export const activityStreamRoutes = bindStreams(activityStreams, {
  exportCsv: ({ user, res, ...services }) => sendCsv(services, res, user),
  exportJson: ({ user, res, ...services }) => sendJson(services, res, user),
});
