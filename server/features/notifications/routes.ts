import { notificationsContract } from "#shared/notifications/contract.ts";
import { mailStreams } from "#shared/notifications/mail.ts";
import { bindRoutes, bindStreams } from "#server/http/api/bind-contract.ts";
import { getRequestLanguage } from "#server/http/api/request-language.ts";
import { getNotifications, markAllRead, markRead } from "./service.ts";
import { getSettings, updateSetting } from "./settings.ts";
import { readUnsubscribeToken, unsubscribe } from "./unsubscribe.ts";
import { unsubscribePage } from "./unsubscribe-page.ts";

export const notificationsRoutes = bindRoutes(notificationsContract, {
  listNotifications: ({ user, ...services }, { query }) => getNotifications(services, user.id, query),
  getSettings: ({ user, db }) => getSettings(db, user.id),
  updateSetting: ({ user, db }, { body }) => updateSetting(db, user.id, body),
  markRead: ({ user, ...services }, { params }) => markRead(services, user.id, params.notificationId),
  markAllRead: ({ user, ...services }) => markAllRead(services, user.id),
});

export const mailStreamRoutes = bindStreams(mailStreams, {
  getUnsubscribePage: ({ req, res, settings }, { params }) => {
    readUnsubscribeToken(settings, params.token);
    res
      .type("text/html; charset=utf-8")
      .send(unsubscribePage(getRequestLanguage(req), settings.productName, false));
  },
  unsubscribe: async ({ req, res, ...services }, { params }) => {
    await unsubscribe(services, params.token);
    const page = unsubscribePage(getRequestLanguage(req), services.settings.productName, true);
    res.type("text/html; charset=utf-8").send(page);
  },
});
