import { done } from "#shared/kernel/values.ts";
import { prayerPushContract } from "#shared/prayer/push-contract.ts";
import { implement } from "#server/http/implement.ts";
import { getSetup, keepSetup, removeSetup } from "./setup.ts";

export const prayerPushRoutes = implement(prayerPushContract, {
  getSetup: (_input, { user, db }) => getSetup({ db }, user.id),
  putSetup: ({ body }, { user, ...services }) => keepSetup(services, user.id, body),
  removeSetup: async (_input, { user, db }) => {
    await removeSetup({ db }, user.id);
    return done;
  },
});
