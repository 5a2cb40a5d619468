const arabicScriptLanguages = new Set(["ar", "fa", "ur", "ps", "ckb", "sd", "ug", "ks", "pnb"]);
const otherRightToLeftLanguages = new Set(["he", "iw", "yi", "dv", "syr", "arc"]);

/** The primary language in lower case: `en` of `en-GB` and of Android's `en_GB`. */
export const getPrimaryLanguage = (tag: string): string => tag.split(/[-_]/)[0]?.toLowerCase() ?? "";

/** Whether a language is written in the Arabic script, as its tag says or as is usual. */
export function isArabicScript(tag: string): boolean {
  if (/[-_]arab\b/i.test(tag)) return true;
  return arabicScriptLanguages.has(getPrimaryLanguage(tag)) && !/[-_]latn\b/i.test(tag);
}

export const isRightToLeft = (tag: string): boolean =>
  isArabicScript(tag) || otherRightToLeftLanguages.has(getPrimaryLanguage(tag));
