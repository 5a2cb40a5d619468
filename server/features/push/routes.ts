import { pushContract } from "#shared/push/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { hashSession } from "#server/http/session/session-store.ts";
import { deleteOwnDevice, listOwnDevices, subscribe, updateOwnDevice } from "./devices.ts";
import { testDevice } from "./service.ts";
import { getVapidKeys } from "./vapid-keys.ts";

export const pushRoutes = bindRoutes(pushContract, {
  getKey: async ({ db }) => ({ key: (await getVapidKeys({ db })).publicKey }),
  listDevices: ({ user, db }) => listOwnDevices({ db }, user.id),
  addDevice: ({ user, req, ...services }, { body }) =>
    subscribe(services, user.id, hashSession(req.sessionID), body),
  updateDevice: ({ user, db }, { params, body }) => updateOwnDevice({ db }, user.id, params.deviceId, body),
  deleteDevice: ({ user, db }, { params }) => deleteOwnDevice({ db }, user.id, params.deviceId),
  testDevice: ({ user, ...services }, { params }) => testDevice(services, user.id, params.deviceId),
});
