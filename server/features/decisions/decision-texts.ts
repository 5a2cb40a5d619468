import type { Language } from "#shared/api/language.ts";
import type { NotificationTexts } from "#server/features/notifications/service.ts";

/** Where a reader sees the decisions about them. */
export const decisionsPath = "/settings?part=moderation";

/** The answer to an appeal. */
export function getAppealTexts(language: Language, isAccepted: boolean, answer: string): NotificationTexts {
  if (language === "ar") {
    return { title: isAccepted ? "قُبل اعتراضك" : "لم يُقبل اعتراضك", message: answer };
  }
  return { title: isAccepted ? "Your appeal was accepted" : "Your appeal was not accepted", message: answer };
}
