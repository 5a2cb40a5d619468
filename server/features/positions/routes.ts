import { positionsContract } from "#shared/positions/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { requireSameUser } from "#server/http/session/require-same-user.ts";
import { getMyPosition, listFormerPlaces, savePositions } from "./service.ts";

export const positionsRoutes = bindRoutes(positionsContract, {
  savePositions: ({ body }, { user, ...services }) => {
    requireSameUser(user, body.reader);
    return savePositions(services, user, body);
  },
  getPlace: ({ params }, { user, ...services }) => getMyPosition(services, user, params.bookId),
  listFormerPlaces: ({ params }, { user, ...services }) => listFormerPlaces(services, user, params.bookId),
});
