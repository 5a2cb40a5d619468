const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Natural sort order: "2 Two" before "10 Ten", "chapter_2.mp3" before "Chapter 10.mp3". */
export function compareNaturally(a: string, b: string): number {
  const [partsA, partsB] = [a.split("/"), b.split("/")];
  for (const [index, partA] of partsA.entries()) {
    const partB = partsB[index];
    if (partB === undefined) return 1;
    const order = collator.compare(splitNumbers(partA), splitNumbers(partB));
    if (order !== 0) return order;
  }
  if (partsA.length < partsB.length) return -1;
  return collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

function splitNumbers(name: string): string {
  return name
    .normalize("NFKC")
    .replace(/\.(?:mp3|m4a|m4b|mp4|ogg|oga|opus|flac|aac|epub)$/i, "")
    .replace(numberWord, toNumber)
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/(?<=\p{L})(?=\d)|(?<=\d)(?=\p{L})|[\s\p{P}]+/gu, " ")
    .trim();
}

const arabicUnits = ["اول", "ثاني", "ثالث", "رابع", "خامس", "سادس", "سابع", "ثامن", "تاسع", "عاشر"];
const englishNumbers =
  "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
    " ",
  );
const numberWord = new RegExp(
  `(?<!\\p{L})(?:(${englishNumbers.join("|")})|ال([أا]ول[ىي]?|حادي|(?:${arabicUnits.join("|")})[ةه]?)(?:\\s+(عشرة?))?)(?!\\p{L})`,
  "giu",
);

/** `Two` is 2, `الثاني` and `الثانية` are 2, `الثاني عشر` is 12. */
function toNumber(_word: string, english: string | undefined, arabic = "", teen?: string): string {
  if (english) return String(englishNumbers.indexOf(english.toLowerCase()) + 1);
  const unit = arabic.replace("أ", "ا");
  const at = arabicUnits.findIndex((each) => unit.startsWith(each));
  return String((unit === "حادي" ? 1 : at + 1) + (teen ? 10 : 0));
}
