import { type MessageKey, t } from "./i18n.ts";

const nameKeys: Readonly<Record<string, MessageKey>> = {
  Art: "common.genreArt",
  Beginners: "common.genreBeginners",
  Children: "common.genreChildren",
  History: "common.genreHistory",
  "Qur'an": "common.genreQuran",
  Reflection: "common.genreReflection",
  Science: "common.genreScience",
  Stories: "common.genreStories",
  Travel: "common.genreTravel",
  Worship: "common.genreWorship",
  Biography: "common.genreBiography",
  Cookery: "common.genreCookery",
  Ethics: "common.genreEthics",
  Language: "common.genreLanguage",
  Poetry: "common.genrePoetry",
  Bedtime: "common.genreBedtime",
  Journey: "common.genreJourney",
  Letters: "common.genreLetters",
  Scholars: "common.genreScholars",
  "Step by step": "common.genreStepByStep",
  "Teacher and pupil": "common.genreTeacherAndPupil",
  "Wisdom tale": "common.genreWisdomTale",
};

/** The localized name of a genre or theme; names that an operator added are not translated. */
export function getGenreName(name: string): string {
  const text = Object.hasOwn(nameKeys, name) ? nameKeys[name] : undefined;
  return text ? t(text) : name;
}
