import type { Language } from "#shared/api/language.ts";

/**
 * The marketing claims of the landing page: static numbers and three sample reviews from the specification,
 * neither measured nor written by readers. Edit them here to match your library. The book count on the page
 * is real.
 */

/** A text in each interface language. */
export type LocalizedClaim = Readonly<Record<Language, string>>;

/** Next to the first call to action. */
export const marketingPromises: readonly LocalizedClaim[] = [
  { en: "50+ audio hours", ar: "أكثر من 50 ساعة صوتية" },
  { en: "1000+ readers", ar: "أكثر من 1000 قارئ" },
  { en: "Unlimited downloads", ar: "تنزيلات بلا حدود" },
];

/** Next to the app. */
export const collection: readonly LocalizedClaim[] = [
  { en: "5,000+ texts", ar: "أكثر من 5,000 نص" },
  { en: "2,000+ audio hours", ar: "أكثر من 2,000 ساعة صوتية" },
  { en: "Unlimited downloads", ar: "تنزيلات بلا حدود" },
];

export const communityStats: readonly LocalizedClaim[] = [
  { en: "50K+ Active Readers", ar: "+50 ألف قارئ نشط" },
  { en: "125K+ Book Reviews", ar: "+125 ألف مراجعة كتاب" },
  { en: "2.5K+ Book Clubs", ar: "+2.5 ألف نادٍ للقراءة" },
  { en: "15K+ Authors", ar: "+15 ألف مؤلف" },
];

interface SampleReview {
  readonly name: LocalizedClaim;
  /** In halves, 0.5 to 5. */
  readonly stars: number;
  readonly text: LocalizedClaim;
}

export const sampleReviews: readonly SampleReview[] = [
  {
    name: { en: "Yusuf A.", ar: "يوسف أ." },
    stars: 5,
    text: {
      en: "I listen on the way to work and read at night, and the book always knows where I am.",
      ar: "أستمع في طريقي إلى العمل وأقرأ ليلًا، والكتاب يعرف دائمًا أين توقفت.",
    },
  },
  {
    name: { en: "Maryam K.", ar: "مريم ك." },
    stars: 5,
    text: {
      en: "My children fall asleep to the stories. I stay up for one more chapter.",
      ar: "ينام أطفالي على الحكايات، وأبقى أنا ساهرة من أجل فصل آخر.",
    },
  },
  {
    name: { en: "Hana S.", ar: "هناء س." },
    stars: 4.5,
    text: {
      en: "Calm to look at, and nothing shouts. I have finished more books this year than in the three before.",
      ar: "مكان هادئ لا ضجيج فيه. أنهيت هذا العام كتبًا أكثر مما أنهيت في الأعوام الثلاثة قبله.",
    },
  },
];
