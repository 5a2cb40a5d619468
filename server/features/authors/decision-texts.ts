import type { Language } from "#shared/api/language.ts";
import type { NotificationTexts } from "#server/features/notifications/service.ts";
import { translate } from "#server/i18n/translate.ts";

export type Decision =
  | { readonly state: "approved" }
  | { readonly state: "declined"; readonly reason: string };

export const getDecisionTexts = (language: Language, decision: Decision): NotificationTexts => ({
  title: translate(language, `accountEmail.application.${decision.state}.title`),
  message: decision.state === "declined" ? decision.reason : "",
});
