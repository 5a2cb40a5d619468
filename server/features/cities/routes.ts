import { citiesContract } from "#shared/cities/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { searchCities } from "./service.ts";

export const citiesRoutes = bindRoutes(citiesContract, { findCities: searchCities });
