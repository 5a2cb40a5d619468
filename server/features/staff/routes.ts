import { done } from "#shared/api/schemas.ts";
import { auditContract, auditStreams } from "#shared/staff/audit.ts";
import { staffCatalogueContract } from "#shared/staff/catalogue.ts";
import { countChecksContract } from "#shared/staff/count-checks.ts";
import { mergesContract } from "#shared/staff/merges.ts";
import { recordsContract } from "#shared/staff/records.ts";
import { staffUsersContract } from "#shared/staff/users.ts";
import { bindRoutes, bindStreams } from "#server/http/api/bind-contract.ts";
import { exportAudit, listAudit } from "./audit/audit.ts";
import {
  createGenre,
  createTrope,
  deleteGenre,
  deleteTrope,
  editContributor,
  editGenre,
  listContributors,
  listGenres,
  listTropes,
  orderGenres,
  renameTrope,
} from "./catalogue.ts";
import { listCountChecks } from "./counts/check-counts.ts";
import { createMerge, listMerges, previewMerge, undoMerge } from "./merges/merges.ts";
import { listJobRows } from "./record-queries.ts";
import { answerMessage, cancelJob, listMessages, listOutbox, readEmail, retryJob } from "./records.ts";
import { makeResetLink } from "./reset-links.ts";
import {
  deleteUser,
  endSessions,
  grantMembership,
  liftSuspension,
  listUsers,
  resendVerification,
  setRoles,
  suspendUser,
} from "./users.ts";

export const staffUsersRoutes = bindRoutes(staffUsersContract, {
  listUsers: ({ query }, { user, ...services }) => listUsers(services, user, query),
  suspendUser: ({ params, body }, { user, ...services }) => suspendUser(services, user, params.userId, body),
  liftSuspension: ({ params }, { user, ...services }) => liftSuspension(services, user, params.userId),
  endSessions: ({ params }, { user, ...services }) =>
    endSessions(services, user, params.userId).then(() => done),
  sendVerification: ({ params }, { user, ...services }) =>
    resendVerification(services, user, params.userId).then(() => done),
  setRoles: ({ params, body }, { user, ...services }) => setRoles(services, user, params.userId, body),
  grantMembership: ({ params, body }, { user, ...services }) =>
    grantMembership(services, user, params.userId, body.months),
  makeResetLink: ({ params, body }, { user, ...services }) =>
    makeResetLink(services, user, params.userId, body.password),
  deleteUser: ({ params, body }, { user, ...services }) =>
    deleteUser(services, user, params.userId, body.password).then(() => done),
});

export const recordsRoutes = bindRoutes(recordsContract, {
  listMessages: ({ query }, services) => listMessages(services, query),
  answerMessage: ({ params, body }, { user, ...services }) =>
    answerMessage(services, user, params.messageId, body.text),
  listOutbox: ({ query }, services) => listOutbox(services, query),
  readEmail: ({ params }, { user, ...services }) => readEmail(services, user, params.emailId),
  listJobs: (_input, { db }) => listJobRows(db),
  retryJob: ({ params }, { user, ...services }) => retryJob(services, user, params.jobId).then(() => done),
  cancelJob: ({ params }, { user, ...services }) => cancelJob(services, user, params.jobId).then(() => done),
});

export const staffCatalogueRoutes = bindRoutes(staffCatalogueContract, {
  listManagedGenres: (_input, services) => listGenres(services),
  createGenre: ({ body }, { user, ...services }) => createGenre(services, user, body.name),
  editGenre: ({ params, body }, { user, ...services }) => editGenre(services, user, params.genreId, body),
  orderGenres: ({ body }, { user, ...services }) => orderGenres(services, user, body.ids),
  deleteGenre: ({ params }, { user, ...services }) =>
    deleteGenre(services, user, params.genreId).then(() => done),
  listManagedTropes: (_input, services) => listTropes(services),
  createTrope: ({ body }, { user, ...services }) => createTrope(services, user, body.name),
  renameTrope: ({ params, body }, { user, ...services }) =>
    renameTrope(services, user, params.tropeId, body.name),
  deleteTrope: ({ params }, { user, ...services }) =>
    deleteTrope(services, user, params.tropeId).then(() => done),
  listContributors: ({ query }, services) => listContributors(services, query),
  editContributor: ({ params, body }, { user, ...services }) =>
    editContributor(services, user, params.contributorId, body),
});

export const mergesRoutes = bindRoutes(mergesContract, {
  previewMerge: ({ query }, services) => previewMerge(services, query),
  listMerges: ({ query }, services) => listMerges(services, query.kind),
  createMerge: ({ body }, { user, ...services }) => createMerge(services, user, body),
  undoMerge: ({ params }, { user, ...services }) => undoMerge(services, user, params.mergeId),
});

export const auditRoutes = bindRoutes(auditContract, {
  listAudit: ({ query }, services) => listAudit(services, query),
});

export const auditStreamRoutes = bindStreams(auditStreams, {
  exportAudit: ({ query }, { user, res, ...services }) => exportAudit(services, res, user, query),
});

export const countChecksRoutes = bindRoutes(countChecksContract, {
  listCountChecks: (_input, services) => listCountChecks(services),
});
