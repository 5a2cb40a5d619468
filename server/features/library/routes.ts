import type { Response } from "express";
import { getUrl } from "#shared/api/http-client.ts";
import { done } from "#shared/api/schemas.ts";
import { libraryContract } from "#shared/library/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { createReleaseAlert, listReleaseAlerts, removeReleaseAlert } from "./release-alerts.ts";
import {
  countLibrary,
  type LibraryPage,
  listLibrary,
  putEntry,
  putRating,
  removeEntry,
  removeRating,
} from "./service.ts";

export const libraryRoutes = bindRoutes(libraryContract, {
  listLibrary: async ({ query }, { user, res, ...services }) =>
    addLinkHeader(res, query, await listLibrary(services, user, query)),
  getLibraryCounts: (_input, { user, ...services }) => countLibrary(services, user),
  putEntry: ({ params, body }, { user, ...services }) => putEntry(services, user, params.bookId, body.status),
  removeEntry: async ({ params }, { user, ...services }) => {
    await removeEntry(services, user.id, params.bookId);
    return done;
  },
  listReleaseAlerts: (_input, { user, ...services }) => listReleaseAlerts(services, user.id),
  putReleaseAlert: ({ params }, { user, ...services }) =>
    createReleaseAlert(services, user, params.bookId).then(() => done),
  removeReleaseAlert: ({ params }, { user, ...services }) =>
    removeReleaseAlert(services, user.id, params.bookId).then(() => done),
  putRating: async ({ params, body }, { user, ...services }) => {
    await putRating(services, user, params.bookId, body);
    return done;
  },
  removeRating: async ({ params }, { user, ...services }) => {
    await removeRating(services, user, params.bookId);
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
