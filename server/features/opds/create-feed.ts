import type { Feed, FeedLink } from "./feed.ts";
import type { FeedContext } from "./feed-context.ts";

type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

interface FeedParts extends Partial<Feed> {
  /** Below the root. */
  readonly path: string;
  readonly query?: Query;
  readonly title: string;
  readonly updated: Date;
  readonly kind: Feed["kind"];
  /** The feed above, below the root; null for the root itself. */
  readonly up?: string | null;
}

/** A feed with the links that all feeds have. */
export function createFeed(context: FeedContext, { path, query = {}, up = "", ...parts }: FeedParts): Feed {
  const { getUrl, version, origin } = context;
  const { kind } = parts;
  const self = getUrl(path, query);
  return {
    id: self,
    searchUrl: version === "atom" ? `${origin}/opds/search.xml` : `${getUrl("/books")}{?query}`,
    total: null,
    pageSize: null,
    navigation: [],
    publications: [],
    facets: [],
    ...parts,
    links: [
      { rel: "self", href: self, kind },
      { rel: "start", href: getUrl(""), kind: "navigation" },
      ...(up === null ? [] : [{ rel: "up", href: getUrl(up), kind: "navigation" } as const]),
      ...(parts.links ?? []),
    ],
  };
}

/** `first`, `previous`, `next` and `last` of a list whose pages turn in both directions. */
export function listPageLinks(
  { getUrl }: FeedContext,
  kind: Feed["kind"],
  {
    path,
    query,
    before,
    after,
  }: {
    readonly path: string;
    readonly query: Query;
    readonly before: string | null;
    readonly after: string | null;
  },
): FeedLink[] {
  const toLink = (rel: string, part: Query): FeedLink => ({
    rel,
    href: getUrl(path, { ...query, ...part }),
    kind,
  });
  return [
    toLink("first", {}),
    ...(before === null ? [] : [toLink("previous", { before })]),
    ...(after === null ? [] : [toLink("next", { after })]),
    toLink("last", { page: "last" }),
  ];
}
