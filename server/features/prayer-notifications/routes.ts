import { done } from "#shared/api/schemas.ts";
import { prayerNotificationsContract } from "#shared/prayer/notifications-contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { getSetup, removeSetup, saveSetup } from "./subscription-settings.ts";

export const prayerNotificationRoutes = bindRoutes(prayerNotificationsContract, {
  getSetup: (_input, { user, db }) => getSetup({ db }, user.id),
  putSetup: ({ body }, { user, ...services }) => saveSetup(services, user.id, body),
  removeSetup: async (_input, { user, db }) => {
    await removeSetup({ db }, user.id);
    return done;
  },
});
