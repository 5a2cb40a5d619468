import type { Language } from "#shared/api/language.ts";

interface OptimizedTexts {
  readonly chapter: (number: number, count: number) => string;
  readonly contents: string;
  readonly next: string;
  readonly previous: string;
  readonly picture: string;
  readonly showPictures: string;
  readonly hidePictures: string;
  readonly useTypeface: string;
  readonly disableTypeface: string;
  readonly bookDescription: string;
  readonly fullReader: string;
  readonly library: string;
  readonly browse: string;
  readonly optimizedReader: string;
  readonly noBook: string;
  readonly sampleEnds: string;
  readonly signIn: string;
  readonly endOfBook: string;
  readonly nothingInChapter: string;
  readonly missingChapter: string;
  readonly rejections: {
    readonly not_found: string;
    readonly subscription_required: string;
    readonly forbidden: string;
    readonly unavailable: string;
  };
}

export const optimizedTexts: Readonly<Record<Language, OptimizedTexts>> = {
  en: {
    chapter: (number, count) => `Part ${number} of ${count}`,
    contents: "Contents",
    next: "Next",
    previous: "Previous",
    picture: "Picture",
    showPictures: "Show pictures",
    hidePictures: "Hide pictures",
    useTypeface: "Use the library's Arabic font",
    disableTypeface: "Use this device's font",
    bookDescription: "About this book",
    fullReader: "Full reader",
    library: "My Library",
    browse: "Browse Books",
    optimizedReader: "Text-only reader",
    noBook: "Choose a book to read here: text only, for slow connections and small devices.",
    sampleEnds: "This is the end of the sample.",
    signIn: "Sign in to continue reading",
    endOfBook: "This is the end of the book.",
    nothingInChapter: "This chapter has no text.",
    missingChapter: "This part is missing from the book file.",
    rejections: {
      not_found: "This book was not found.",
      subscription_required: "The full book is for supporters.",
      forbidden: "The publisher does not allow this.",
      unavailable: "The library is temporarily unavailable. Please try again in a moment.",
    },
  },
  ar: {
    chapter: (number, count) => `الجزء ${number} من ${count}`,
    contents: "المحتويات",
    next: "التالي",
    previous: "السابق",
    picture: "صورة",
    showPictures: "إظهار الصور",
    hidePictures: "إخفاء الصور",
    useTypeface: "استعمال خطّنا العربي",
    disableTypeface: "استعمال خط الجهاز",
    bookDescription: "عن هذا الكتاب",
    fullReader: "القارئ الكامل",
    library: "مكتبتي",
    browse: "تصفح الكتب",
    optimizedReader: "القارئ النصي",
    noBook: "اختر كتابًا وافتحه هنا: نص فقط، للاتصال البطيء والأجهزة الصغيرة.",
    sampleEnds: "تنتهي العيّنة هنا.",
    signIn: "سجّل الدخول لتكمل القراءة",
    endOfBook: "هذه نهاية الكتاب.",
    nothingInChapter: "لا نص هنا.",
    missingChapter: "هذا الجزء مفقود في ملف الكتاب.",
    rejections: {
      not_found: "لا يوجد كتاب كهذا للقراءة.",
      subscription_required: "الكتاب كاملًا للداعمين.",
      forbidden: "ناشر هذا الكتاب لا يسمح بذلك.",
      unavailable: "المكتبة لا تستجيب الآن. حاول مرة أخرى بعد قليل.",
    },
  },
};
