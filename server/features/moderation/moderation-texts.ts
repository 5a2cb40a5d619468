import type { Language } from "#shared/api/language.ts";
import type { NotificationTexts } from "#server/features/notifications/service.ts";

export const getWarningTexts = (language: Language, reason: string): NotificationTexts =>
  language === "ar"
    ? { title: "تنبيه من المشرفين", message: reason || "خالفت إحدى مشاركاتك إرشادات المجتمع." }
    : {
        title: "A warning from the moderators",
        message: reason || "One of your posts breaks the community guidelines.",
      };

/** To the author of a review or a message that staff removed. */
export const getContentRemovedTexts = (language: Language, reason: string): NotificationTexts =>
  language === "ar"
    ? { title: "أزال المشرفون ما كتبته", message: reason }
    : { title: "Something you wrote was removed by the moderators", message: reason };

/** To the people who reported it. */
export function getReportTexts(language: Language, wasActedOn: boolean): NotificationTexts {
  if (language === "ar") {
    return {
      title: "شكرًا على بلاغك",
      message: wasActedOn ? "راجعناه واتخذنا إجراءً." : "راجعناه ولم نجد مخالفة لإرشادات المجتمع.",
    };
  }
  return {
    title: "Thank you for your report",
    message: wasActedOn
      ? "We reviewed it and took action."
      : "We reviewed it and found nothing against the community guidelines.",
  };
}
