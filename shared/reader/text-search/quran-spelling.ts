/**
 * Matching between the Uthmani spelling of the Qur'an and everyday Arabic spelling, for example الصلوٰة and
 * الصلاة.
 */

/** Alef wasla, small alef, small waw and small ya occur only in Uthmani spelling. */
const uthmaniMark = /[\u0670\u0671\u06E1\u06E5\u06E6]/u;

export const hasUthmaniSpelling = (text: string): boolean => uthmaniMark.test(text);

/** Text as one character per letter; `offsets` are those of the letters in the original. */
export interface UthmaniLetters {
  readonly letters: string;
  readonly offsets: readonly number[];
}

/** Letters that everyday spelling may omit or write differently. */
const token = {
  smallAlef: "\u0670",
  smallWaw: "\u06E5",
  smallYa: "\u06E6",
  /** A waw or ya that carries a small alef. */
  wawAlef: "W",
  yaAlef: "Y",
  /** A letter that is written but not spoken. */
  silent: "S",
  /** A hamza above or below a letter or the line. */
  hamza: "H",
} as const;

const equivalentLetters: Readonly<Record<string, string>> = {
  ٱ: "ا",
  آ: "ا",
  ى: "ي",
  ة: "ه",
  ک: "ك",
  ی: "ي",
  أ: "اH",
  إ: "اH",
  ؤ: "وH",
  ئ: "يH",
  "\u0654": token.hamza,
  "\u0655": token.hamza,
  "\u06E7": token.smallYa,
};

export function toUthmaniLetters(text: string): UthmaniLetters {
  const hasOwnSukun = text.includes(uthmaniSukun);
  const offsets: number[] = [];
  let letters = "";
  for (let at = 0; at < text.length; ) {
    const [replacement, length] = readLetter(text, at, hasOwnSukun);
    const isSecondSpace = replacement === " " && (letters === "" || letters.endsWith(" "));
    if (!isSecondSpace) {
      letters += replacement;
      for (let n = 0; n < replacement.length; n++) offsets.push(at);
    }
    at += length;
  }
  return { letters, offsets };
}

/** Editions that write this sukun use the ordinary one for silent letters. */
const uthmaniSukun = "\u06E1";
const silentMark = "\u06DF";
const madda = "\u0653";

type Reading = readonly [letter: string, length: number];

function readLetter(text: string, at: number, hasOwnSukun: boolean): Reading {
  const letter = text.charAt(at);
  if ("اويى".includes(letter)) {
    const next = text.charAt(at + 1);
    if (next === silentMark || (hasOwnSukun && next === "\u0652")) return [token.silent, 2];
    const length = next === madda ? 3 : 2;
    if (letter !== "ا" && text.charAt(at + length - 1) === token.smallAlef) {
      return [letter === "و" ? token.wawAlef : token.yaAlef, length];
    }
  }
  const cached = readings.get(letter);
  if (cached) return cached;
  const reading = readUnknown(String.fromCodePoint(text.codePointAt(at) ?? 32));
  if (reading[1] === 1) readings.set(letter, reading);
  return reading;
}

const readings = new Map<string, Reading>();

function readUnknown(letter: string): Reading {
  const { length } = letter;
  const equivalents = equivalentLetters[letter];
  if (equivalents !== undefined) return [equivalents, length];
  if (/[\u0670\u06E5\u06E6]/u.test(letter)) return [letter, length];
  if (/[\p{M}\p{Cf}\u0640]/u.test(letter)) return ["", length];
  return [/[\p{L}\p{N}]/u.test(letter) ? letter : " ", length];
}

const optional = `[ء${token.hamza}${token.silent}${token.smallAlef}${token.smallWaw}${token.smallYa}]*`;
const patterns: Readonly<Record<string, string>> = {
  ا: `[ا${token.smallAlef}${token.wawAlef}${token.yaAlef}${token.silent}]`,
  و: `[و${token.wawAlef}${token.smallWaw}${token.silent}]`,
  ي: `[ي${token.yaAlef}${token.smallYa}${token.silent}]`,
};

/** A hamza, on any letter or on none. */
const hamzaCarrier = `(?:[اويS${token.smallAlef}]?[ء${token.hamza}])`;

/** A lam that Uthmani spelling leaves out, as in اليل. */
const doubleLam = /(?<=^|[\sوفبكل])(ال|ل)ل(?=يل|ات[يى]|ا[ئءي]|ذ[اي]ن)/gu;

/**
 * Matches a search in the letters of an Uthmani text; null for a search without Arabic letters.
 *
 * @param isWhole whether it has to begin and end with a word
 */
export function toUthmaniPattern(search: string, isWhole = false): RegExp | null {
  if (!/\p{Script=Arabic}/u.test(search)) return null;
  const normalized = search
    .normalize("NFC")
    .replace(/[\u064B-\u0653\u0656-\u065F\u0670]/gu, "")
    .replace(doubleLam, "$1");
  const words = toUthmaniLetters(normalized).letters.trim().split(" ").filter(Boolean);
  if (words.length === 0) return null;
  const source = words.reduce((before, word, at) => {
    // The vocatives are written together with the next word.
    const space = /^[وف]?يا$|^ها$/u.test(words[at - 1] ?? "") ? " ?" : " ";
    return `${before}${optional}${space}${optional}${toWordPattern(word)}`;
  }, "");
  const pattern = source.slice(`${optional} ${optional}`.length);
  return new RegExp(isWhole ? `(?<=^| )${pattern}(?=${optional}(?: |$))` : pattern, "u");
}

function toWordPattern(word: string): string {
  const letters = word.match(/[اوي]H|[^H]/gu) ?? [];
  const pattern = letters
    .map((letter) => {
      const [carrier = "", hamza] = letter;
      if (carrier === "ء") return hamzaCarrier;
      return hamza ? `(?:${patterns[carrier]}|${hamzaCarrier})` : (patterns[carrier] ?? carrier);
    })
    .join(optional);
  // The silent alef after a plural waw is sometimes left out.
  return /.وا$/u.test(word) ? `${pattern}?` : pattern;
}

/** The offsets of the first and the last letter of the first match, or null. */
export function findUthmani(
  { letters, offsets }: UthmaniLetters,
  pattern: RegExp,
): { readonly first: number; readonly last: number } | null {
  const found = pattern.exec(letters);
  return (
    found && {
      first: offsets[found.index] ?? 0,
      last: offsets[found.index + found[0].length - 1] ?? 0,
    }
  );
}
