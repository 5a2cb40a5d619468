import { getDirection, type Language } from "#shared/api/language.ts";
import { escapeHtml } from "#server/http/pages/escape-html.ts";
import { createTranslator } from "#server/i18n/translate.ts";

/** A page that works without scripts and without a session. */
export function unsubscribePage(language: Language, productName: string, isStopped: boolean): string {
  const t = createTranslator(language);
  const title = t(isStopped ? "notificationEmail.stopped" : "notificationEmail.stopQuestion");
  const form = isStopped
    ? ""
    : `<form method="post"><button>${escapeHtml(t("notificationEmail.stop"))}</button></form>`;
  return [
    `<!doctype html><html lang="${language}" dir="${getDirection(language)}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escapeHtml(productName)}: ${escapeHtml(title)}</title></head>`,
    `<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(t("notificationEmail.stoppedHint"))}</p>${form}<p><a href="/notifications-settings">${escapeHtml(productName)}</a></p></main></body></html>`,
  ].join("");
}
