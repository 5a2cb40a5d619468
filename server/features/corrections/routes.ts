import { correctionsContract } from "#shared/corrections/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { decideCorrections, listCorrections, reportMistake } from "./service.ts";

export const correctionsRoutes = bindRoutes(correctionsContract, {
  reportMistake: ({ user, ...services }, { params, body }) =>
    reportMistake(services, user, params.bookId, body),
  listCorrections: ({ user, ...services }, { query }) => listCorrections(services, user, query),
  decideCorrections: ({ user, ...services }, { body }) => decideCorrections(services, user, body),
});
