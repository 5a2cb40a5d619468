import type { Language } from "#shared/api/language.ts";
import type { SiteFigures } from "#shared/site/contract.ts";
import { collection, type LocalizedClaim } from "./marketing-claims.ts";

const downloads = collection.slice(-1);

/** The three lists of claims as Markdown. */
export const toClaimsMarkdown = (lists: readonly (readonly LocalizedClaim[])[], language: Language): string =>
  lists.map((list) => list.map((claim) => `- ${claim[language]}`).join("\n")).join("\n\n---\n\n");

/** The claims with the figures of this site instead of the specification's. */
export function getCurrentClaims(figures: SiteFigures): readonly (readonly LocalizedClaim[])[] {
  const hours = count(figures.audioHours, ["audio hour", "audio hours"], "ساعات صوتية");
  return [
    [...hours, ...count(figures.accounts, ["reader", "readers"], "القرّاء"), ...downloads],
    [...count(figures.texts, ["text", "texts"], "النصوص"), ...hours, ...downloads],
    [
      ...count(figures.activeReaders, ["Active Reader", "Active Readers"], "القرّاء النشطون"),
      ...count(figures.reviews, ["Book Review", "Book Reviews"], "مراجعات الكتب"),
      ...count(figures.communities, ["Book Club", "Book Clubs"], "نوادي القراءة"),
      ...count(figures.authors, ["Author", "Authors"], "المؤلفون"),
    ],
  ];
}

/** The Arabic label precedes the number, so that it agrees with every number. */
function count(
  n: number,
  [one, other]: readonly [string, string],
  arabic: string,
): readonly LocalizedClaim[] {
  if (n === 0) return [];
  const digits = n.toLocaleString("en");
  return [{ en: `${digits} ${n === 1 ? one : other}`, ar: `${arabic}: ${digits}` }];
}
