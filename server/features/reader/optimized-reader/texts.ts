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
  readonly leaveTypeface: string;
  readonly bookDescription: string;
  readonly fullReader: string;
  readonly library: string;
  readonly browse: string;
  readonly optimizedReader: string;
  readonly nothingChosen: string;
  readonly sampleEnds: string;
  readonly signIn: string;
  readonly theEnd: string;
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
    useTypeface: "Use our Arabic typeface",
    leaveTypeface: "Use this device's typeface",
    bookDescription: "About this book",
    fullReader: "Full reader",
    library: "My Library",
    browse: "Browse Books",
    optimizedReader: "Light reader",
    nothingChosen: "Choose a book and open it here: text alone, for slow connections and small devices.",
    sampleEnds: "The sample ends here.",
    signIn: "Sign in to read on",
    theEnd: "This is the end of the book.",
    nothingInChapter: "There is no text here.",
    missingChapter: "This part is missing in the book's file.",
    rejections: {
      not_found: "There is no such book to read.",
      subscription_required: "The whole of this book is for members.",
      forbidden: "The publisher of this book does not allow this.",
      unavailable: "The library does not answer just now. Please try again in a moment.",
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
    leaveTypeface: "استعمال خط الجهاز",
    bookDescription: "عن هذا الكتاب",
    fullReader: "القارئ الكامل",
    library: "مكتبتي",
    browse: "تصفح الكتب",
    optimizedReader: "القارئ الخفيف",
    nothingChosen: "اختر كتابًا وافتحه هنا: نص فقط، للاتصال البطيء والأجهزة الصغيرة.",
    sampleEnds: "تنتهي العيّنة هنا.",
    signIn: "سجّل الدخول لتكمل القراءة",
    theEnd: "هذه نهاية الكتاب.",
    nothingInChapter: "لا نص هنا.",
    missingChapter: "هذا الجزء مفقود في ملف الكتاب.",
    rejections: {
      not_found: "لا يوجد كتاب كهذا للقراءة.",
      subscription_required: "الكتاب كاملًا للأعضاء.",
      forbidden: "ناشر هذا الكتاب لا يسمح بذلك.",
      unavailable: "المكتبة لا تستجيب الآن. حاول مرة أخرى بعد قليل.",
    },
  },
};
