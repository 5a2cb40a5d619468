import { done } from "#shared/kernel/values.ts";
import { ledgerContract, ledgerStreams } from "#shared/ledger/contract.ts";
import { implement, implementStreams } from "#server/http/implement.ts";
import { requireSameReader } from "#server/http/same-reader.ts";
import { addSession, changeSession, removeSession, restoreSession } from "./change.ts";
import { sendCsv, sendJson } from "./export.ts";
import { getShares, getSummary, listDays } from "./figures.ts";
import { recordSessions } from "./record.ts";
import { listSessions } from "./service.ts";
import { getYear } from "./year.ts";

export const ledgerRoutes = implement(ledgerContract, {
  recordSessions: ({ body }, { user, ...services }) => {
    requireSameReader(user, body.reader);
    return recordSessions(services, user, body);
  },
  listLedger: ({ query }, { user, ...services }) => listSessions(services, user, query),
  addSession: ({ params, body }, { user, ...services }) => addSession(services, user, params.sessionId, body),
  changeSession: ({ params, body }, { user, ...services }) =>
    changeSession(services, user, params.sessionId, body),
  removeSession: async ({ params }, { user, ...services }) => {
    await removeSession(services, user.id, params.sessionId);
    return done;
  },
  restoreSession: ({ params }, { user, ...services }) => restoreSession(services, user, params.sessionId),
  getSummary: ({ query }, { user, ...services }) => getSummary(services, user.id, query),
  listDays: ({ query }, { user, ...services }) => listDays(services, user.id, query),
  getShares: ({ query }, { user, ...services }) => getShares(services, user, query),
  getYear: ({ params, query }, { user, ...services }) => getYear(services, user, { ...params, ...query }),
});

export const ledgerStreamRoutes = implementStreams(ledgerStreams, {
  exportCsv: (_input, { user, res, ...services }) => sendCsv(services, res, user),
  exportJson: (_input, { user, res, ...services }) => sendJson(services, res, user),
});
