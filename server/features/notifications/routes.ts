import { done } from "#shared/api/schemas.ts";
import { notificationsContract } from "#shared/notifications/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { getNotifications, markAllRead, markRead } from "./service.ts";
import { getSettings, updateSetting } from "./settings.ts";

export const notificationsRoutes = bindRoutes(notificationsContract, {
  listNotifications: ({ query }, { user, ...services }) => getNotifications(services, user.id, query),
  getSettings: (_input, { user, db }) => getSettings(db, user.id),
  changeSetting: ({ body }, { user, db }) => updateSetting(db, user.id, body),
  markRead: async ({ params }, { user, ...services }) => {
    await markRead(services, user.id, params.notificationId);
    return done;
  },
  markAllRead: async (_input, { user, ...services }) => {
    await markAllRead(services, user.id);
    return done;
  },
});
