import { mediaOverlayStreams, mediaOverlaysContract } from "#shared/media-overlays/contract.ts";
import { bindRoutes, bindStreams } from "#server/http/api/bind-contract.ts";
import { sendReadAlongEpub } from "./export.ts";
import { getOverlay, getOverlayMarks } from "./service.ts";

export const mediaOverlayRoutes = bindRoutes(mediaOverlaysContract, {
  getOverlay: ({ user, ...services }, { params }) => getOverlay(services, user, params.bookId),
  getOverlayMarks: ({ user, ...services }, { params }) => getOverlayMarks(services, user, params),
});

export const mediaOverlayStreamRoutes = bindStreams(mediaOverlayStreams, {
  getReadAlong: ({ user, req, res, ...services }, { params }) =>
    sendReadAlongEpub(services, user, params.bookId, { req, res }),
});
