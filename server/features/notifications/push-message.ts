import { hash } from "node:crypto";
import type { Language } from "#shared/api/language.ts";
import type { NotificationType } from "#shared/notifications/contract.ts";
import type { PushPayload } from "#shared/push/payload.ts";

type Words = Pick<PushPayload, "title" | "body">;

const words: Readonly<Record<Language, Readonly<Record<NotificationType | "other", Words>>>> = {
  en: {
    new_book: { title: "A book you asked for", body: "It has come out." },
    challenge_update: {
      title: "Your challenge",
      body: "There is news of a challenge that you take part in.",
    },
    book_review: { title: "Your book", body: "There is a decision on it." },
    correction: { title: "Your report", body: "There is an answer to it." },
    other: { title: "News for you", body: "Open the library to read it." },
  },
  ar: {
    new_book: { title: "كتاب طلبت إخبارك به", body: "لقد صدر الكتاب." },
    challenge_update: { title: "تحدّيك", body: "هناك جديد في تحدٍّ تشارك فيه." },
    book_review: { title: "كتابك", body: "صدر قرار بشأنه." },
    correction: { title: "بلاغك", body: "وصل رد عليه." },
    other: { title: "جديد لك", body: "افتح المكتبة لقراءته." },
  },
};

/** The push payload of a notification. Topics are limited to 32 characters. */
export function toPushMessage(
  type: string,
  lang: Language,
  actionUrl: string,
): { readonly payload: PushPayload; readonly topic: string } {
  const message: Words = words[lang][type as NotificationType] ?? words[lang].other;
  const topic = hash("sha256", `${type} ${actionUrl}`, "base64url").slice(0, 32);
  const url = actionUrl || "/notifications";
  return { payload: { kind: "news", ...message, lang, url, tag: topic, isSilent: false }, topic };
}
