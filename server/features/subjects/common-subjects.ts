import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";

/** Genres by common terms of BISAC, LCSH and Arabic catalogues. */
const termsByGenre: Readonly<Record<string, readonly string[]>> = {
  Art: [
    "art",
    "arts",
    "design",
    "architecture",
    "photography",
    "calligraphy",
    "فن",
    "فنون",
    "الخط العربي",
    "عمارة",
  ],
  Beginners: ["study aids", "readers for new literates", "مبتدئون"],
  Biography: [
    "biography",
    "biographies",
    "biography autobiography",
    "autobiography",
    "memoirs",
    "سيرة",
    "سيرة ذاتية",
    "السيرة النبوية",
    "تراجم",
    "سير",
    "تراجم وسير",
    "مذكرات",
  ],
  Children: [
    "juvenile fiction",
    "juvenile nonfiction",
    "juvenile literature",
    "children s stories",
    "childrens stories",
    "picture books",
    "أطفال",
    "أدب الأطفال",
    "قصص الأطفال",
  ],
  Cookery: ["cooking", "cookery", "cookbooks", "food", "طبخ", "الطبخ", "أطعمة"],
  Ethics: [
    "ethics",
    "conduct of life",
    "religion islam conduct",
    "islamic ethics",
    "philosophy ethics moral philosophy",
    "أخلاق",
    "الأخلاق",
    "آداب",
    "الأخلاق الإسلامية",
  ],
  Fantasy: ["fantasy", "fantasy fiction", "fiction fantasy", "خيال"],
  Hadith: [
    "hadith",
    "religion islam hadith",
    "hadith commentaries",
    "حديث",
    "الحديث",
    "الحديث النبوي",
    "علوم الحديث",
  ],
  History: [
    "history",
    "religion islam history",
    "civilization",
    "islamic civilization",
    "تاريخ",
    "التاريخ",
    "تاريخ إسلامي",
    "التاريخ الإسلامي",
    "حضارة",
  ],
  Jurisprudence: [
    "law",
    "islamic law",
    "religion islam law",
    "fiqh",
    "فقه",
    "الفقه",
    "الفقه الإسلامي",
    "أصول الفقه",
    "فتاوى",
  ],
  Language: [
    "language arts disciplines",
    "foreign language study",
    "linguistics",
    "arabic language",
    "grammar",
    "لغة",
    "اللغة العربية",
    "نحو",
    "النحو",
    "صرف",
    "بلاغة",
    "معاجم",
  ],
  Philosophy: ["philosophy", "islamic philosophy", "فلسفة", "الفلسفة", "الفلسفة الإسلامية", "منطق"],
  Poetry: ["poetry", "poems", "arabic poetry", "شعر", "الشعر", "شعر عربي", "الشعر العربي", "دواوين"],
  "Qur'an": [
    "quran",
    "koran",
    "religion islam koran sacred writings",
    "religion islam quran sacred writings",
    "quran commentaries",
    "القرآن",
    "القرآن الكريم",
    "تفسير",
    "التفسير",
    "علوم القرآن",
  ],
  Reflection: [
    "self help",
    "body mind spirit",
    "meditations",
    "devotional literature",
    "spiritual life",
    "رقائق",
    "مواعظ",
  ],
  "Religious Studies": [
    "religion",
    "islam",
    "religion islam",
    "comparative religion",
    "دين",
    "الإسلام",
    "إسلام",
    "ديانات",
  ],
  Romance: ["romance", "love stories", "fiction romance", "رومانسية"],
  Science: [
    "science",
    "mathematics",
    "medicine",
    "medical",
    "nature",
    "technology engineering",
    "astronomy",
    "علوم",
    "العلوم",
    "رياضيات",
    "طب",
    "فلك",
  ],
  Stories: [
    "fiction",
    "novels",
    "short stories",
    "folklore",
    "fairy tales",
    "tales",
    "literary collections",
    "قصص",
    "روايات",
    "رواية",
    "قصة",
    "حكايات",
    "قصص قصيرة",
  ],
  Sufism: ["sufism", "religion islam sufi", "تصوف", "التصوف"],
  Theology: [
    "theology",
    "islamic theology",
    "religion islam theology",
    "عقيدة",
    "العقيدة",
    "التوحيد",
    "علم الكلام",
  ],
  Travel: ["travel", "voyages and travels", "description and travel", "رحلات", "أدب الرحلات", "رحلة"],
  Worship: [
    "prayer",
    "islamic prayers",
    "religion islam rituals practice",
    "fasting",
    "hajj",
    "pilgrims and pilgrimages",
    "عبادات",
    "العبادات",
    "صلاة",
    "الصلاة",
    "صيام",
    "حج",
    "أدعية",
    "أذكار",
  ],
};

const genreByTerm: ReadonlyMap<string, string> = new Map(
  Object.entries(termsByGenre).flatMap(([genre, terms]) =>
    terms.map((term) => [normalizeSearchText(term), genre] as const),
  ),
);

/** The first letters of BISAC codes, such as `HIS026000`. */
const genreByCode: Readonly<Record<string, string>> = {
  ARC: "Art",
  ART: "Art",
  BIO: "Biography",
  CKB: "Cookery",
  FIC: "Stories",
  FOR: "Language",
  HIS: "History",
  JNF: "Children",
  JUV: "Children",
  LAN: "Language",
  LAW: "Jurisprudence",
  MAT: "Science",
  MED: "Science",
  NAT: "Science",
  PHI: "Philosophy",
  POE: "Poetry",
  REL: "Religious Studies",
  SCI: "Science",
  SEL: "Reflection",
  TEC: "Science",
  TRV: "Travel",
};

/** The usual genre of a subject; null for a subject that no catalogue has. */
export function findCommonGenre(subject: string): string | null {
  const [, code] = /^([A-Z]{3})\d{6}$/.exec(subject.trim()) ?? [];
  if (code) return genreByCode[code] ?? null;
  for (const term of listTerms(subject)) {
    const genre = genreByTerm.get(normalizeSearchText(term));
    if (genre) return genre;
  }
  return null;
}

/**
 * The whole subject, then its parts, the most telling first: the last subdivision of "London (England) --
 * Fiction", the longest heading of "RELIGION / Islam / History".
 */
function listTerms(subject: string): string[] {
  const subdivisions = subject.split(/\s*(?:--|—)\s*/);
  if (subdivisions.length > 1) return [subject, ...subdivisions.reverse()];
  const headings = subject.split(/\s*[/>]\s*/);
  return headings.map((_, n) => headings.slice(0, headings.length - n).join(" "));
}
