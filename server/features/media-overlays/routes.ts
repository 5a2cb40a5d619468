import { mediaOverlayStreams, mediaOverlaysContract } from "#shared/media-overlays/contract.ts";
import { bindRoutes, bindStreams } from "#server/http/api/bind-contract.ts";
import { sendReadAlongEpub } from "./export.ts";
import { getOverlay, getOverlayMarks } from "./service.ts";

export const mediaOverlayRoutes = bindRoutes(mediaOverlaysContract, {
  getOverlay: ({ params }, { user, ...services }) => getOverlay(services, user, params.bookId),
  getOverlayMarks: ({ params }, { user, ...services }) => getOverlayMarks(services, user, params),
});

export const mediaOverlayStreamRoutes = bindStreams(mediaOverlayStreams, {
  getReadAlong: ({ params }, { user, req, res, ...services }) =>
    sendReadAlongEpub(services, user, params.bookId, { req, res }),
});
