import type { Genre } from "#shared/books/book.ts";
import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";
import { getChosenLanguage } from "#client/lib/i18n/language.ts";

/** The genres that the interface can describe in its own language. */
const known: Readonly<Record<string, MessageKey>> = {
  Art: "lists.aboutArt",
  Beginners: "lists.aboutBeginners",
  Children: "lists.aboutChildren",
  History: "lists.aboutHistory",
  "Qur'an": "lists.aboutQuran",
  Reflection: "lists.aboutReflection",
  Science: "lists.aboutScience",
  Stories: "lists.aboutStories",
  Travel: "lists.aboutTravel",
  Worship: "lists.aboutWorship",
};

export function genreAbout({ name, description }: Genre): string {
  const text = Object.hasOwn(known, name) ? known[name] : undefined;
  return text && description && getChosenLanguage() !== "en" ? t(text) : description;
}
