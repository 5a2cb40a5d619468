import { hash } from "node:crypto";
import type { Language } from "#shared/api/language.ts";
import type { NotificationType } from "#shared/notifications/contract.ts";
import type { PushPayload } from "#shared/push/payload.ts";

type PushTexts = Pick<PushPayload, "title" | "body">;

const texts: Readonly<Record<Language, Readonly<Record<NotificationType | "other", PushTexts>>>> = {
  en: {
    new_book: { title: "New book", body: "A new book from an author, series or genre you follow." },
    announcement: { title: "New announcement", body: "An author you follow posted an announcement." },
    challenge_update: {
      title: "Challenge update",
      body: "There is an update on a challenge you joined.",
    },
    challenge_new: { title: "New challenge", body: "Open it to see the goal." },
    message: { title: "New message", body: "Open your messages to read it." },
    reply: { title: "New replies", body: "A discussion you follow has new replies." },
    mention: { title: "You were mentioned", body: "Open the discussion to read it." },
    discussion: { title: "New discussion", body: "A community you follow has a new discussion." },
    community: { title: "Community update", body: "Open your community to see what changed." },
    friend_request: { title: "Friends", body: "You have an update on a friend request." },
    moderation: { title: "Moderation decision", body: "Open your notifications to read it." },
    author_follow: { title: "New followers", body: "New readers follow you." },
    book_review: { title: "Your book", body: "Our team reached a decision on your book." },
    correction: { title: "Your report", body: "Your report has a reply." },
    other: { title: "New notification", body: "Open your notifications to read it." },
  },
  ar: {
    new_book: { title: "كتاب جديد", body: "صدر كتاب مما تتابعه." },
    announcement: { title: "مؤلف تتابعه", body: "هناك إعلان جديد." },
    challenge_update: { title: "تحدّيك", body: "هناك جديد في تحدٍّ تشارك فيه." },
    challenge_new: { title: "تحدٍّ جديد", body: "افتحه لترى الهدف." },
    message: { title: "رسالة جديدة", body: "افتح رسائلك لقراءتها." },
    reply: { title: "نقاش", body: "وردت ردود جديدة." },
    mention: { title: "ذُكر اسمك", body: "افتح النقاش لقراءته." },
    discussion: { title: "نقاش جديد", body: "في مجتمع تتابعه." },
    community: { title: "مجتمعك", body: "هناك جديد فيه." },
    friend_request: { title: "الأصدقاء", body: "هناك جديد في طلب صداقة." },
    moderation: { title: "قرار من المشرفين", body: "افتح إشعاراتك لقراءته." },
    author_follow: { title: "متابعون جدد", body: "هناك قراء يتابعونك." },
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
  const message: PushTexts = texts[lang][type as NotificationType] ?? texts[lang].other;
  const topic = hash("sha256", `${type} ${actionUrl}`, "base64url").slice(0, 32);
  const url = actionUrl || "/notifications";
  return { payload: { kind: "notification", ...message, lang, url, tag: topic, isSilent: false }, topic };
}
