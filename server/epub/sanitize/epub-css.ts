/** Values of EPUB's prefixed properties that CSS names differently. */
const standardValues: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "text-combine-upright": { horizontal: "all" },
  "text-orientation": { "vertical-right": "mixed", "rotate-right": "sideways", "sideways-right": "sideways" },
};

/** The CSS property of one of EPUB's (`-epub-hyphens` is `hyphens`); other names stay. */
export function getStandardProperty(name: string): string {
  if (/^-epub-text-combine(?:-horizontal)?$/.test(name)) return "text-combine-upright";
  return name.replace(/^-epub-/, "");
}

/** @param property the standard name of an EPUB property */
export const getStandardKeyword = (property: string, keyword: string): string =>
  standardValues[property]?.[keyword] ?? keyword;
