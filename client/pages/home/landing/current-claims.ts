import type { Language } from "#shared/api/language.ts";
import type { SiteFigures } from "#shared/site/contract.ts";
import { translateIn } from "#client/lib/i18n/i18n.ts";
import { type Claim, collection } from "./marketing-claims.ts";

const downloads = collection.slice(-1);

/** The three lists of claims as Markdown. */
export const toClaimsMarkdown = (lists: readonly (readonly Claim[])[], language: Language): string =>
  lists
    .map((list) => list.map(({ key, n }) => `- ${translateIn(language, key, { n })}`).join("\n"))
    .join("\n\n---\n\n");

/** The claims with the figures of this site instead of those of ADR 61. */
export function getCurrentClaims(figures: SiteFigures): readonly (readonly Claim[])[] {
  const hours = count("landing.figureHours", figures.audioHours);
  return [
    [...hours, ...count("landing.figureAccounts", figures.accounts), ...downloads],
    [...count("landing.figureTexts", figures.texts), ...hours, ...downloads],
    [
      ...count("landing.figureReaders", figures.activeReaders),
      ...count("landing.figureReviews", figures.reviews),
      ...count("landing.figureClubs", figures.communities),
      ...count("landing.figureAuthors", figures.authors),
    ],
  ];
}

/** Zero has no claim. */
const count = (key: Claim["key"], n: number): readonly Claim[] => (n === 0 ? [] : [{ key, n }]);
