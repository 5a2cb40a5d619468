import { getDirection } from "#shared/api/language.ts";
import { pageLanguage } from "./page-language.ts";

/** The interface's text direction, for components that need it as a value. */
export function readingDirection(): "ltr" | "rtl" {
  return getDirection(pageLanguage());
}
