import type { Response } from "express";
import { getUrl } from "#shared/api/http-client.ts";
import { libraryContract } from "#shared/library/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { createReleaseAlert, deleteReleaseAlert, listReleaseAlerts } from "./release-alerts.ts";
import {
  countLibrary,
  deleteEntry,
  deleteRating,
  type LibraryPage,
  listLibrary,
  saveEntry,
  saveRating,
} from "./service.ts";

export const libraryRoutes = bindRoutes(libraryContract, {
  listLibrary: async ({ user, res, ...services }, { query }) =>
    addLinkHeader(res, query, await listLibrary(services, user, query)),
  getLibraryCounts: ({ user, ...services }) => countLibrary(services, user),
  saveEntry: ({ user, ...services }, { params, body }) =>
    saveEntry(services, user, params.bookId, body.status),
  deleteEntry: ({ user, ...services }, { params }) => deleteEntry(services, user.id, params.bookId),
  listReleaseAlerts: ({ user, ...services }) => listReleaseAlerts(services, user.id),
  saveReleaseAlert: ({ user, ...services }, { params }) => createReleaseAlert(services, user, params.bookId),
  deleteReleaseAlert: ({ user, ...services }, { params }) =>
    deleteReleaseAlert(services, user.id, params.bookId),
  saveRating: ({ user, ...services }, { params, body }) => saveRating(services, user, params.bookId, body),
  deleteRating: ({ user, ...services }, { params }) => deleteRating(services, user, params.bookId),
});

/** Adds the `Link` header with the next page (RFC 8288). */
function addLinkHeader(
  res: Response,
  query: object,
  { entries, nextCursor }: LibraryPage,
): LibraryPage["entries"] {
  if (nextCursor) {
    const next = getUrl(libraryContract.listLibrary, { query: { ...query, cursor: nextCursor } });
    res.setHeader("Link", `<${next}>; rel="next"`);
  }
  return entries;
}
