/** Unicode honorific ligatures with their words in Arabic, English and transliteration. */
const honorifics: Readonly<
  Record<string, readonly [arabic: string, english: string, transliteration: string]>
> = {
  "\uFDFA": ["صلى الله عليه وسلم", "peace and blessings be upon him", "sallallahu alayhi wa sallam"],
  "\uFDFB": ["جل جلاله", "exalted is His Majesty", "jalla jalaluhu"],
  "\uFD40": ["رحمه الله", "may God have mercy on him", "rahimahullah"],
  "\uFD41": ["رضي الله عنه", "may God be pleased with him", "radiyallahu anhu"],
  "\uFD42": ["رضي الله عنها", "may God be pleased with her", "radiyallahu anha"],
  "\uFD43": ["رضي الله عنهم", "may God be pleased with them", "radiyallahu anhum"],
  "\uFD44": ["رضي الله عنهما", "may God be pleased with them both", "radiyallahu anhuma"],
  "\uFD45": ["رضي الله عنهن", "may God be pleased with them", "radiyallahu anhunna"],
  "\uFD46": ["صلى الله عليه وآله", "peace be upon him and his family", "sallallahu alayhi wa alihi"],
  "\uFD47": ["عليه السلام", "peace be upon him", "alayhi s-salam"],
  "\uFD48": ["عليهم السلام", "peace be upon them", "alayhimu s-salam"],
  "\uFD49": ["عليهما السلام", "peace be upon them both", "alayhima s-salam"],
  "\uFD4A": ["عليه الصلاة والسلام", "blessings and peace be upon him", "alayhi s-salatu wa s-salam"],
  "\uFD4B": ["قدس سره", "may his secret be hallowed", "quddisa sirruhu"],
  "\uFD4C": [
    "صلى الله عليه وآله وسلم",
    "blessings and peace be upon him and his family",
    "sallallahu alayhi wa alihi wa sallam",
  ],
  "\uFD4D": ["عليها السلام", "peace be upon her", "alayha s-salam"],
  "\uFD4E": ["تبارك وتعالى", "blessed and exalted", "tabaraka wa taala"],
  "\uFD4F": ["رحمهم الله", "may God have mercy on them", "rahimahumullah"],
  "\uFDCF": ["سلامه علينا", "His peace be upon us", "salamuhu alayna"],
  "\uFDF5": ["صلى الله عليه وسلم", "peace and blessings be upon him", "sallallahu alayhi wa sallam"],
  "\uFDFE": ["سبحانه وتعالى", "glorified and exalted", "subhanahu wa taala"],
  "\uFDFF": ["عز وجل", "mighty and majestic", "azza wa jall"],
};

const ligatures = new RegExp(`[${Object.keys(honorifics).join("")}]`, "gu");

export const isHonorific = (character: string): boolean => character in honorifics;

/**
 * The words of an honorific, for text-to-speech; null for any other character.
 *
 * @param base the base language of the text, such as `en`
 */
export function findHonorific(character: string, isArabic: boolean, base: string): string | null {
  const words = honorifics[character];
  if (!words) return null;
  return isArabic ? words[0] : base === "en" ? words[1] : words[2];
}

/** Replaces all honorifics in a text by words. */
export function spellOutHonorifics(text: string, isArabic: boolean, base: string): string {
  return text.replace(ligatures, (character) => ` ${findHonorific(character, isArabic, base) ?? ""} `);
}
