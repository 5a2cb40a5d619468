import type { Archive } from "#shared/epub/archive.ts";
import type { BookFiles } from "#shared/epub/sanitize/url-policy.ts";
import { getMediaType, isCoreImage, isFont, isScript } from "./media-types.ts";
import type { EpubPackage } from "./read-opf.ts";
import type { ManifestItem } from "./spine.ts";

export const containerPath = "META-INF/container.xml";
export const encryptionPath = "META-INF/encryption.xml";
const displayOptions = /^META-INF\/com\.(?:apple\.ibooks|kobobooks)\.display-options\.xml$/;

export function getNavigationPath(book: Pick<EpubPackage, "path" | "manifest">): string {
  const folder = book.path.slice(0, book.path.lastIndexOf("/") + 1);
  return `${folder}maktaba-contents.xhtml`;
}

export function getBookFiles(archive: Archive, book: EpubPackage): BookFiles {
  const isExcluded = createExclusionFilter(book);
  const pages = book.spine.filter(({ path, source, isMissing }) => !isMissing && path !== source);
  return {
    paths: [...archive.entries.keys()].filter((path) => !isExcluded(path) && path !== book.path),
    pages: pages.map(({ source, path }) => [source, path] as const),
    fallbacks: getFallbacks(book),
  };
}

/** Files that browsers cannot display, with their first displayable fallback. */
function getFallbacks(book: EpubPackage): Array<readonly [string, string]> {
  const byId = new Map(book.manifest.map((item) => [item.id, item]));
  return book.manifest.flatMap((item) => {
    if (item.isMissing || !item.fallback || isDisplayable(item)) return [];
    const visited = new Set([item]);
    let next = byId.get(item.fallback);
    while (next && !visited.has(next) && (next.isMissing || !isDisplayable(next))) {
      visited.add(next);
      next = byId.get(next.fallback);
    }
    return next && !visited.has(next) ? [[item.path, next.path] as const] : [];
  });
}

function isDisplayable({ path, mediaType }: ManifestItem): boolean {
  const type = getMediaType(path, mediaType);
  return isCoreImage(type) || isFont(type) || /^(?:audio|video)\/|css$|xhtml/.test(type);
}

function createExclusionFilter({ manifest }: EpubPackage): (path: string) => boolean {
  const scripts = new Set<string>();
  const visited = new Set<string>();
  for (const { path, mediaType } of manifest) {
    if (!visited.has(path) && isScript("", mediaType)) scripts.add(path);
    visited.add(path);
  }
  return (path) => {
    if (path === "mimetype" || /(?:^|\/)__MACOSX\/|(?:^|\/)\.[^/]+$/.test(path)) return true;
    if (/(?:^|\/)META-INF\//i.test(path)) return !displayOptions.test(path);
    return isScript(path) || scripts.has(path);
  };
}

/** Path and uncompressed size of each servable entry, including generated ones. */
export function listServedEntries(archive: Archive, book: EpubPackage): Array<readonly [string, number]> {
  const isExcluded = createExclusionFilter(book);
  const served = [...archive.entries.values()].filter(({ path }) => !isExcluded(path));
  const generated = book.spine.filter(({ path, isMissing }) => !isMissing && !archive.entries.has(path));
  return [
    [containerPath, 500],
    [getNavigationPath(book), 500],
    ...(book.obfuscated.length > 0 ? [[encryptionPath, 500] as const] : []),
    ...served.map(({ path, bytes }) => [path, bytes] as const),
    ...generated.map(({ path, source }) => [path, archive.entries.get(source)?.bytes ?? 0] as const),
  ];
}
