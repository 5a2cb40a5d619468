interface SocialLink {
  readonly name: string;
  readonly url: `https://${string}`;
}

/** The site's social links, such as `{ name: "Mastodon", url: "https://…" }`, shown in the footer. */
export const socialLinks: readonly SocialLink[] = [];

interface Position {
  readonly title: string;
  /** Such as "Remote, part time". */
  readonly terms: string;
  readonly about: string;
}

export const openPositions: readonly Position[] = [];
