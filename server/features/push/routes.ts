import { pushContract } from "#shared/push/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import * as devices from "./devices.ts";
import { testDevice } from "./service.ts";
import { getKey } from "./vapid-keys.ts";

export const pushRoutes = bindRoutes(pushContract, { ...devices, getKey, testDevice });
