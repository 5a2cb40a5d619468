import { normalizedWords, skeleton } from "./normalize-search-text.ts";

/** Latin letters that transliterations use for an Arabic consonant: ALA-LC, DMG, English, French and Turkish. */
const consonants: Readonly<Record<string, string>> = {
  ...{
    ب: "b|p",
    ت: "t",
    ث: "th|t",
    ج: "j|dj|g|c",
    ح: "h",
    خ: "kh|k|h",
    د: "d",
    ذ: "dh|d|z|th",
    ر: "r",
    ز: "z",
  },
  ...{ س: "s|c(?=[eiy])", ش: "sh|ch|sch|s", ص: "s|c(?=[eiy])", ض: "dh|d|z", ط: "t", ظ: "z|dh|th|d" },
  ...{ غ: "gh|g", ف: "f|ph|v", ق: "q|k|g|c", ك: "k|c|q|ck", ل: "l", م: "m", ن: "n", ه: "h" },
};

/** Sound classes, coarse enough that all transliterations of a name share its key. */
const classes: Readonly<Record<string, string>> = {
  ...{ ب: "b", ت: "t", ث: "t", ج: "k", ح: "k", خ: "k", د: "t", ذ: "t", ر: "r", ز: "t", س: "s", ش: "s" },
  ...{ ص: "s", ض: "t", ط: "t", ظ: "t", غ: "k", ف: "f", ق: "k", ك: "k", ل: "l", م: "m", ن: "n", ه: "k" },
  ...{
    b: "b",
    p: "b",
    t: "t",
    d: "t",
    z: "t",
    s: "s",
    j: "k",
    k: "k",
    q: "k",
    g: "k",
    c: "k",
    x: "k",
    h: "k",
  },
  ...{ f: "f", v: "f", l: "l", m: "m", n: "n", r: "r" },
};

const longestLatin = 24;
const longestArabic = 16;
const shortestWord = 3;

const isArabic = (word: string) => /^\p{Script=Arabic}+$/u.test(word);
const isLatin = (word: string) => /^[a-z]+$/.test(word);

/** The class of each consonant, prefixed with the script; null for words that cannot be matched. */
export function transliterationKey(word: string): string | null {
  if (isArabic(word)) {
    const bare = skeleton(word);
    if (word.length < shortestWord || bare.length > longestArabic) return null;
    return prefixed("arabic", bare.replace(/[حه]$/u, ""));
  }
  if (!isLatin(word) || word.length < shortestWord || word.length > longestLatin) return null;
  return prefixed("latin", latinConsonants(word));
}

/** The keys that the same name can have in the other script. */
export function oppositeKeys(word: string): string[] {
  const key = transliterationKey(word);
  if (key === null) return [];
  const [script, classesOfWord = ""] = key.split(":");
  if (script === "arabic") {
    const keys = [`latin:${classesOfWord}`];
    return /ه$/u.test(word) ? [...keys, `latin:${classesOfWord}t`] : keys;
  }
  const alone = withoutArticle(word).map((each) => prefixed("arabic", latinConsonants(each)));
  const feminine = /[aeiou]t$/.test(word) ? [`arabic:${classesOfWord.slice(0, -1)}`] : [];
  return [`arabic:${classesOfWord}`, ...feminine, ...alone.filter((each) => each !== null)].filter(
    (each) => !each.endsWith(":"),
  );
}

/**
 * The candidates in the other script that are usual transliterations of a word; all normalized. Because final
 * alef maqsura is normalized to ya, `a` for a final ya counts only when no candidate matches without it.
 */
export function findTransliterations(word: string, candidates: readonly string[]): string[] {
  for (const finalYa of [strictFinalYa, looseFinalYa]) {
    const found = candidates.filter((candidate) => isTransliteration(word, candidate, finalYa));
    if (found.length > 0) return found;
  }
  return [];
}

const strictFinalYa = "(?:i|y|ee)";
const looseFinalYa = "(?:i|y|ee|e|a)";

function isTransliteration(one: string, other: string, finalYa: string): boolean {
  if (isArabic(one)) return isLatin(other) && matches(other, one, finalYa);
  return isLatin(one) && isArabic(other) && matches(one, other, finalYa);
}

function matches(latin: string, arabic: string, finalYa: string): boolean {
  const bare = skeleton(arabic);
  if (latin.length > longestLatin || bare.length > longestArabic) return false;
  const patterns = [bare, ...withoutConjunction(bare)].map((each) => latinPattern(each, finalYa));
  return [latin, ...withoutArticle(latin)].some((word) => patterns.some((pattern) => pattern.test(word)));
}

function prefixed(script: string, letters: string): string | null {
  const key = letters.replace(/./gu, (letter) => classes[letter] ?? "");
  return key === "" ? null : `${script}:${key}`;
}

