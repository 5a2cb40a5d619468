import type { Language } from "#shared/api/language.ts";
import { escapeHtml } from "#server/http/pages/escape-html.ts";

interface PageTexts {
  readonly question: string;
  readonly button: string;
  readonly stopped: string;
  readonly hint: string;
}

const texts: Readonly<Record<Language, PageTexts>> = {
  en: {
    question: "Stop these emails?",
    button: "Stop these emails",
    stopped: "You will no longer receive these emails.",
    hint: "You can turn them on again in your notification settings.",
  },
  ar: {
    question: "إيقاف هذه الرسائل؟",
    button: "إيقاف هذه الرسائل",
    stopped: "لن تصلك هذه الرسائل بعد الآن.",
    hint: "يمكنك تشغيلها مجددًا من إعدادات الإشعارات.",
  },
};

/** A page that works without scripts and without a session. */
export function unsubscribePage(language: Language, productName: string, isStopped: boolean): string {
  const { question, button, stopped, hint } = texts[language];
  const title = isStopped ? stopped : question;
  const form = isStopped ? "" : `<form method="post"><button>${button}</button></form>`;
  return [
    `<!doctype html><html lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escapeHtml(productName)}: ${title}</title></head>`,
    `<body><main><h1>${title}</h1><p>${hint}</p>${form}<p><a href="/notifications-settings">${escapeHtml(productName)}</a></p></main></body></html>`,
  ].join("");
}
