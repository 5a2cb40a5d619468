import { prayerNotificationsContract } from "#shared/prayer/notifications-contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import * as subscriptionSettings from "./subscription-settings.ts";

export const prayerNotificationRoutes = bindRoutes(prayerNotificationsContract, subscriptionSettings);
