import { done } from "#shared/api/schemas.ts";
import { correctionsContract } from "#shared/corrections/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { decideCorrections, listCorrections, reportMistake } from "./service.ts";

export const correctionsRoutes = bindRoutes(correctionsContract, {
  reportMistake: ({ params, body }, { user, ...services }) =>
    reportMistake(services, user, params.bookId, body).then(() => done),
  listCorrections: ({ query }, { user, ...services }) => listCorrections(services, user, query),
  decideCorrections: ({ body }, { user, ...services }) =>
    decideCorrections(services, user, body).then(() => done),
});
