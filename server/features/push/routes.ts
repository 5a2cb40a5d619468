import { pushContract } from "#shared/push/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import * as devices from "./devices.ts";
import { testDevice } from "./service.ts";
import { getVapidKeys } from "./vapid-keys.ts";

export const pushRoutes = bindRoutes(pushContract, {
  ...devices,
  testDevice,
  listDevices: devices.listOwnDevices,
  deleteDevice: devices.deleteOwnDevice,
  getKey: async (context) => ({ key: (await getVapidKeys(context)).publicKey }),
});
