import { done } from "#shared/kernel/values.ts";
import { pushContract } from "#shared/push/contract.ts";
import { implement } from "#server/http/implement.ts";
import { hashOfSession } from "#server/http/session-store.ts";
import { changeOwnDevice, forgetDevice, listOwnDevices, subscribe } from "./devices.ts";
import { getKeys } from "./keys.ts";
import { testDevice } from "./service.ts";

export const pushRoutes = implement(pushContract, {
  getKey: async (_input, { db }) => ({ key: (await getKeys({ db })).publicKey }),
  listDevices: (_input, { user, db }) => listOwnDevices({ db }, user.id),
  addDevice: ({ body }, { user, req, ...services }) =>
    subscribe(services, user.id, hashOfSession(req.sessionID), body),
  changeDevice: ({ params, body }, { user, db }) => changeOwnDevice({ db }, user.id, params.deviceId, body),
  removeDevice: async ({ params }, { user, db }) => {
    await forgetDevice({ db }, user.id, params.deviceId);
    return done;
  },
  testDevice: async ({ params }, { user, ...services }) => {
    await testDevice(services, user.id, params.deviceId);
    return done;
  },
});
