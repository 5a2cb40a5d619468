import { done } from "#shared/api/schemas.ts";
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
  listOwnBooks: ({ query }, { user, ...services }) => listBooks(services, user.id, query),
  listAllBooks: ({ query }, services) => listBooks(services, null, query),
  getPublishingBook: ({ params }, { user, ...services }) => getPublishingBook(services, user, params.bookId),
  editBook: ({ params, body }, { user, ...services }) =>
    editBook(services, user, params.bookId, body.version, body.changes),
  setCover: ({ params, file }, { user, ...services }) => setCover(services, user, params.bookId, file),
  changeState: ({ params, body }, { user, ...services }) => changeState(services, user, params.bookId, body),
  listChanges: ({ params, query }, { user, ...services }) =>
    listChanges(services, user, params.bookId, query),
  restoreField: ({ params, body }, { user, ...services }) =>
    restoreField(services, user, params, body.version),
  checkFiles: ({ params }, { user, ...services }) =>
    requestFileChecks(services, user, params.bookId).then(() => done),
  listRevisions: ({ params }, { user, ...services }) => getRevisions(services, user, params.bookId),
  setRevisionNotes: ({ params, body }, { user, ...services }) =>
    setRevisionNotes(services, user, params.bookId, body.notes),
  findNames: ({ query }, { user, ...services }) => findNames(services, user, query.kind, query.search),
});

export const bulkRoutes = bindRoutes(bulkEditsContract, {
  startBulkEdit: ({ body }, { user, ...services }) => startBulkEdit(services, user, body),
  listBulkEdits: (_input, services) => listBulkEdits(services),
  undoBulkEdit: ({ params }, { user, ...services }) => undoBulkEdit(services, user, params.bulkId),
});

export const chaptersRoutes = bindRoutes(chaptersContract, {
  getChapters: ({ params }, { user, ...services }) => getChapters(services, user, params.bookId),
  setChapters: ({ params, body }, { user, ...services }) => setChapters(services, user, params.bookId, body),
});

export const csvRoutes = bindRoutes(csvContract, {
  previewCsv: ({ file, query }, services) => previewCsv(services, file, query),
  applyCsv: ({ file, query }, { user, ...services }) => applyCsv(services, user, file, query),
});

export const csvStreamRoutes = bindStreams(csvStreams, {
  exportBooksCsv: (_input, { res, ...services }) => sendBooksCsv(services, res),
});
