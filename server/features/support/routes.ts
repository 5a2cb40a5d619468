import { supportContract } from "#shared/support/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { sendMessage } from "./service.ts";

export const supportRoutes = bindRoutes(supportContract, { sendMessage });
