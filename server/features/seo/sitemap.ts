import { type RoutePath, routes } from "#shared/routes/route-table.ts";
import { sitemapKinds } from "#shared/seo/contract.ts";
import { notFound } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { hasGenrePages } from "./service.ts";
import { listGenrePages, listPartPages, listPartStarts } from "./sitemap-queries.ts";

type Deps = Pick<Services, "db" | "settings" | "clock">;

export const partSize = 10_000;

const indexCacheMs = 600_000;

interface SectionStarts {
  readonly at: number;
  readonly parts: readonly string[];
}

const caches = new WeakMap<object, SectionStarts>();

/** The sitemap index with the URLs of its parts. */
export async function writeSitemapIndex(services: Deps): Promise<string> {
  const entries = (await findParts(services)).map(
    (part) => `<sitemap><loc>${services.settings.origins[0]}/sitemap-${part}.xml</loc></sitemap>`,
  );
  return wrap("sitemapindex", entries);
}

/**
 * A part of the sitemap.
 *
 * @param part `pages`, `genres`, or a kind and the id at which it starts, such as `books-<id>`
 * @throws {ProblemError} `not_found` for an empty part
 */
export async function writeSitemapPart({ db, settings }: Deps, part: string): Promise<string> {
  const origin = settings.origins[0];
  if (part === "pages")
    return wrap(
      "urlset",
      staticPaths.map((path) => writeEntry(origin + path)),
    );
  if (part === "genres") {
    if (!hasGenrePages) throw notFound("sitemap");
    return wrap(
      "urlset",
      (await listGenrePages(db)).map(({ id, changed }) =>
        writeEntry(`${origin}/genre/${encodeURIComponent(id)}`, changed),
      ),
    );
  }
  const kind = sitemapKinds.find((kind) => part.startsWith(`${kind}-`)) ?? "books";
  const pages = await listPartPages(db, kind, part.slice(kind.length + 1), partSize);
  if (pages.length === 0) throw notFound("sitemap");
  return wrap(
    "urlset",
    pages.map(({ path, changed }) => writeEntry(origin + path, changed)),
  );
}

export function writeRobots({ settings }: Pick<Services, "settings">): string {
  const privatePaths = Object.entries(routes)
    .filter(([, audience]) => audience === "private")
    .flatMap(([path]) => getDisallowRules(path));
  return [
    "User-agent: *",
    ...["/api/user/", "/api/media/", "/media/", ...privatePaths].map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${settings.origins[0]}/sitemap.xml`,
    "",
  ].join("\n");
}

/**
 * robots.txt rules for a path and those below, but not for others with the same prefix, such as `/author` and
 * `/auth`.
 */
function getDisallowRules(path: string): string[] {
  if (!path.includes(":")) return [`${path}$`, `${path}?`, `${path}/`];
  // `/read/:id` disallows `/read/`; `/book/:id/sync` disallows only that page of all books.
  return [path.replace(/:\w+$/, "").replace(/:\w+/g, "*")];
}

/** Public pages without parameters. */
const staticPaths = (Object.keys(routes) as RoutePath[]).filter(
  (path) => routes[path] === "public" && !path.includes(":"),
);

async function findParts({ db, clock }: Deps): Promise<readonly string[]> {
  const now = clock().getTime();
  const found = caches.get(db);
  if (found && now - found.at < indexCacheMs) return found.parts;
  const starts: string[] = [];
  for (const kind of sitemapKinds) {
    starts.push(...(await listPartStarts(db, kind, partSize)).map((id) => `${kind}-${id}`));
  }
  const parts = ["pages", ...(hasGenrePages ? ["genres"] : []), ...starts];
  caches.set(db, { at: now, parts });
  return parts;
}

function writeEntry(url: string, changed?: string): string {
  return `<url><loc>${url.replaceAll("&", "&amp;").replaceAll("'", "&apos;")}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ""}</url>`;
}

function wrap(element: "sitemapindex" | "urlset", entries: readonly string[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${element} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
    ...entries,
    `</${element}>`,
    "",
  ].join("\n");
}
