import type { Language } from "#shared/api/language.ts";
import { getNotificationPath } from "#shared/notifications/registry.ts";
import {
  type GroupedNotification,
  type RenderedNotification,
  renderNotification,
} from "#shared/notifications/render.ts";
import { createTranslator } from "#server/i18n/translate.ts";

/** The texts and the path of a notification in a language. */
export const renderIn = (
  language: Language,
  notification: GroupedNotification,
): RenderedNotification & { readonly actionUrl: string } => ({
  ...renderNotification(notification, language, createTranslator(language)),
  actionUrl: getNotificationPath(notification),
});
