import type { ContributorId, ContributorRole, Direction } from "#shared/books/book.ts";

/** A feed in no format yet. All URLs are absolute. */
export interface Feed {
  readonly id: string;
  readonly title: string;
  readonly updated: Date;
  readonly kind: "navigation" | "acquisition";
  /** `self`, `start`, `up`, and the neighbouring pages. */
  readonly links: readonly FeedLink[];
  readonly searchUrl: string;
  /** Null when it is not known. */
  readonly total: number | null;
  readonly pageSize: number | null;
  readonly navigation: readonly NavigationItem[];
  readonly publications: readonly Publication[];
  readonly facets: readonly FacetGroup[];
}

export interface FeedLink {
  readonly rel: string;
  readonly href: string;
  readonly kind: Feed["kind"];
}

export interface NavigationItem {
  readonly title: string;
  readonly about: string;
  readonly href: string;
  readonly rel: string;
  /** Of the feed that it leads to. */
  readonly kind: Feed["kind"];
  readonly count: number | null;
}

export interface FacetGroup {
  readonly title: string;
  readonly links: readonly FacetLink[];
}

export interface FacetLink {
  readonly title: string;
  readonly href: string;
  readonly isActive: boolean;
  readonly count: number | null;
}

export interface Publication {
  readonly id: string;
  readonly url: string;
  /** Its page on the site. */
  readonly pageUrl: string;
  readonly title: string;
  readonly subtitle: string;
  readonly description: string;
  readonly language: string;
  readonly direction: Direction;
  readonly people: readonly Person[];
  readonly genres: readonly { readonly name: string; readonly href: string }[];
  readonly series: { readonly name: string; readonly position: number | null; readonly href: string } | null;
  readonly isbn: string | null;
  readonly publisher: string;
  readonly publishedYear: number | null;
  readonly licence: string;
  readonly pageCount: number | null;
  /** Seconds of audio; null without. */
  readonly duration: number | null;
  readonly isAudiobook: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly images: readonly Image[];
  readonly links: readonly PublicationLink[];
}

export interface Person {
  readonly id: ContributorId | null;
  readonly name: string;
  readonly role: ContributorRole;
  /** The feed of their books. */
  readonly href: string | null;
}

export interface Image {
  readonly href: string;
  readonly type: string;
  readonly rel: "http://opds-spec.org/image" | "http://opds-spec.org/image/thumbnail";
  readonly width: number;
  readonly height: number;
}

/** A file, manifest, page or service of a publication. */
export interface PublicationLink {
  readonly rel: string;
  readonly href: string;
  readonly type: string;
  readonly title?: string;
  readonly bytes?: number;
}
