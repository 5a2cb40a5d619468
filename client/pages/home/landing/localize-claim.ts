import { getChosenLanguage } from "#client/lib/i18n/language.ts";
import type { LocalizedClaim } from "./marketing-claims.ts";

/** A text of the house in the language the interface speaks. */
export function localizeClaim(text: LocalizedClaim): string {
  return text[getChosenLanguage()];
}
