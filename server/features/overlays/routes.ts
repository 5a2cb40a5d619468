import { overlaysContract } from "#shared/overlays/contract.ts";
import { implement } from "#server/http/implement.ts";
import { getOverlay, getOverlayMarks } from "./service.ts";

export const overlaysRoutes = implement(overlaysContract, {
  getOverlay: ({ params }, { user, ...services }) => getOverlay(services, user, params.bookId),
  getOverlayMarks: ({ params }, { user, ...services }) => getOverlayMarks(services, user, params),
});
