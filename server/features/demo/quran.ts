import { readQuranPackage, type Surah } from "#server/quran-detection/quran-package.ts";
import { type ContentsPart, type DemoText, escapeXml } from "./epub.ts";

export const attribution =
  "النص القرآني بالرسم العثماني من موسوعة القرآن الكريم (quranenc.com)، عن طريق الحزمة quran-json 3.1.2، برخصة CC BY-SA 4.0.";

/** The surah and verse with which each of the thirty parts begins. */
const juzStarts = [
  "1:1",
  "2:142",
  "2:253",
  "3:93",
  "4:24",
  "4:148",
  "5:82",
  "6:111",
  "7:88",
  "8:41",
  "9:93",
  "11:6",
  "12:53",
  "15:1",
  "17:1",
  "18:75",
  "21:1",
  "23:1",
  "25:21",
  "27:56",
  "29:46",
  "33:31",
  "36:28",
  "39:32",
  "41:47",
  "46:1",
  "51:31",
  "58:1",
  "67:1",
  "78:1",
] as const;

/** The basmala is a verse of al-Fatiha, and at-Tawba has none. */
const withoutBasmala = [1, 9];

/**
 * The Qur'an in Arabic, exactly as in the licensed package.
 *
 * @returns null when the package is not installed
 */
export function readQuran(): DemoText | null {
  const surahs = readQuranPackage();
  if (!surahs) return null;
  const basmala = surahs[0]?.verses[0]?.text ?? "";
  return {
    identifier: "urn:maktaba:demo:quran",
    title: "القرآن الكريم",
    author: "القرآن الكريم",
    language: "ar",
    direction: "rtl",
    publisher: "موسوعة القرآن الكريم",
    rights: "CC BY-SA 4.0",
    titlePage: `<section class="title-page" epub:type="titlepage"><h1>القرآن الكريم</h1></section>`,
    chapters: [...surahs.map((surah) => getChapter(surah, basmala)), writeAbout()],
    contents: [listSurahs(surahs), listParts(surahs)],
    pictures: [],
    style,
  };
}

/** Each verse is a block of its own, so that it is one sentence; on the page they form one paragraph. */
const style = `.surah { border-block: 1px solid currentColor; padding-block: 0.4em; text-align: center; }
.basmala { font-size: 1.2em; line-height: 2; margin: 0.6em 0; text-align: center; }
.verses { text-align: justify; }
.verse { display: inline; font-size: 1.2em; line-height: 2.1; }
`;

const getFile = (id: number) => `surah-${String(id).padStart(3, "0")}`;
const getVerseId = (surahId: number, verse: number) => `v-${surahId}-${verse}`;
const getTitle = ({ name }: Surah) => `سورة ${name}`;

function getChapter(surah: Surah, basmala: string) {
  const { id, verses } = surah;
  const title = getTitle(surah);
  const lines = verses.map(
    (verse) =>
      `<p class="verse" id="${getVerseId(id, verse.id)}">${escapeXml(verse.text)} ﴿${toArabicDigits(verse.id)}﴾ </p>`,
  );
  const opening = withoutBasmala.includes(id) ? [] : [`<p class="basmala">${escapeXml(basmala)}</p>`];
  const body = [
    `<h1 class="surah">${escapeXml(title)}</h1>`,
    ...opening,
    `<div class="verses">${lines.join("\n")}</div>`,
  ];
  return { name: getFile(id), title, body: body.join("\n") };
}

const listSurahs = (surahs: readonly Surah[]): ContentsPart => ({
  title: "السور",
  entries: surahs.map((surah) => ({
    title: `${toArabicDigits(surah.id)}. ${getTitle(surah)}`,
    href: `${getFile(surah.id)}.xhtml`,
  })),
});

function listParts(surahs: readonly Surah[]): ContentsPart {
  const entries = juzStarts.map((start, index) => {
    const [surahId = 0, verse = 0] = start.split(":").map(Number);
    const surah = surahs.find(({ id }) => id === surahId);
    return {
      title: `الجزء ${toArabicDigits(index + 1)} – ${surah ? getTitle(surah) : ""} ${toArabicDigits(verse)}`,
      href: `${getFile(surahId)}.xhtml#${getVerseId(surahId, verse)}`,
    };
  });
  return { title: "الأجزاء", entries };
}

function writeAbout() {
  const title = "عن هذا النص";
  return {
    name: "source",
    title,
    body: `<h1>${title}</h1>\n<p class="source">${escapeXml(attribution)}</p>`,
  };
}

const toArabicDigits = (number: number) =>
  String(number).replace(/\d/g, (digit) => "٠١٢٣٤٥٦٧٨٩"[Number(digit)] ?? "");
