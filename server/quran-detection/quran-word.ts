export interface QuranWord {
  readonly root: string;
  /**
   * The letters around the consonants, as bit sets of `alef`, `waw`, `ya` and `noRoot`, and whether the last
   * letter may be a ta or ha.
   */
  readonly weak: string;
}

const alef = 1;
const waw = 2;
const ya = 4;
const noRoot = 8;

const weakLetters: Readonly<Record<string, number>> = {
  ا: alef,
  ٱ: alef,
  و: waw,
  ي: ya,
  ى: alef | ya,
  ی: alef | ya,
  ې: ya,
  ے: ya,
  "\u0670": alef | noRoot,
  "\u06E5": waw | noRoot,
  "\u06E6": ya | noRoot,
  "\u06E7": ya | noRoot,
  أ: alef | noRoot,
  إ: alef | noRoot,
  ٲ: alef | noRoot,
  ٳ: alef | noRoot,
  ؤ: waw | noRoot | alef,
  ئ: ya | noRoot | alef,
  ء: alef | waw | ya | noRoot,
  "\u0654": alef | waw | ya | noRoot,
  "\u0655": alef | waw | ya | noRoot,
};

const sameConsonant: Readonly<Record<string, string>> = { ک: "ك", ڪ: "ك", ہ: "ه", ھ: "ه", ە: "ه", ۃ: "ة" };

const carriedAlef = /([وىي])\u0653?\u0670/gu;
const silent = /([اويى])\u0652/gu;
const notSpelling = /[^\p{L}\u0670\u06E5-\u06E7\u0654\u0655\uE000-\uE003]/gu;
/** A double lam that Uthmani spelling writes as one. */
const doubleLam = /(?<=ال)ل(?=يل|ات[يى]$|ا[ئءي]|ذ[اي])/gu;
const arabicLetter = /[\u0620-\u063F\u0641-\u064A\u066E-\u066F\u0671-\u06D3\u06FA-\u06FC]/u;

const maxLength = 20;

const nameOfGod = /\uFDF2/gu;

const marks = { wawAlef: "\uE000", yaAlef: "\uE001", silent: "\uE002", long: "\uE003" };
const markSlots: Readonly<Record<string, number>> = {
  [marks.wawAlef]: alef | waw,
  [marks.yaAlef]: alef | ya,
  [marks.silent]: alef | waw | ya | noRoot,
  [marks.long]: alef | noRoot,
};

/** Words written without the small alef where their waw is one. */
const wawAsAlef = /^((?:[وف]?[بكل]?ال|[وفبكل]*)(?:صل|زك|حي|مشك|غد|نج|من|رب))و(?=[ةا]$)/u;

export function toQuranWords(text: string): readonly QuranWord[] {
  if (!arabicLetter.test(text) && !/[\uFB50-\uFDFF\uFE70-\uFEFC]/u.test(text)) return [];
  const parts = text
    .replace(nameOfGod, `${marks.long}لله`)
    .normalize("NFKC")
    .replaceAll("\u0640", "")
    .trim()
    .split(/\s+/u)
    .flatMap(splitVocative);
  return parts.flatMap((part) => getWord(part) ?? []);
}

/** The vocatives `ya` and `ha`, which modern spelling writes separately. */
function splitVocative(text: string): readonly string[] {
  const [, vocative, stem] =
    /^([وف]?\p{M}*ي\p{M}*\u0670\p{M}*|[وف]?يا?(?=[أا]يها)|ه\p{M}*\u0670\p{M}*(?=أ\p{M}*نت))(.+)$/su.exec(
      text,
    ) ?? [];
  if (vocative === undefined || stem === undefined) return [text];
  return [vocative.replace("\u0670", "ا"), stem];
}

function getWord(text: string): QuranWord | null {
  const normalized = text
    .replace(/آ/gu, `ا${marks.long}`)
    .replace(/ا\u0653/gu, `ا`)
    .replace(carriedAlef, (_, letter: string) => (letter === "و" ? marks.wawAlef : marks.yaAlef))
    .replace(silent, marks.silent)
    .replace(notSpelling, "")
    .replace(wawAsAlef, `$1${marks.wawAlef}`)
    .replace(doubleLam, "");
  let root = "";
  let weak = "";
  for (const letter of normalized) {
    const letterSlot = weakLetters[letter] ?? markSlots[letter];
    if (letterSlot !== undefined) weak += String.fromCharCode(48 + letterSlot);
    else {
      root += sameConsonant[letter] ?? letter;
      weak += " ";
    }
  }
  if (normalized.length > maxLength) return { root: normalized, weak };
  if (weak === "") return null;
  return withLast(root, weak);
}

/** A final ta is open or marbuta, and its dots are often missing. */
function withLast(root: string, weak: string): QuranWord {
  if (!/[تهة]$/u.test(root)) return { root, weak };
  const last = root.at(-1) === "ت" ? "t" : root.at(-1) === "ه" ? "h" : "b";
  return { root: `${root.slice(0, -1)}ه`, weak: `${weak}${last}` };
}

export function isSameWord(first: string, second: string): boolean {
  if (first === second) return true;
  const [a, b] = [first.split(" "), second.split(" ")];
  if (a.length !== b.length) return false;
  return a.every((run, at) => isSameRun(run, b[at] ?? ""));
}

function isSameRun(first: string, second: string): boolean {
  const [a, b] = [/[thb]$/.exec(first)?.[0] ?? "", /[thb]$/.exec(second)?.[0] ?? ""];
  if (a !== b && a !== "b" && b !== "b") return false;
  return isMatchAt(getSlots(first), getSlots(second), 0, 0);
}

const getSlots = (run: string) =>
  [...run.replace(/[thb]$/, "")].map((character) => character.charCodeAt(0) - 48);

function isMatchAt(a: readonly number[], b: readonly number[], i: number, j: number): boolean {
  if (i === a.length && j === b.length) return true;
  const [letterA, letterB] = [a[i], b[j]];
  if (
    letterA !== undefined &&
    letterB !== undefined &&
    (letterA & letterB & ~noRoot) !== 0 &&
    isMatchAt(a, b, i + 1, j + 1)
  ) {
    return true;
  }
  if (letterA !== undefined && (letterA & noRoot) !== 0 && isMatchAt(a, b, i + 1, j)) return true;
  return letterB !== undefined && (letterB & noRoot) !== 0 && isMatchAt(a, b, i, j + 1);
}
