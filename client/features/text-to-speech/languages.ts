import { getPrimaryLanguage } from "#shared/books/script.ts";

/** Equivalent language tags of devices and books. */
const equivalents: Readonly<Record<string, string>> = {
  nb: "no",
  nn: "no",
  iw: "he",
  in: "id",
  fil: "tl",
  cmn: "zh",
};

/** The primary language, the same for equivalent ones. */
export function getBaseLanguage(tag: string): string {
  const primary = getPrimaryLanguage(tag);
  return equivalents[primary] ?? primary;
}
