import type { Language } from "#shared/api/language.ts";
import type { NotificationTexts } from "#server/features/notifications/service.ts";

export const warningTexts = (language: Language, why: string): NotificationTexts =>
  language === "ar"
    ? { title: "تنبيه من المشرفين", message: why || "خالفت إحدى مشاركاتك إرشادات المجتمع." }
    : {
        title: "A warning from the moderators",
        message: why || "One of your posts breaks the community guidelines.",
      };

/** To the author of a review or a message that staff removed. */
export const contentRemovedTexts = (language: Language, why: string): NotificationTexts =>
  language === "ar"
    ? { title: "أزال المشرفون ما كتبته", message: why }
    : { title: "Something you wrote was removed by the moderators", message: why };

/** To those who reported. */
export function reportTexts(language: Language, isActedOn: boolean): NotificationTexts {
  if (language === "ar") {
    return {
      title: "شكرًا على بلاغك",
      message: isActedOn ? "راجعناه واتخذنا إجراءً." : "راجعناه ولم نجد مخالفة لإرشادات المجتمع.",
    };
  }
  return {
    title: "Thank you for your report",
    message: isActedOn
      ? "We reviewed it and took action."
      : "We reviewed it and found nothing against the community guidelines.",
  };
}
