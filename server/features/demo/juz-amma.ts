import { readQuranPackage, type Surah } from "#server/quran-detection/quran-package.ts";
import { type DemoText, escapeXml } from "./epub.ts";

const firstOfJuz = 78;

export const attribution =
  "النص القرآني بالرسم العثماني من موسوعة القرآن الكريم (quranenc.com)، عن طريق الحزمة quran-json 3.1.2، برخصة CC BY-SA 4.0.";

/**
 * The thirtieth part of the Qur'an in Arabic, exactly as in the licensed package.
 *
 * @returns null when the package is not installed
 */
export function readJuzAmma(): DemoText | null {
  const surahs = readQuranPackage();
  if (!surahs) return null;
  const part = surahs.filter(({ id }) => id >= firstOfJuz);
  const basmala = surahs[0]?.verses[0]?.text ?? "";
  return {
    identifier: "urn:maktaba:demo:juz-amma",
    title: "جزء عمّ",
    author: "القرآن الكريم",
    language: "ar",
    direction: "rtl",
    publisher: "موسوعة القرآن الكريم",
    rights: "CC BY-SA 4.0",
    chapters: [...part.map((surah) => getChapter(surah, basmala)), aboutTheText()],
    pictures: [],
  };
}

function getChapter({ id, name, verses }: Surah, basmala: string) {
  const title = `سورة ${name}`;
  const lines = verses.map(
    (verse) =>
      `<p class="verse" id="v-${id}-${verse.id}">${escapeXml(verse.text)} ﴿${arabicDigits(verse.id)}﴾</p>`,
  );
  const body = [`<h1>${escapeXml(title)}</h1>`, `<p class="verse">${escapeXml(basmala)}</p>`, ...lines].join(
    "\n",
  );
  return { name: `surah-${String(id).padStart(3, "0")}`, title, body };
}

function aboutTheText() {
  const title = "عن هذا النص";
  return {
    name: "source",
    title,
    body: `<h1>${title}</h1>\n<p class="source">${escapeXml(attribution)}</p>`,
  };
}

const arabicDigits = (number: number) =>
  String(number).replace(/\d/g, (digit) => "٠١٢٣٤٥٦٧٨٩"[Number(digit)] ?? "");
