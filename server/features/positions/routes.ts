import { positionsContract } from "#shared/positions/contract.ts";
import { implement } from "#server/http/api/bind-contract.ts";
import { requireSameReader } from "#server/http/session/require-same-user.ts";
import { getMyPlace, listFormerPlaces, savePositions } from "./service.ts";

export const positionsRoutes = implement(positionsContract, {
  savePositions: ({ body }, { user, ...services }) => {
    requireSameReader(user, body.reader);
    return savePositions(services, user, body);
  },
  getPlace: ({ params }, { user, ...services }) => getMyPlace(services, user, params.bookId),
  listFormerPlaces: ({ params }, { user, ...services }) => listFormerPlaces(services, user, params.bookId),
});
