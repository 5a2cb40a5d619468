import { membershipsContract } from "#shared/memberships/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { startCheckout } from "./checkout.ts";
import * as service from "./service.ts";
import { findOffers } from "./stripe.ts";

export const membershipsRoutes = bindRoutes(membershipsContract, {
  ...service,
  startCheckout,
  listOffers: async (context) => ({ offers: [...(await findOffers(context).catch(() => []))] }),
});
