import type { Messages } from "#shared/locales/messages.ts";

type GenreKey = Extract<keyof Messages["common"], `common.genre${string}`>;

const nameKeys: Readonly<Record<string, GenreKey>> = {
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

/** The message with the name of a genre or theme; null for those that an operator added. */
export const findGenreKey = (name: string): GenreKey | null =>
  (Object.hasOwn(nameKeys, name) && nameKeys[name]) || null;
