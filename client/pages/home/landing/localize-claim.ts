import { chosenLanguage } from "#client/lib/i18n/language.ts";
import type { Said } from "./marketing-claims.ts";

/** A text of the house in the language the interface speaks. */
export function said(text: Said): string {
  return text[chosenLanguage()];
}
