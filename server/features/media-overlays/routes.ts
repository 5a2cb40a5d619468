import { mediaOverlayStreams, mediaOverlaysContract } from "#shared/media-overlays/contract.ts";
import { bindRoutes, bindStreams } from "#server/http/api/bind-contract.ts";
import { getReadAlong } from "./export.ts";
import { getOverlay, getOverlayMarks } from "./service.ts";

export const mediaOverlayRoutes = bindRoutes(mediaOverlaysContract, { getOverlay, getOverlayMarks });

export const mediaOverlayStreamRoutes = bindStreams(mediaOverlayStreams, { getReadAlong });
