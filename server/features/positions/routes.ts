import { positionsContract } from "#shared/positions/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { requireSameUser } from "#server/http/session/require-same-user.ts";
import { getMyPosition, listPositions, savePositions } from "./service.ts";

export const positionsRoutes = bindRoutes(positionsContract, {
  savePositions: ({ user, ...services }, { body }) => {
    requireSameUser(user, body.reader);
    return savePositions(services, user, body);
  },
  getPosition: ({ user, ...services }, { params }) => getMyPosition(services, user, params.bookId),
  listPositions: ({ user, ...services }, { params }) => listPositions(services, user, params.bookId),
});
