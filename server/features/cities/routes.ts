import { citiesContract } from "#shared/cities/contract.ts";
import { implement } from "#server/http/api/bind-contract.ts";
import { searchCities } from "./service.ts";

export const citiesRoutes = implement(citiesContract, {
  findCities: ({ query }, { user: _user, ...services }) => searchCities(services, query.search, query.limit),
});
