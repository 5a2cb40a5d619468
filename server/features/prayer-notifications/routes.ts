import { done } from "#shared/api/schemas.ts";
import { prayerNotificationsContract } from "#shared/prayer/notifications-contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { deletePrayerProfile, getPrayerProfile, savePrayerProfile } from "./subscription-settings.ts";

export const prayerNotificationRoutes = bindRoutes(prayerNotificationsContract, {
  getPrayerProfile: (_input, { user, db }) => getPrayerProfile({ db }, user.id),
  savePrayerProfile: ({ body }, { user, ...services }) => savePrayerProfile(services, user.id, body),
  deletePrayerProfile: async (_input, { user, db }) => {
    await deletePrayerProfile({ db }, user.id);
    return done;
  },
});
