import type { Language } from "#shared/api/language.ts";

interface PageTexts {
  readonly notFound: string;
  readonly notFoundHint: string;
  readonly home: string;
  readonly browse: string;
  readonly allBooks: string;
  readonly challenges: string;
  readonly getCover: (title: string) => string;
  readonly booksBy: (name: string, titles: readonly string[]) => string;
  readonly booksInGenre: (genre: string) => string;
  readonly genres: Readonly<Record<string, string>>;
}

export const pageTexts: Readonly<Record<Language, PageTexts>> = {
  en: {
    notFound: "404 Page Not Found",
    notFoundHint: "There is no page at this address.",
    home: "Home",
    browse: "Browse all books",
    allBooks: "All Books",
    challenges: "Reading Challenges",
    getCover: (title) => `The cover of ${title}`,
    booksBy: (name, titles) => `Books by ${name}: ${titles.join(", ")}.`,
    booksInGenre: (genre) => `Ebooks and audiobooks on ${genre}.`,
    genres: {},
  },
  ar: {
    notFound: "404 الصفحة غير موجودة",
    notFoundHint: "لا شيء في هذا العنوان.",
    home: "الرئيسية",
    browse: "تصفح جميع الكتب",
    allBooks: "جميع الكتب",
    challenges: "تحديات القراءة",
    getCover: (title) => `غلاف «${title}»`,
    booksBy: (name, titles) => `كتب ${name}: ${titles.join("، ")}.`,
    booksInGenre: (genre) => `كتب إلكترونية وصوتية في تصنيف «${genre}».`,
    genres: {
      Art: "الفنون",
      Beginners: "للمبتدئين",
      Children: "للأطفال",
      History: "التاريخ",
      "Qur'an": "القرآن الكريم",
      Reflection: "تأملات",
      Science: "العلوم",
      Stories: "قصص",
      Travel: "الرحلات",
      Worship: "العبادات",
    },
  },
};

/** A genre's localized name; names that an operator added are not translated. */
export function localizeGenre(language: Language, name: string): string {
  const { genres } = pageTexts[language];
  return (Object.hasOwn(genres, name) && genres[name]) || name;
}

const maxLength = 200;

export function getExcerpt(text: string): string {
  const line = text.replace(/\s+/gu, " ").trim();
  const characters = Array.from(line);
  if (characters.length <= maxLength) return line;
  const cut = characters.slice(0, maxLength).join("");
  const end = cut.lastIndexOf(" ");
  return `${(end > maxLength / 2 ? cut.slice(0, end) : cut).replace(/[\s.,;:،؛-]+$/u, "")}…`;
}
