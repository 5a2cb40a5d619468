import type { UserId } from "#shared/accounts/user.ts";
import { getDirection, type Language } from "#shared/api/language.ts";
import { escapeHtml } from "#server/http/pages/escape-html.ts";
import { createTranslator } from "#server/i18n/translate.ts";
import type { Settings } from "#server/settings.ts";
import { createUnsubscribeToken, type MailKind } from "./unsubscribe.ts";

export interface EmailItem {
  readonly title: string;
  readonly message: string;
  /** An internal path. */
  readonly actionUrl: string;
}

interface NotificationEmail {
  readonly userId: UserId;
  readonly firstName: string;
  readonly language: Language;
  /** Null for emails that cannot be stopped. */
  readonly kind: MailKind | null;
  readonly items: readonly EmailItem[];
}

type Deps = Pick<Settings, "origins" | "productName" | "secret">;

/** An email about one notification or a digest of several, with a link that ends such emails in one step. */
export function createEmail(settings: Deps, { userId, firstName, language, kind, items }: NotificationEmail) {
  const [origin = ""] = settings.origins;
  const t = createTranslator(language);
  const greeting = t("notificationEmail.greeting", { name: firstName });
  const unsubscribeUrl = kind
    ? `${origin}/api/mail/unsubscribe/${createUnsubscribeToken(settings, userId, kind)}`
    : `${origin}/notifications-settings`;
  const lines = [
    greeting,
    ...items.flatMap(({ title, message, actionUrl }) => [title, message, origin + actionUrl].filter(Boolean)),
    `${t("notificationEmail.ending")}\n${unsubscribeUrl}\n${origin}/notifications-settings`,
    settings.productName,
  ];
  const title =
    items.length === 1 && kind !== "digest" ? (items[0]?.title ?? "") : t("notificationEmail.digest");
  return {
    subject: `${settings.productName}: ${title}`.replace(/\p{Cc}+/gu, " "),
    text: `${lines.join("\n\n")}\n`,
    html: toHtml(settings, language, { greeting, items, unsubscribeUrl }),
    headers: kind
      ? { "List-Unsubscribe": `<${unsubscribeUrl}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }
      : {},
  };
}

interface HtmlParts {
  readonly greeting: string;
  readonly items: readonly EmailItem[];
  readonly unsubscribeUrl: string;
}

/** Without external images and stylesheets. */
function toHtml(
  { origins, productName }: Deps,
  language: Language,
  { greeting, items, unsubscribeUrl }: HtmlParts,
): string {
  const [origin = ""] = origins;
  const t = createTranslator(language);
  const [open, ending] = [t("notificationEmail.open"), t("notificationEmail.ending")];
  const entries = items.map(({ title, message, actionUrl }) => {
    const link = `<p><a href="${escapeHtml(origin + actionUrl)}">${open}</a></p>`;
    return `<h2 style="font-size:17px;margin:24px 0 4px">${escapeHtml(title)}</h2><p style="margin:0">${escapeHtml(message)}</p>${link}`;
  });
  const settingsUrl = `${origin}/notifications-settings`;
  return [
    `<!doctype html><html lang="${language}" dir="${getDirection(language)}"><body style="font-family:Georgia,serif;line-height:1.6;max-width:560px;margin:auto;padding:16px">`,
    `<p>${escapeHtml(greeting)}</p>`,
    ...entries,
    `<hr><p style="font-size:13px">${ending} <a href="${escapeHtml(unsubscribeUrl)}">${escapeHtml(productName)}</a> · <a href="${escapeHtml(settingsUrl)}">${escapeHtml(settingsUrl)}</a></p>`,
    "</body></html>",
  ].join("");
}
