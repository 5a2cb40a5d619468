import { done } from "#shared/api/schemas.ts";
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
  listOffers: async (_input, services) => ({ offers: [...(await findOffers(services).catch(() => []))] }),
  getMembership: (_input, { user, ...services }) => getMembership(services, user.id),
  startCheckout: ({ body }, { user, ...services }) => startCheckout(services, user, body.interval),
  openBilling: (_input, { user, ...services }) => openBilling(services, user.id),
  setRenewal: ({ body }, { user, ...services }) => setRenewal(services, user.id, body.renews),
  redeemCode: ({ body }, { user, ...services }) => redeemCode(services, user, body.code),
  receiveEvent: ({ raw }, { req, ...services }) =>
    receiveEvent(services, raw, String(req.headers["stripe-signature"] ?? "")).then(() => done),
  listCodes: ({ query }, services) => listCodes(services, query),
  issueCode: ({ body }, { user, ...services }) => issueCode(services, user, body),
  revokeCode: ({ params }, { user, ...services }) =>
    revokeCode(services, user, params.codeId).then(() => done),
});
