import { peopleContract } from "#shared/people/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import * as service from "./service.ts";

export const peopleRoutes = bindRoutes(peopleContract, service);
