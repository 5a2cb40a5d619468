import { positionsContract } from "#shared/positions/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { requireSameUser } from "#server/http/session/require-same-user.ts";
import { getMyPosition, listPositions, savePositions } from "./service.ts";

export const positionsRoutes = bindRoutes(positionsContract, {
  savePositions: ({ body }, { user, ...services }) => {
    requireSameUser(user, body.reader);
    return savePositions(services, user, body);
  },
  getPosition: ({ params }, { user, ...services }) => getMyPosition(services, user, params.bookId),
  listPositions: ({ params }, { user, ...services }) => listPositions(services, user, params.bookId),
});
