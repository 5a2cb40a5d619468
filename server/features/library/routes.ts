import type { Response } from "express";
import { getUrl } from "#shared/api/http-client.ts";
import { done } from "#shared/api/schemas.ts";
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
  listLibrary: async ({ query }, { user, res, ...services }) =>
    addLinkHeader(res, query, await listLibrary(services, user, query)),
  getLibraryCounts: (_input, { user, ...services }) => countLibrary(services, user),
  saveEntry: ({ params, body }, { user, ...services }) =>
    saveEntry(services, user, params.bookId, body.status),
  deleteEntry: async ({ params }, { user, ...services }) => {
    await deleteEntry(services, user.id, params.bookId);
    return done;
  },
  listReleaseAlerts: (_input, { user, ...services }) => listReleaseAlerts(services, user.id),
  saveReleaseAlert: ({ params }, { user, ...services }) =>
    createReleaseAlert(services, user, params.bookId).then(() => done),
  deleteReleaseAlert: ({ params }, { user, ...services }) =>
    deleteReleaseAlert(services, user.id, params.bookId).then(() => done),
  saveRating: async ({ params, body }, { user, ...services }) => {
    await saveRating(services, user, params.bookId, body);
    return done;
  },
  deleteRating: async ({ params }, { user, ...services }) => {
    await deleteRating(services, user, params.bookId);
    return done;
  },
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
