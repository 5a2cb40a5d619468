/** What a page's shell says of it to machines that read the web, and to people before the client's code is there. */
export interface PageMeta {
  /** 404 for what is not there, or is nobody's to know of. */
  readonly status: 200 | 404;
  /** Empty for the page that is called like the product itself. */
  readonly title: string;
  /** Empty keeps the product's own. */
  readonly description: string;
  /** The page's one path; null for what no machine is to list. */
  readonly canonical: string | null;
  readonly kind?: "website" | "book" | "profile";
  readonly picture?: Picture;
  /** JSON-LD. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** What stands in the page where no script runs. */
  readonly outline?: Outline;
  readonly hints?: Hints;
  /** Left out where the client alone draws the page. */
  readonly drawing?: Drawing;
}

export interface Picture {
  /** A path of ours. */
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
}

export interface Outline {
  readonly heading: string;
  readonly text: string;
  /** A BCP 47 tag of the heading and the text. */
  readonly language?: string;
  readonly direction?: "ltr" | "rtl";
  readonly links: ReadonlyArray<{ readonly path: string; readonly label: string }>;
}

/** What the screen will ask for at once. */
export interface Hints {
  /** Calls of the API. */
  readonly calls?: readonly string[];
  /** The picture that is likely the largest thing on the first screen. */
  readonly picture?: { readonly srcset: string; readonly sizes: string };
}

/** How the server draws a page before the client does. */
export interface Drawing {
  /** What the screen asks for at once, where a guest opens it; what readers are told is their own. */
  readonly asks: readonly Ask[];
  /** With a query in the address it is another page, which the client alone draws. */
  readonly readsQuery: boolean;
}

/** A call of the API that need not be made, because its reply comes with the page. */
export interface Ask {
  readonly address: string;
  /** The reply as it is on the wire. */
  readonly answer: () => Promise<unknown>;
}

/** A page, or where it has gone for good. */
export type PageResult = PageMeta | { readonly movedTo: string };
