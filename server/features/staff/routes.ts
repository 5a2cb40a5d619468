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
  listUsers: ({ user, ...services }, { query }) => listUsers(services, user, query),
  suspendUser: ({ user, ...services }, { params, body }) => suspendUser(services, user, params.userId, body),
  liftSuspension: ({ user, ...services }, { params }) => liftSuspension(services, user, params.userId),
  endSessions: ({ user, ...services }, { params }) => endSessions(services, user, params.userId),
  sendVerification: ({ user, ...services }, { params }) => resendVerification(services, user, params.userId),
  setRoles: ({ user, ...services }, { params, body }) => setRoles(services, user, params.userId, body),
  grantMembership: ({ user, ...services }, { params, body }) =>
    grantMembership(services, user, params.userId, body.months),
  makeResetLink: ({ user, ...services }, { params, body }) =>
    makeResetLink(services, user, params.userId, body.password),
  deleteUser: ({ user, ...services }, { params, body }) =>
    deleteUser(services, user, params.userId, body.password),
});

export const recordsRoutes = bindRoutes(recordsContract, {
  listMessages: (services, { query }) => listMessages(services, query),
  answerMessage: ({ user, ...services }, { params, body }) =>
    answerMessage(services, user, params.messageId, body.text),
  listOutbox: (services, { query }) => listOutbox(services, query),
  readEmail: ({ user, ...services }, { params }) => readEmail(services, user, params.emailId),
  listJobs: ({ db }) => listJobRows(db),
  retryJob: ({ user, ...services }, { params }) => retryJob(services, user, params.jobId),
  cancelJob: ({ user, ...services }, { params }) => cancelJob(services, user, params.jobId),
});

export const staffCatalogueRoutes = bindRoutes(staffCatalogueContract, {
  listManagedGenres: (services) => listGenres(services),
  createGenre: ({ user, ...services }, { body }) => createGenre(services, user, body.name),
  editGenre: ({ user, ...services }, { params, body }) => editGenre(services, user, params.genreId, body),
  orderGenres: ({ user, ...services }, { body }) => orderGenres(services, user, body.ids),
  deleteGenre: ({ user, ...services }, { params }) => deleteGenre(services, user, params.genreId),
  listManagedTropes: (services) => listTropes(services),
  createTrope: ({ user, ...services }, { body }) => createTrope(services, user, body.name),
  renameTrope: ({ user, ...services }, { params, body }) =>
    renameTrope(services, user, params.tropeId, body.name),
  deleteTrope: ({ user, ...services }, { params }) => deleteTrope(services, user, params.tropeId),
  listContributors: (services, { query }) => listContributors(services, query),
  editContributor: ({ user, ...services }, { params, body }) =>
    editContributor(services, user, params.contributorId, body),
});

export const mergesRoutes = bindRoutes(mergesContract, {
  previewMerge: (services, { query }) => previewMerge(services, query),
  listMerges: (services, { query }) => listMerges(services, query.kind),
  createMerge: ({ user, ...services }, { body }) => createMerge(services, user, body),
  undoMerge: ({ user, ...services }, { params }) => undoMerge(services, user, params.mergeId),
});

export const auditRoutes = bindRoutes(auditContract, {
  listAudit: (services, { query }) => listAudit(services, query),
});

export const auditStreamRoutes = bindStreams(auditStreams, {
  exportAudit: ({ user, res, ...services }, { query }) => exportAudit(services, res, user, query),
});

export const countChecksRoutes = bindRoutes(countChecksContract, {
  listCountChecks: (services) => listCountChecks(services),
});
