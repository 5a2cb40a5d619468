import type { Genre } from "#shared/books/book.ts";
import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";
import { getChosenLanguage } from "#client/lib/i18n/language.ts";

/** The genres that have a translated description. */
const descriptionKeys: Readonly<Record<string, MessageKey>> = {
  Art: "bookLists.aboutArt",
  Beginners: "bookLists.aboutBeginners",
  Children: "bookLists.aboutChildren",
  History: "bookLists.aboutHistory",
  "Qur'an": "bookLists.aboutQuran",
  Reflection: "bookLists.aboutReflection",
  Science: "bookLists.aboutScience",
  Stories: "bookLists.aboutStories",
  Travel: "bookLists.aboutTravel",
  Worship: "bookLists.aboutWorship",
  Biography: "bookLists.aboutBiography",
  Cookery: "bookLists.aboutCookery",
  Ethics: "bookLists.aboutEthics",
  Language: "bookLists.aboutLanguage",
  Poetry: "bookLists.aboutPoetry",
};

export function getGenreDescription({ name, description }: Genre): string {
  const text = Object.hasOwn(descriptionKeys, name) ? descriptionKeys[name] : undefined;
  return text && description && getChosenLanguage() !== "en" ? t(text) : description;
}
