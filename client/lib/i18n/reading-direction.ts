import { getDirection } from "#shared/api/language.ts";
import { pageLanguage } from "#client/lib/shell-facts.ts";

/** Which way the interface reads, for parts that must be told. */
export function readingDirection(): "ltr" | "rtl" {
  return getDirection(pageLanguage());
}
