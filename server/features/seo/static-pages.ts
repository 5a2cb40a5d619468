import type { Language } from "#shared/api/language.ts";
import type { RoutePath } from "#shared/routes/route-table.ts";

export interface StaticPage {
  readonly title: string;
  /** The first heading, where it is not the title. */
  readonly heading?: string;
  readonly description: string;
}

type PageTexts = Readonly<Partial<Record<RoutePath, StaticPage>>>;

export const staticPages: Readonly<Record<Language, PageTexts>> = {
  en: {
    "/": {
      title: "",
      heading: "Read and listen, and never lose your place",
      description: "Read and listen to Islamic books and continue where you left off on any device.",
    },
    "/browse": {
      title: "All Books",
      description: "Browse the whole library: ebooks and audiobooks by subject, author, language and format.",
    },
    "/author-auth": {
      title: "Become an Author",
      description: "Publish your books where people read and listen.",
    },
    "/top-rated-books": {
      title: "Top Rated Books",
      description: "The books rated highest by readers.",
    },
    "/new-releases": { title: "New Releases", description: "The latest books in the library." },
    "/coming-soon": { title: "Coming Soon", description: "Books with a release date." },
    "/genres": { title: "Genres", description: "All genres in the library." },
    "/community": {
      title: "Community",
      description: "Read together in communities and discuss books without spoilers.",
    },
    "/challenges": {
      title: "Reading Challenges",
      description: "Join other readers in a shared reading goal.",
    },
    "/champions": { title: "Champions", description: "The readers who finished the most books." },
    "/challenges/champions": { title: "Champions", description: "The readers who finished the most books." },
    "/help-center": { title: "Help Center", description: "Answers to common questions." },
    "/contact-us": { title: "Contact Us", description: "Send us a message. A person reads every one." },
    "/careers": { title: "Careers", description: "Work on this library." },
    "/download-app": {
      title: "Download Our App",
      description: "Install it from your browser on phones and computers, without an app store.",
    },
    "/whisper-sync-demo": {
      title: "Whisper sync demo",
      description:
        "Read and listen to a book at the same time: the spoken sentence is highlighted in the text.",
    },
    "/athan-demo": {
      title: "Prayer times",
      description:
        "Prayer times for any place and day, with the reasons for each: method, madhab, high latitudes, Qibla and Hijri date.",
    },
    "/prayer-times": {
      title: "Prayer times",
      description:
        "Prayer times for any place and day, with the reasons for each: method, madhab, high latitudes, Qibla and Hijri date.",
    },
    "/privacy-policy": {
      title: "Privacy Policy",
      description: "What data this library stores about you, why, and how to delete it.",
    },
    "/terms-of-service": {
      title: "Terms of Service",
      description: "What you can expect from this library, and what we expect from you.",
    },
    "/subscribe": {
      title: "Memberships",
      description: "Reading is free. Supporters open every book and keep the library going.",
    },
    "/community-guidelines": {
      title: "Community Guidelines",
      description: "How readers treat each other here.",
    },
  },
  ar: {
    "/": {
      title: "",
      heading: "اقرأ واستمع، ولا تفقد موضعك أبدًا",
      description: "اقرأ الكتب الإسلامية واستمع إليها، وتابع من حيث توقفت على كل جهاز.",
    },
    "/browse": {
      title: "جميع الكتب",
      description: "تصفح المكتبة كلها: كتب إلكترونية وصوتية بحسب الموضوع والمؤلف واللغة والصيغة.",
    },
    "/author-auth": { title: "كن مؤلفًا", description: "انشر كتبك حيث يقرأ الناس ويستمعون." },
    "/top-rated-books": {
      title: "الكتب الأعلى تقييمًا",
      description: "كتب هذه المكتبة كما قيّمها قرّاؤها.",
    },
    "/new-releases": { title: "إصدارات جديدة", description: "أحدث الإضافات." },
    "/coming-soon": { title: "قريبًا", description: "كتب لها موعد ولم تصل بعد." },
    "/genres": { title: "التصنيفات", description: "تصفح المكتبة حسب التصنيف." },
    "/community": {
      title: "المجتمع",
      description: "اقرؤوا معًا في مجتمعات وناقشوا الكتب دون حرق أحداثها.",
    },
    "/challenges": {
      title: "تحديات القراءة",
      description: "هدف وبضعة أسابيع وقرّاء يشاركونك الهدف نفسه.",
    },
    "/champions": { title: "الأبطال", description: "القرّاء الذين أتموا أكثر الكتب." },
    "/challenges/champions": { title: "الأبطال", description: "القرّاء الذين أتموا أكثر الكتب." },
    "/help-center": { title: "مركز المساعدة", description: "إجابات عمّا يسأل عنه القرّاء." },
    "/contact-us": { title: "اتصل بنا", description: "اكتب إلينا. كل رسالة يقرؤها إنسان." },
    "/careers": { title: "الوظائف", description: "العمل في هذه المكتبة." },
    "/download-app": { title: "حمّل تطبيقنا", description: "يُثبَّت من متصفحك بلا متجر، على الهاتف والحاسوب." },
    "/whisper-sync-demo": {
      title: "عرض تزامن النص والصوت",
      description: "كتاب يُقرأ ويُسمع معًا: تُظلَّل في النص الجملة التي تُقرأ.",
    },
    "/athan-demo": {
      title: "مواقيت الصلاة",
      description:
        "مواقيت الصلاة لكل مكان ويوم مع بيان أسبابها: الطريقة والمذهب والعروض العليا، والقبلة والتاريخ الهجري.",
    },
    "/prayer-times": {
      title: "مواقيت الصلاة",
      description:
        "مواقيت الصلاة لكل مكان ويوم مع بيان أسبابها: الطريقة والمذهب والعروض العليا، والقبلة والتاريخ الهجري.",
    },
    "/privacy-policy": {
      title: "سياسة الخصوصية",
      description: "ما الذي تحفظه هذه المكتبة عنك، ولماذا، وكيف تزيله.",
    },
    "/terms-of-service": { title: "شروط الخدمة", description: "ما تنتظره من هذه المكتبة وما نطلبه منك." },
    "/subscribe": {
      title: "العضويات",
      description: "القراءة مجانية. ويفتح الداعمون كل الكتب ويساعدون على استمرار المكتبة.",
    },
    "/community-guidelines": { title: "إرشادات المجتمع", description: "كيف يخاطب القرّاء بعضهم بعضًا هنا." },
  },
};
