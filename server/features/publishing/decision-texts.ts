import type { Language } from "#shared/api/language.ts";
import type { BookState } from "#shared/books/book.ts";

type NotifiedState =
  | Extract<BookState, "published" | "scheduled" | "rejected" | "hidden" | "draft">
  | "revised";

/** The title and text of the message to the author about a decision of staff. */
export function getDecisionTexts(
  language: Language,
  state: BookState | "revised",
  book: string,
  reason: string,
) {
  const texts = language === "ar" ? arabic : english;
  const { title, text } = texts[state as NotifiedState](book);
  return { title, message: reason ? `${text} ${texts.reason} ${reason}` : text };
}

interface Text {
  readonly title: string;
  readonly text: string;
}

type Texts = Readonly<Record<NotifiedState, (book: string) => Text>> & { readonly reason: string };

const english: Texts = {
  published: (book) => ({ title: "Your book is published", text: `“${book}” is now in the catalogue.` }),
  scheduled: (book) => ({
    title: "Your book is scheduled",
    text: `“${book}” was approved and is announced under Coming Soon.`,
  }),
  rejected: (book) => ({ title: "Your book was not approved", text: `“${book}” was not approved.` }),
  hidden: (book) => ({ title: "Your book was hidden", text: `“${book}” was removed from the catalogue.` }),
  draft: (book) => ({ title: "Your book is a draft again", text: `“${book}” is no longer announced.` }),
  revised: (book) => ({
    title: "Your new files are published",
    text: `Readers of “${book}” now get the new files and keep their position.`,
  }),
  reason: "Reason:",
};

const arabic: Texts = {
  published: (book) => ({ title: "نُشر كتابك", text: `أصبح «${book}» متاحًا في المكتبة.` }),
  scheduled: (book) => ({
    title: "حُدد موعد نشر كتابك",
    text: `قُبل «${book}» وأُعلن عنه في قائمة القادم قريبًا.`,
  }),
  rejected: (book) => ({ title: "لم يُقبل كتابك", text: `لم يُقبل «${book}».` }),
  hidden: (book) => ({ title: "أُخفي كتابك", text: `لم يعد «${book}» متاحًا في المكتبة.` }),
  draft: (book) => ({ title: "عاد كتابك مسودة", text: `لم يعد «${book}» معلنًا عنه.` }),
  revised: (book) => ({
    title: "نُشرت ملفاتك الجديدة",
    text: `يحصل قراء «${book}» الآن على الملفات الجديدة مع الاحتفاظ بمواضعهم.`,
  }),
  reason: "السبب:",
};
