import { getChosenLanguage } from "#client/lib/i18n/language.ts";
import type { LocalizedClaim } from "./marketing-claims.ts";

export function localizeClaim(text: LocalizedClaim): string {
  return text[getChosenLanguage()];
}
