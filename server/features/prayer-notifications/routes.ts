import { done } from "#shared/api/schemas.ts";
import { prayerPushContract } from "#shared/prayer/push-contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { getSetup, keepSetup, removeSetup } from "./subscription-settings.ts";

export const prayerPushRoutes = bindRoutes(prayerPushContract, {
  getSetup: (_input, { user, db }) => getSetup({ db }, user.id),
  putSetup: ({ body }, { user, ...services }) => keepSetup(services, user.id, body),
  removeSetup: async (_input, { user, db }) => {
    await removeSetup({ db }, user.id);
    return done;
  },
});
