import { prayerNotificationsContract } from "#shared/prayer/notifications-contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { deletePrayerProfile, getPrayerProfile, savePrayerProfile } from "./subscription-settings.ts";

export const prayerNotificationRoutes = bindRoutes(prayerNotificationsContract, {
  getPrayerProfile: ({ user, db }) => getPrayerProfile({ db }, user.id),
  savePrayerProfile: ({ user, ...services }, { body }) => savePrayerProfile(services, user.id, body),
  deletePrayerProfile: ({ user, db }) => deletePrayerProfile({ db }, user.id),
});
