import type { Language } from "#shared/api/language.ts";
import type { NotificationTexts } from "#server/features/notifications/service.ts";

/** The message to a reader about the mistake that they reported. */
export function getDecisionTexts(
  language: Language,
  decision: "accepted" | "declined",
  book: string,
  answer: string,
): NotificationTexts {
  const { title, message } = (language === "ar" ? arabic : english)[decision](book);
  return { title, message: answer ? `${message} ${answer}` : message };
}

const english = {
  accepted: (book: string) => ({
    title: "Thank you for your report",
    message: `The mistake that you reported in “${book}” will be corrected.`,
  }),
  declined: (book: string) => ({
    title: "Your report was checked",
    message: `The passage that you reported in “${book}” stays as it is.`,
  }),
};

const arabic = {
  accepted: (book: string) => ({
    title: "شكرًا على بلاغك",
    message: `سيُصحَّح الخطأ الذي أبلغت عنه في «${book}».`,
  }),
  declined: (book: string) => ({
    title: "رُوجع بلاغك",
    message: `يبقى الموضع الذي أبلغت عنه في «${book}» كما هو.`,
  }),
};
