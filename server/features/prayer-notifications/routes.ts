import { done } from "#shared/api/schemas.ts";
import { prayerNotificationsContract } from "#shared/prayer/notifications-contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { getPrayerProfile, removePrayerProfile, savePrayerProfile } from "./subscription-settings.ts";

export const prayerNotificationRoutes = bindRoutes(prayerNotificationsContract, {
  getPrayerProfile: (_input, { user, db }) => getPrayerProfile({ db }, user.id),
  putPrayerProfile: ({ body }, { user, ...services }) => savePrayerProfile(services, user.id, body),
  removePrayerProfile: async (_input, { user, db }) => {
    await removePrayerProfile({ db }, user.id);
    return done;
  },
});
