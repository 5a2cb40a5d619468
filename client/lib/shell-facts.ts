import { getLanguage, type Language } from "#shared/api/language.ts";
import type { ShellFacts } from "#shared/routes/painting.ts";

let facts: ShellFacts | null = null;

/** Draws something with facts that no page tells, for there is none yet. */
export function drawWith<Drawn>(given: ShellFacts, draw: () => Drawn): Drawn {
  facts = given;
  try {
    return draw();
  } finally {
    facts = null;
  }
}

/** What is drawn with now; null in a browser, where the page itself tells. */
export const drawnWith = (): ShellFacts | null => facts;

/** The language that the page speaks. */
export function pageLanguage(): Language {
  if (facts) return facts.language;
  // The painter is made ready before there is anything to draw.
  return typeof document === "undefined" ? "en" : (getLanguage(document.documentElement.lang) ?? "en");
}
