import { supportContract } from "#shared/support/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { saveContactMessage } from "./service.ts";

export const supportRoutes = bindRoutes(supportContract, {
  sendMessage: ({ user, ...services }, { body }) => saveContactMessage(services, user, body),
});
