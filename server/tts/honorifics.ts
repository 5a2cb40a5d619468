const signs: Readonly<Record<string, readonly [arabic: string, english: string]>> = {
  "\uFDFA": ["صلى الله عليه وسلم", "peace and blessings of God be upon him"],
  "\uFDFB": ["جل جلاله", "glorified is His majesty"],
  "\uFD40": ["رحمه الله", "may God have mercy on him"],
  "\uFD41": ["رضي الله عنه", "may God be pleased with him"],
  "\uFD42": ["رضي الله عنها", "may God be pleased with her"],
  "\uFD43": ["رضي الله عنهم", "may God be pleased with them"],
  "\uFD44": ["رضي الله عنهما", "may God be pleased with them both"],
  "\uFD45": ["رضي الله عنهن", "may God be pleased with them"],
  "\uFD46": ["صلى الله عليه وآله", "blessings of God be upon him and his family"],
  "\uFD47": ["عليه السلام", "peace be upon him"],
  "\uFD48": ["عليهم السلام", "peace be upon them"],
  "\uFD49": ["عليهما السلام", "peace be upon them both"],
  "\uFD4A": ["عليه الصلاة والسلام", "blessings and peace be upon him"],
  "\uFD4B": ["قدس سره", "may his soul be hallowed"],
  "\uFD4C": ["صلى الله عليه وآله وسلم", "peace and blessings of God be upon him and his family"],
  "\uFD4D": ["عليها السلام", "peace be upon her"],
  "\uFD4E": ["تبارك وتعالى", "blessed and exalted is He"],
  "\uFD4F": ["رحمهم الله", "may God have mercy on them"],
  "\uFDCF": ["سلامه علينا", "His peace be upon us"],
  "\uFDFE": ["سبحانه وتعالى", "glorified and exalted is He"],
  "\uFDFF": ["عز وجل", "mighty and majestic is He"],
};

const written = new RegExp(`[${Object.keys(signs).join("")}]`, "gu");

export function spellOutHonorifics(text: string, isArabic: boolean): string {
  return text.replace(written, (sign) => ` ${signs[sign]?.[isArabic ? 0 : 1] ?? ""} `);
}
