import { done } from "#shared/api/schemas.ts";
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
  recordSessions: ({ body }, { user, ...services }) => {
    requireSameUser(user, body.reader);
    return recordSessions(services, user, body);
  },
  listActivity: ({ query }, { user, ...services }) => listSessions(services, user, query),
  addSession: ({ params, body }, { user, ...services }) => addSession(services, user, params.sessionId, body),
  updateSession: ({ params, body }, { user, ...services }) =>
    updateSession(services, user, params.sessionId, body),
  deleteSession: async ({ params }, { user, ...services }) => {
    await deleteSession(services, user.id, params.sessionId);
    return done;
  },
  restoreSession: ({ params }, { user, ...services }) => restoreSession(services, user, params.sessionId),
  getSummary: ({ query }, { user, ...services }) => getSummary(services, user.id, query),
  listDays: ({ query }, { user, ...services }) => listDays(services, user.id, query),
  getBreakdown: ({ query }, { user, ...services }) => getTimeBreakdown(services, user, query),
  getYear: ({ params, query }, { user, ...services }) => getYear(services, user, { ...params, ...query }),
});

export const activityStreamRoutes = bindStreams(activityStreams, {
  exportCsv: (_input, { user, res, ...services }) => sendCsv(services, res, user),
  exportJson: (_input, { user, res, ...services }) => sendJson(services, res, user),
});
