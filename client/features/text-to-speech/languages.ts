/** Equivalent language tags of devices and books. */
const equivalents: Readonly<Record<string, string>> = {
  nb: "no",
  nn: "no",
  iw: "he",
  in: "id",
  fil: "tl",
  cmn: "zh",
};

/** The primary language: `en` of `en-GB` and of Android's `en_GB`. */
export function getBaseLanguage(tag: string): string {
  const base = tag.split(/[-_]/)[0]?.toLowerCase() ?? "";
  return equivalents[base] ?? base;
}

const arabicScriptLanguages = new Set(["ar", "fa", "ur", "ps", "ckb", "sd", "ug", "ks"]);

export const isArabicScript = (tag: string): boolean =>
  arabicScriptLanguages.has(getBaseLanguage(tag)) && !/[-_]latn\b/i.test(tag);
