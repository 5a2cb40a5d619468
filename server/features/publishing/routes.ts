import { bulkEditsContract } from "#shared/publishing/bulk-edits.ts";
import { chaptersContract } from "#shared/publishing/chapters.ts";
import { publishingContract } from "#shared/publishing/contract.ts";
import { csvContract, csvStreams } from "#shared/publishing/csv.ts";
import { bindRoutes, bindStreams } from "#server/http/api/bind-contract.ts";
import { listBulkEdits, startBulkEdit, undoBulkEdit } from "./bulk-edits.ts";
import { changeState } from "./change-state.ts";
import { getChapters, setChapters } from "./chapters/chapters.ts";
import { applyCsv, previewCsv, sendBooksCsv } from "./csv/csv.ts";
import { listBooks } from "./lists.ts";
import {
  editBook,
  findNames,
  getPublishingBook,
  getRevisions,
  listChanges,
  requestFileChecks,
  restoreField,
  setCover,
  setRevisionNotes,
} from "./service.ts";

export const publishingRoutes = bindRoutes(publishingContract, {
  listOwnBooks: ({ user, ...services }, { query }) => listBooks(services, user.id, query),
  listAllBooks: (services, { query }) => listBooks(services, null, query),
  getPublishingBook: ({ user, ...services }, { params }) => getPublishingBook(services, user, params.bookId),
  editBook: ({ user, ...services }, { params, body }) =>
    editBook(services, user, params.bookId, body.version, body.changes),
  setCover: ({ user, ...services }, { params, file }) => setCover(services, user, params.bookId, file),
  changeState: ({ user, ...services }, { params, body }) => changeState(services, user, params.bookId, body),
  listChanges: ({ user, ...services }, { params, query }) =>
    listChanges(services, user, params.bookId, query),
  restoreField: ({ user, ...services }, { params, body }) =>
    restoreField(services, user, params, body.version),
  checkFiles: ({ user, ...services }, { params }) => requestFileChecks(services, user, params.bookId),
  listRevisions: ({ user, ...services }, { params }) => getRevisions(services, user, params.bookId),
  setRevisionNotes: ({ user, ...services }, { params, body }) =>
    setRevisionNotes(services, user, params.bookId, body.notes),
  findNames: ({ user, ...services }, { query }) => findNames(services, user, query.kind, query.search),
});

export const bulkRoutes = bindRoutes(bulkEditsContract, {
  startBulkEdit: ({ user, ...services }, { body }) => startBulkEdit(services, user, body),
  listBulkEdits: (services) => listBulkEdits(services),
  undoBulkEdit: ({ user, ...services }, { params }) => undoBulkEdit(services, user, params.bulkId),
});

export const chaptersRoutes = bindRoutes(chaptersContract, {
  getChapters: ({ user, ...services }, { params }) => getChapters(services, user, params.bookId),
  setChapters: ({ user, ...services }, { params, body }) => setChapters(services, user, params.bookId, body),
});

export const csvRoutes = bindRoutes(csvContract, {
  previewCsv: (services, { file, query }) => previewCsv(services, file, query),
  applyCsv: ({ user, ...services }, { file, query }) => applyCsv(services, user, file, query),
});

export const csvStreamRoutes = bindStreams(csvStreams, {
  exportBooksCsv: ({ res, ...services }) => sendBooksCsv(services, res),
});
