import { hash } from "node:crypto";
import type { Language } from "#shared/api/language.ts";
import {
  getNotificationPath,
  notificationRegistry,
  type StoredNotification,
} from "#shared/notifications/registry.ts";
import type { PushPayload } from "#shared/push/payload.ts";
import { translate } from "#server/i18n/translate.ts";

/**
 * The push payload of a notification. It names nobody and quotes nothing, because lock screens show it. Topics are
 * limited to 32 characters.
 */
export function toPushMessage(
  notification: StoredNotification,
  lang: Language,
): { readonly payload: PushPayload; readonly topic: string } {
  const setting = notificationRegistry[notification.type].setting ?? "other";
  const url = getNotificationPath(notification);
  const topic = hash("sha256", `${setting} ${url}`, "base64url").slice(0, 32);
  const title = translate(lang, `notificationTexts.pushTitle.${setting}`);
  const body = translate(lang, `notificationTexts.pushBody.${setting}`);
  return { payload: { kind: "notification", title, body, lang, url, tag: topic, isSilent: false }, topic };
}
