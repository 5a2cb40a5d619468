import { getDirection } from "#shared/api/language.ts";
import { getPageLanguage } from "./page-language.ts";

/** The interface's text direction, for components that need it as a value. */
export function getReadingDirection(): "ltr" | "rtl" {
  return getDirection(getPageLanguage());
}
