import type { Language } from "#shared/api/language.ts";
import type { NotificationTexts } from "#server/features/notifications/service.ts";

/** The text of the message is never part of it. */
export const getMessageTexts = (language: Language, name: string): NotificationTexts =>
  language === "ar"
    ? { title: "رسالة جديدة", message: `كتب إليك ${name}.` }
    : { title: "New message", message: `${name} sent you a message.` };

export const getRequestTexts = (language: Language, name: string): NotificationTexts =>
  language === "ar"
    ? { title: "طلب مراسلة", message: `يريد ${name} مراسلتك.` }
    : { title: "Message request", message: `${name} would like to message you.` };
