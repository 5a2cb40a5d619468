import { membershipsContract } from "#shared/memberships/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { startCheckout } from "./checkout.ts";
import {
  getMembership,
  issueCode,
  listCodes,
  openBilling,
  receiveEvent,
  redeemCode,
  revokeCode,
  setRenewal,
} from "./service.ts";
import { findOffers } from "./stripe.ts";

export const membershipsRoutes = bindRoutes(membershipsContract, {
  listOffers: async (services) => ({ offers: [...(await findOffers(services).catch(() => []))] }),
  getMembership: ({ user, ...services }) => getMembership(services, user.id),
  startCheckout: ({ user, ...services }, { body }) => startCheckout(services, user, body.interval),
  openBilling: ({ user, ...services }) => openBilling(services, user.id),
  setRenewal: ({ user, ...services }, { body }) => setRenewal(services, user.id, body.renews),
  redeemCode: ({ user, ...services }, { body }) => redeemCode(services, user, body.code),
  receiveEvent: ({ req, ...services }, { raw }) =>
    receiveEvent(services, raw, String(req.headers["stripe-signature"] ?? "")),
  listCodes: (services, { query }) => listCodes(services, query),
  issueCode: ({ user, ...services }, { body }) => issueCode(services, user, body),
  revokeCode: ({ user, ...services }, { params }) => revokeCode(services, user, params.codeId),
});
