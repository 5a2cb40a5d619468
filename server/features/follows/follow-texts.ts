import type { Language } from "#shared/api/language.ts";
import { formatActors, type NotificationTexts } from "#server/features/notifications/service.ts";

/** To followers of an author, a series or a genre; several books are one notification. */
export function getNewBookTexts(
  language: Language,
  titles: readonly string[],
  count: number,
  author = "",
): NotificationTexts {
  const [first = ""] = titles;
  if (language === "ar") {
    const message = author ? `«${first}»، ${author}` : `«${first}»`;
    if (count <= 1) return { title: "كتاب جديد ممن تتابعهم", message };
    return { title: "كتب جديدة ممن تتابعهم", message: titles.map((title) => `«${title}»`).join("، ") };
  }
  if (count <= 1)
    return {
      title: "A new book from what you follow",
      message: author ? `“${first}” by ${author}` : `“${first}”`,
    };
  return {
    title: `${count} new books from what you follow`,
    message: titles.map((title) => `“${title}”`).join(", "),
  };
}

/** To an author. */
export function getFollowerTexts(
  language: Language,
  actors: readonly string[],
  count: number,
): NotificationTexts {
  const names = formatActors(language, actors, count);
  return language === "ar"
    ? { title: "متابعون جدد", message: `يتابعك الآن ${names}.` }
    : {
        title: "New followers",
        message: count > 1 ? `${names} now follow you.` : `${names} now follows you.`,
      };
}

const maxExcerpt = 200;

export const getAnnouncementTexts = (name: string, text: string): NotificationTexts => ({
  title: name,
  message: text.length > maxExcerpt ? `${text.slice(0, maxExcerpt).replace(/\s+\S*$/u, "")}…` : text,
});