function latinConsonants(word: string): string {
  return word
    .replace(/(..?)\1+/g, "$1")
    .replace(/sch|sh|ch/g, "s")
    .replace(/dj/g, "j")
    .replace(/ck/g, "k")
    .replace(/ph/g, "f")
    .replace(/([kgtdz])h/g, "$1")
    .replace(/c(?=[eiy])/g, "s")
    .replace(/h$/, "");
}

/** The word without an article written together with it: `bukhari` for `albukhari`, `salam` for `assalam`. */
function withoutArticle(word: string): string[] {
  const rest = /^(?:[ae]l|[ae]([dnrstz]|sh)(?=\1))(.{3,})$/.exec(word)?.[2];
  return rest === undefined ? [] : [rest];
}

const withoutConjunction = (arabic: string) => (/^و.{3,}/u.test(arabic) ? [arabic.slice(1)] : []);

/** Short vowels are not written in Arabic. */
const shortVowels = "[aeiou]{0,2}";

function latinPattern(arabic: string, finalYa: string): RegExp {
  // Hamza on a seat is normalized to the seat, which doubles long vowels: رئيس.
  const letters = [...arabic.replace(/([ايو])\1+(?!$)/gu, "$1")];
  const pieces = letters.map((letter, n) => {
    const isLast = n === letters.length - 1;
    if (n === 0) return initialPiece(letter, letters.length);
    const isAfterVowel = n === 1 && /[اع]/u.test(letters[0] ?? "");
    return (
      shortVowels +
      (isLast ? finalPiece(letter, finalYa) : innerPiece(letter)) +
      (isAfterVowel && /[اويع]/u.test(letter) ? "?" : "")
    );
  });
  return new RegExp(`^${pieces.join("")}e?$`);
}

function consonant(letter: string): string | null {
  const latin = consonants[letter];
  return latin === undefined
    ? null
    : `(?:${latin
        .split("|")
        .map((each) => (/^..$/.test(each) ? `${each[0]}?(?:${each}){1,2}` : `${each[0]}?${each}`))
        .join("|")})`;
}

function initialPiece(letter: string, length: number): string {
  // Maghrebi spellings drop the first vowel of long names: Driss for إدريس.
  if (letter === "ا") return length < 5 ? "[aeiou]{1,2}" : "[aeiou]{0,2}";
  if (letter === "ع") return "[aeiou]{1,2}";
  if (letter === "و") return "(?:w|v|ou?|u)";
  if (letter === "ي") return "(?:y|i|j)";
  return consonant(letter) ?? "(?!)";
}

function innerPiece(letter: string): string {
  if (letter === "ا") return "(?:[aeo])";
  if (letter === "و") return "(?:ww?|u|o)";
  if (letter === "ي") return "(?:yy?|i|ee)";
  if (letter === "ع") return "(?:a?)";
  return consonant(letter) ?? "(?!)";
}

function finalPiece(letter: string, finalYa: string): string {
  if (letter === "ا") return "[aeo]";
  if (letter === "ي") return finalYa;
  if (letter === "ه") return "(?:[ae]?[ht]|[ae])";
  return innerPiece(letter);
}

/** The parts of a compound name written as one word: `abd` and `rahman` for Abdurrahman; empty for other words. */
export function splitCompoundName(word: string): string[] {
  for (const pattern of compounds) {
    const parts = pattern.exec(word)?.groups;
    if (parts)
      return [parts["first"] ?? "", parts["last"] ?? ""].map((part) => (part === "llah" ? "allah" : part));
  }
  return [];
}

const compounds = [
  /^(?<first>abd)[aeiou](?:l(?=[^l])|([dnrstz])(?=\2))?(?<last>(?:llah|[^aeiou]?[aeiou].{2,}))$/,
  /^(?<first>.{3,}?)[aeiou]d?(?<last>d(?:in|ine|een))$/,
  /^(?<first>.{3,})[aeou](?<last>llah)$/,
  /^(?<first>عبد)(?<last>ال.{2,})$/u,
  /^(?<first>.{2,})(?<last>الدين|الله)$/u,
];

const nameConnectors = new Set("al el ibn bin ben bint و بن ابن بنت".split(" "));
const nameWords = (name: string) => normalizedWords(name).filter((word) => !nameConnectors.has(word));

/** The same for all transliterations of a person's name; null for names of one word, which identify nobody. */
export function nameKey(name: string): string | null {
  const keys = nameWords(name).map((word) => transliterationKey(word)?.split(":")[1]);
  return keys.length < 2 || keys.includes(undefined) ? null : keys.join(" ");
}

/** The people whose name in the other script is the same word by word; the closest only. */
export function findSameNames<Named extends { readonly name: string }>(
  name: string,
  others: readonly Named[],
): Named[] {
  const words = nameWords(name);
  if (words.length < 2) return [];
  for (const finalYa of [strictFinalYa, looseFinalYa]) {
    const found = others.filter((other) => {
      const otherWords = nameWords(other.name);
      return (
        otherWords.length === words.length &&
        words.every((word, n) => isTransliteration(word, otherWords[n] ?? "", finalYa))
      );
    });
    if (found.length > 0) return found;
  }
  return [];
}
