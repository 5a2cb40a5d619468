import type { Archive } from "#shared/epub/archive.ts";
import type { EpubLimits } from "#shared/epub/limits.ts";
import { decodeText } from "#shared/epub/sanitize/decode-text.ts";
import { toServedFragment } from "#shared/epub/sanitize/namespace-ids.ts";
import {
  findChild,
  getText,
  listChildren,
  listDescendants,
  parseXml,
  type XmlElement,
  type XmlNode,
} from "#shared/epub/sanitize/xml.ts";
import type { TocItem } from "#shared/reader/contract.ts";
import { toLine } from "./metadata.ts";
import type { EpubPackage } from "./read-opf.ts";
import { getFragment, resolvePath } from "./resolve-href.ts";

/** The table of contents and the list of print pages. */
export interface Contents {
  readonly toc: TocItem[];
  /** Empty for none. */
  readonly pages: readonly TocItem[];
}

const maxItems = 20_000;
const maxLevels = 20;
const maxPageLabel = 30;

/**
 * Reads the table of contents from the navigation document, else from the NCX; empty when neither has one.
 */
export async function readContents(
  archive: Archive,
  book: EpubPackage,
  limits: EpubLimits,
): Promise<Contents> {
  const sources = new Map(book.spine.map(({ source, path }) => [source, path]));
  let pages: readonly TocItem[] = [];
  for (const [path, read] of [
    [book.navPath, readNav],
    [book.ncxPath, readNcx],
  ] as const) {
    const entry = path ? archive.entries.get(path) : undefined;
    if (!entry) continue;
    const content = await archive.read(entry, limits.document).catch(() => new Uint8Array());
    const resolve = (href: string | undefined) => resolveTocHref(archive, sources, path, href);
    const found = read(parseXml(decodeText(content)), resolve);
    if (pages.length === 0) pages = found.pages;
    if (found.toc.length > 0) return { toc: found.toc, pages };
  }
  return { toc: [], pages };
}

type ResolveHref = (href: string | undefined) => string;

function resolveTocHref(
  archive: Archive,
  pages: ReadonlyMap<string, string>,
  from: string,
  href = "",
): string {
  const path = href.trim() === "" ? null : resolvePath(from, href);
  if (path === null) return "";
  const found = archive.find(path)?.path ?? findOnlyNamed(path, pages);
  return found === undefined ? "" : (pages.get(found) ?? found) + toServedFragment(getFragment(href));
}

function findOnlyNamed(path: string, pages: ReadonlyMap<string, string>): string | undefined {
  const name = `/${path.split("/").at(-1)}`;
  const [only, other] = [...pages.keys()].filter((each) => `/${each}`.endsWith(name));
  return other === undefined ? only : undefined;
}

function readNav(document: XmlElement, resolve: ResolveHref): Contents {
  const navs = listDescendants(document, "nav");
  const findNav = (type: string) =>
    navs.find(({ attributes }) =>
      (attributes["epub:type"] ?? attributes["type"] ?? "").split(/\s+/).includes(type),
    );
  const toc = findNav("toc") ?? (navs.length === 1 ? navs[0] : undefined);
  const pageList = findNav("page-list");
  const budget = { items: maxItems };
  return {
    toc: toc ? readList(findChild(toc, "ol") ?? listDescendants(toc, "ol")[0], resolve, budget, 1) : [],
    pages: pageList ? readNavPages(pageList, resolve) : [],
  };
}

function readNavPages(pageList: XmlElement, resolve: ResolveHref): TocItem[] {
  const links = listDescendants(pageList, "a").slice(0, maxItems);
  return links.map((link) => toPage(getLabel(link), resolve(link.attributes["href"])));
}

const toPage = (label: string, href: string): TocItem => ({
  label: label.slice(0, maxPageLabel),
  href,
  children: [],
});

function readList(
  list: XmlElement | undefined,
  resolve: ResolveHref,
  budget: { items: number },
  level: number,
): TocItem[] {
  if (!list || level > maxLevels) return [];
  return listChildren(list, "li").flatMap((item) => {
    if (budget.items-- <= 0) return [];
    const isSublist = (child: XmlNode) => typeof child !== "string" && child.name === "ol";
    const heading = { ...item, children: item.children.filter((child) => !isSublist(child)) };
    const link = listDescendants(heading, "a")[0];
    const children = readList(findChild(item, "ol"), resolve, budget, level + 1);
    return pruneItem({
      label: getLabel(link) || getLabel(heading),
      href: resolve(link?.attributes["href"]),
      children,
    });
  });
}

function readNcx(document: XmlElement, resolve: ResolveHref): Contents {
  const ncx = findChild(document, "ncx");
  const budget = { items: maxItems };
  return {
    toc: readPoints(findChild(ncx, "navMap"), resolve, budget, 1),
    pages: listChildren(findChild(ncx, "pageList"), "pageTarget")
      .slice(0, maxItems)
      .map((page) =>
        toPage(
          toLine(getText(findChild(findChild(page, "navLabel"), "text")), 500),
          resolve(findChild(page, "content")?.attributes["src"]),
        ),
      ),
  };
}

function readPoints(
  parent: XmlElement | undefined,
  resolve: ResolveHref,
  budget: { items: number },
  level: number,
): TocItem[] {
  if (!parent || level > maxLevels) return [];
  return listChildren(parent, "navPoint").flatMap((point) => {
    if (budget.items-- <= 0) return [];
    const label = toLine(getText(findChild(findChild(point, "navLabel"), "text")), 500);
    const href = resolve(findChild(point, "content")?.attributes["src"]);
    return pruneItem({ label, href, children: readPoints(point, resolve, budget, level + 1) });
  });
}

function pruneItem(item: TocItem): TocItem[] {
  if (item.label === "" && item.href === "") return item.children;
  return [item];
}

function getLabel(element: XmlElement | undefined): string {
  if (!element) return "";
  const imageAlts = listDescendants(element, "img").map(({ attributes }) => attributes["alt"] ?? "");
  return toLine(getText(element) || imageAlts.join(" ") || (element.attributes["title"] ?? ""), 500);
}
