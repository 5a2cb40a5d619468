import { overlaysContract, overlaysStreams } from "#shared/media-overlays/contract.ts";
import { bindRoutes, implementStreams } from "#server/http/api/bind-contract.ts";
import { sendReadAlong } from "./export.ts";
import { getOverlay, getOverlayMarks } from "./service.ts";

export const overlaysRoutes = bindRoutes(overlaysContract, {
  getOverlay: ({ params }, { user, ...services }) => getOverlay(services, user, params.bookId),
  getOverlayMarks: ({ params }, { user, ...services }) => getOverlayMarks(services, user, params),
});

export const overlaysStreamRoutes = implementStreams(overlaysStreams, {
  getReadAlong: ({ params }, { user, req, res, ...services }) =>
    sendReadAlong(services, user, params.bookId, { req, res }),
});
