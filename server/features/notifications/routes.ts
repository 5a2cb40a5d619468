import { done } from "#shared/api/schemas.ts";
import { notificationsContract } from "#shared/notifications/contract.ts";
import { mailStreams } from "#shared/notifications/mail.ts";
import { bindRoutes, bindStreams } from "#server/http/api/bind-contract.ts";
import { getRequestLanguage } from "#server/http/api/request-language.ts";
import { getNotifications, markAllRead, markRead } from "./service.ts";
import { getSettings, updateSetting } from "./settings.ts";
import { readUnsubscribeToken, unsubscribe } from "./unsubscribe.ts";
import { unsubscribePage } from "./unsubscribe-page.ts";

export const notificationsRoutes = bindRoutes(notificationsContract, {
  listNotifications: ({ query }, { user, ...services }) => getNotifications(services, user.id, query),
  getSettings: (_input, { user, db }) => getSettings(db, user.id),
  updateSetting: ({ body }, { user, db }) => updateSetting(db, user.id, body),
  markRead: async ({ params }, { user, ...services }) => {
    await markRead(services, user.id, params.notificationId);
    return done;
  },
  markAllRead: async (_input, { user, ...services }) => {
    await markAllRead(services, user.id);
    return done;
  },
});

export const mailStreamRoutes = bindStreams(mailStreams, {
  getUnsubscribePage: ({ params }, { req, res, settings }) => {
    readUnsubscribeToken(settings, params.token);
    res
      .type("text/html; charset=utf-8")
      .send(unsubscribePage(getRequestLanguage(req), settings.productName, false));
  },
  unsubscribe: async ({ params }, { req, res, ...services }) => {
    await unsubscribe(services, params.token);
    const page = unsubscribePage(getRequestLanguage(req), services.settings.productName, true);
    res.type("text/html; charset=utf-8").send(page);
  },
});
