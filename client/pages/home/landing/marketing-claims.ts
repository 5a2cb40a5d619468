import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";

/**
 * The marketing claims of the landing page: static numbers and three sample reviews of ADR 61,
 * neither measured nor written by readers. Edit them in the messages to match your library. The book count on the
 * page is real.
 */
export interface Claim {
  readonly key: MessageKey;
  /** A counted figure. */
  readonly n?: number;
}

/** Next to the first call to action. */
export const marketingPromises: readonly Claim[] = [
  { key: "landing.promiseHours" },
  { key: "landing.promiseReaders" },
  { key: "landing.claimDownloads" },
];

/** Next to the app. */
export const collection: readonly Claim[] = [
  { key: "landing.collectionTexts" },
  { key: "landing.collectionHours" },
  { key: "landing.claimDownloads" },
];

export const communityStats: readonly Claim[] = [
  { key: "landing.statReaders" },
  { key: "landing.statReviews" },
  { key: "landing.statClubs" },
  { key: "landing.statAuthors" },
];

export const localizeClaim = ({ key, n }: Claim): string => t(key, { n });

/** `stars` in halves, 0.5 to 5. */
export const sampleReviews = [
  { name: "landing.reviewer1", text: "landing.review1", stars: 5 },
  { name: "landing.reviewer2", text: "landing.review2", stars: 5 },
  { name: "landing.reviewer3", text: "landing.review3", stars: 4.5 },
] as const;
