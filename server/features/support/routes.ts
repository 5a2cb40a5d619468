import { done } from "#shared/api/schemas.ts";
import { supportContract } from "#shared/support/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { saveContactMessage } from "./service.ts";

export const supportRoutes = bindRoutes(supportContract, {
  sendMessage: ({ body }, { user, ...services }) => saveContactMessage(services, user, body).then(() => done),
});
