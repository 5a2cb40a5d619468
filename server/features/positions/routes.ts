import { positionsContract } from "#shared/positions/contract.ts";
import { implement } from "#server/http/implement.ts";
import { getMyPlace, listFormerPlaces, savePositions } from "./service.ts";

export const positionsRoutes = implement(positionsContract, {
  savePositions: ({ body }, { user, ...services }) => savePositions(services, user, body),
  getPlace: ({ params }, { user, ...services }) => getMyPlace(services, user, params.bookId),
  listFormerPlaces: ({ params }, { user, ...services }) => listFormerPlaces(services, user, params.bookId),
});
