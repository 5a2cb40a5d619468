import { done } from "#shared/api/schemas.ts";
import { pushContract } from "#shared/push/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { hashSession } from "#server/http/session/session-store.ts";
import { deleteOwnDevice, listOwnDevices, subscribe, updateOwnDevice } from "./devices.ts";
import { testDevice } from "./service.ts";
import { getVapidKeys } from "./vapid-keys.ts";

export const pushRoutes = bindRoutes(pushContract, {
  getKey: async (_input, { db }) => ({ key: (await getVapidKeys({ db })).publicKey }),
  listDevices: (_input, { user, db }) => listOwnDevices({ db }, user.id),
  addDevice: ({ body }, { user, req, ...services }) =>
    subscribe(services, user.id, hashSession(req.sessionID), body),
  updateDevice: ({ params, body }, { user, db }) => updateOwnDevice({ db }, user.id, params.deviceId, body),
  deleteDevice: async ({ params }, { user, db }) => {
    await deleteOwnDevice({ db }, user.id, params.deviceId);
    return done;
  },
  testDevice: async ({ params }, { user, ...services }) => {
    await testDevice(services, user.id, params.deviceId);
    return done;
  },
});
