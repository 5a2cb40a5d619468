import type { ShellContent } from "./shell-content.ts";

export interface PageMeta {
  /** 404 for missing and hidden content. */
  readonly status: 200 | 404;
  /** Empty for the product name alone. */
  readonly title: string;
  /** Empty for the product's default description. */
  readonly description: string;
  /** The canonical path; null for pages that are not indexed. */
  readonly canonical: string | null;
  readonly kind?: "website" | "book" | "profile";
  readonly picture?: Picture;
  /** JSON-LD. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** The content of `<noscript>`. */
  readonly outline?: Outline;
  readonly shell?: ShellContent | undefined;
  /** URLs of API calls that the browser preloads. */
  readonly preloadedCalls?: readonly string[];
  /** The same, of users only. */
  readonly preloadedUserCalls?: readonly string[];
  readonly inlinedReplies?: InlinedReplies;
}

export interface Picture {
  /** An internal path. */
  readonly path: string;
  readonly alt: string;
  /** About twice as wide as high. */
  readonly isWide?: boolean;
}

export interface Outline {
  readonly heading: string;
  readonly text: string;
  /** A BCP 47 tag of the heading and the text. */
  readonly language?: string;
  readonly direction?: "ltr" | "rtl";
  readonly links: ReadonlyArray<{ readonly path: string; readonly label: string }>;
}

/** API replies inlined into a guest's page, so that the client need not request them. */
export interface InlinedReplies {
  readonly calls: readonly InlinedCall[];
  /** Whether the page requests something else when the URL has a query. */
  readonly dependsOnQuery: boolean;
}

export interface InlinedCall {
  readonly url: string;
  /** The reply body. */
  readonly getReply: () => Promise<unknown>;
}

/** A page, or a permanent redirect. */
export type PageResult = PageMeta | { readonly movedTo: string };
