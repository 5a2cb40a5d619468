/** S, or C before front vowels. */
const sibilant = "s|c";

/**
 * Latin letters that transliterations use for an Arabic consonant: ALA-LC, DMG, English, French and Turkish.
 */
const consonants: Readonly<Record<string, string>> = {
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
  س: sibilant,
  ش: "sh|ch|sch|s",
  ص: sibilant,
  ض: "dh|d|z",
  ط: "t",
  ظ: "z|dh|th|d",
  غ: "gh|g",
  ف: "f|ph|v",
  ق: "q|k|g|c",
  ك: "k|c|q|ck",
  ل: "l",
  م: "m",
  ن: "n",
  ه: "h",
};

/**
 * Whether a Latin word can be read as the Arabic letters. Positions in the word that the letters so far can
 * end at are bits of a number, because a regular expression per candidate takes fifty times as long to
 * compile.
 */
export function isSpelledAs(word: string, arabic: string, finalYa: readonly string[]): boolean {
  const characters = [...arabic];
  let ends = 1;
  for (const [n, letter] of characters.entries()) {
    if (n === 0) ends = matchInitial(word, letter, characters.length);
    else {
      const start = skipVowels(word, ends, 0, 2);
      const forms =
        n === characters.length - 1
          ? getFinalForms(letter, finalYa)
          : getInnerForms(letter, characters[n - 1]);
      const isOptional = n === 1 && /[اع]/u.test(characters[0] ?? "") && /[اويع]/u.test(letter);
      ends = matchForms(word, start, forms) | (isOptional ? start : 0);
    }
    if (ends === 0) return false;
  }
  return ((ends | matchForms(word, ends, ["e"])) & (1 << word.length)) !== 0;
}

const vowels = "aeiou";

/** Short vowels are not written in Arabic. */
function skipVowels(word: string, starts: number, min: 0 | 1, max: number): number {
  let [ends, position] = [min === 0 ? starts : 0, starts];
  for (let count = 1; count <= max; count++) {
    let next = 0;
    for (let at = 0; at < word.length; at++) {
      if (position & (1 << at) && vowels.includes(word.charAt(at))) next |= 1 << (at + 1);
    }
    position = next;
    ends |= next;
  }
  return ends;
}

function matchForms(word: string, starts: number, forms: readonly string[]): number {
  let ends = 0;
  for (let at = 0; at <= word.length; at++) {
    if (!(starts & (1 << at))) continue;
    for (const form of forms) {
      if (!word.startsWith(form, at)) continue;
      // C is pronounced like S before these letters only.
      const isSoft = form.startsWith("c") && forms === softForms;
      if (!isSoft || /[eiy]/.test(word.charAt(at + form.length))) ends |= 1 << (at + form.length);
    }
  }
  return forms === sibilantForms ? ends | matchForms(word, starts, softForms) : ends;
}

/** A letter as often as transliterations write it: once, doubled, or with its first letter doubled. */
function listRepetitions(form: string): string[] {
  const first = form.charAt(0);
  const single = [form, first + form];
  return form.length === 2 ? [...single, form + form, first + form + form] : single;
}

const softForms = listRepetitions("c");
const sibilantForms = listRepetitions("s");

const consonantForms = new Map(
  Object.entries(consonants).map(([letter, latin]) => [
    letter,
    latin === sibilant ? sibilantForms : latin.split("|").flatMap(listRepetitions),
  ]),
);

function matchInitial(word: string, letter: string, length: number): number {
  // Maghrebi spellings drop the first vowel of long names: Driss for إدريس.
  if (letter === "ا") return skipVowels(word, 1, length < 5 ? 1 : 0, 2);
  if (letter === "ع") return skipVowels(word, 1, 1, 2);
  return matchForms(word, 1, initialForms[letter] ?? consonantForms.get(letter) ?? []);
}

const initialForms: Readonly<Record<string, readonly string[]>> = {
  و: ["w", "v", "o", "ou", "u"],
  ي: ["y", "i", "j"],
};

const longVowelForms: Readonly<Record<string, readonly string[]>> = {
  ا: ["a", "e", "o"],
  و: ["w", "ww", "u", "o"],
  ي: ["y", "yy", "i", "ee"],
  ع: ["a", ""],
};

/** After these letters ya can be `e`: Ismael is إسماعيل. */
const yaForms = ["y", "yy", "i", "ee", "e"];

function getInnerForms(letter: string, previous = ""): readonly string[] {
  if (letter === "ي" && /[اع]/u.test(previous)) return yaForms;
  return longVowelForms[letter] ?? consonantForms.get(letter) ?? [];
}

const finalHa = ["h", "t", "ah", "at", "eh", "et", "a", "e"];

/** With `t` as in Turkish: Ahmet is أحمد. */
const finalDal = ["d", "t"].flatMap(listRepetitions);

function getFinalForms(letter: string, finalYa: readonly string[]): readonly string[] {
  if (letter === "ي") return finalYa;
  if (letter === "د") return finalDal;
  return letter === "ه" ? finalHa : getInnerForms(letter);
}
