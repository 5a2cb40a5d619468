import { chosenLanguage } from "#client/lib/language.ts";
import type { Said } from "./house-claims.ts";

/** A text of the house in the language the interface speaks. */
export function said(text: Said): string {
  return text[chosenLanguage()];
}
