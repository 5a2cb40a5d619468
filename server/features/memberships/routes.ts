import { membershipsContract } from "#shared/memberships/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { startCheckout } from "./checkout.ts";
import * as service from "./service.ts";
import { listOffers } from "./stripe.ts";

export const membershipsRoutes = bindRoutes(membershipsContract, { ...service, listOffers, startCheckout });
