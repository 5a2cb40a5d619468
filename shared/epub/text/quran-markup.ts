const quranWords = new Set(
  (
    "quran quraan qoran koran coran quranic qurani kuran alquran qurantext quranverse quranquote " +
    "ayah ayahs aya ayat ayaat ayet mushaf uthmani قرآن قران القرآن القران قرآني آية اية آيات ايات"
  ).split(" "),
);

const excludedWords = new Set(
  (
    "translation translations translated trans meaning meanings tafsir tafseer commentary explanation note notes " +
    "ref refs reference references citation cite source link title heading header name index toc list page section " +
    "chapter book study about intro introduction caption label theme style ترجمة تفسير معنى معاني مرجع"
  ).split(" "),
);

const describingAttributes = [
  "class",
  "epub:type",
  "role",
  "type",
  "property",
  "data-type",
  "data-role",
  "data-kind",
];

/**
 * Whether markup marks an element as Qur'an text: by name, class, type or an attribute such as `data-ayah`.
 * Descendants inherit it, except translations and non-Arabic text.
 */
export function isQuranText(
  rawName: string,
  attributes: Readonly<Record<string, string>>,
  isWithin: boolean,
): boolean {
  const [prefix, name] = /^(?:(.+?):)?(.+)$/su.exec(rawName.toLowerCase())?.slice(1) ?? [];
  if (name === "html" || name === "body") return false;
  const names = Object.keys(attributes);
  if (names.length === 0) return isWithin || quranWords.has(name ?? "") || quranWords.has(prefix ?? "");
  const attributeWords = describingAttributes.flatMap((each) =>
    (attributes[each] ?? "").split(/\s+/u).map(getWords),
  );
  if (attributeWords.some(hasQuranWord)) return true;
  if (quranWords.has(name ?? "") || quranWords.has(prefix ?? "")) return true;
  if (names.some((each) => each.startsWith("data-") && hasQuranWord(getWords(each.slice(5))))) return true;
  if (!isWithin) return false;
  const language = attributes["xml:lang"] ?? attributes["lang"] ?? "ar";
  return (
    /^(?:ar|$)/iu.test(language) &&
    !attributeWords.some((words) => words.some((word) => excludedWords.has(word)))
  );
}

/** `quran-text`, `quran_text`, `quranText`, `Qurʾān:text`. */
const getWords = (text: string) =>
  text
    .slice(0, 200)
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\u0300-\u036F'’ʼʾʿ]/gu, "")
    .normalize("NFC")
    .split(/[^\p{L}\p{M}]+/u);

const hasQuranWord = (words: readonly string[]) =>
  words.some((word) => quranWords.has(word)) && !words.some((word) => excludedWords.has(word));
