/*
 * What an operator of this site may fill in by hand; a build takes it up.
 */

interface SocialLink {
  readonly name: string;
  readonly url: `https://${string}`;
}

/**
 * Where the house can be found elsewhere, such as `{ name: "Mastodon", url: "https://…" }`. The footer's column
 * of company ends with them.
 */
export const socialLinks: readonly SocialLink[] = [];

interface Position {
  readonly title: string;
  /** Such as "Remote, part time". */
  readonly terms: string;
  /** What the work is; an empty line between paragraphs. */
  readonly about: string;
}

/** What the house is looking for, shown on the careers page; without any, it says so. */
export const createPositionWriter: readonly Position[] = [];
