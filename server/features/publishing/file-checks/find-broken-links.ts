import { defaultLimits } from "#shared/epub/limits.ts";
import { readPackage } from "#shared/epub/package/read-opf.ts";
import { getFragment, resolvePath } from "#shared/epub/package/resolve-href.ts";
import { type Archive, openArchive } from "#server/epub/zip/archive.ts";
import type { RandomAccessFile } from "#server/storage/storage.ts";

const maxReported = 20;

/** Links to missing documents or anchors of an EPUB, such as `c1.xhtml → c9.xhtml#note`; at most twenty. */
export async function findBrokenLinks(file: RandomAccessFile): Promise<string[]> {
  const limits = { ...defaultLimits, total: Number.POSITIVE_INFINITY };
  const archive = await openArchive(file, limits);
  try {
    const { spine } = await readPackage(archive, limits);
    const ids = new Map<string, ReadonlySet<string>>();
    const broken: string[] = [];
    for (const { path } of spine) {
      for (const href of listLinks(await getText(archive, path))) {
        if (broken.length === maxReported) return broken;
        if (await isBroken(archive, ids, path, href)) broken.push(`${path} → ${href}`);
      }
    }
    return broken;
  } finally {
    archive.close();
  }
}

async function getText(archive: Archive, path: string): Promise<string> {
  const entry = archive.find(path);
  if (!entry || entry.bytes > defaultLimits.document) return "";
  return (await archive.read(entry, defaultLimits.document)).toString("utf8");
}

/** A tag ends at the next `<`, so that the search stays linear in hostile markup. */
function listLinks(text: string): string[] {
  const hrefs = [...text.matchAll(/<a\s[^<>]*?href\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)];
  return [...new Set(hrefs.map(([, double, single]) => decodeEntities(double ?? single ?? "")))];
}

const decodeEntities = (text: string) => text.replaceAll("&amp;", "&").replaceAll("&#38;", "&");

async function isBroken(
  archive: Archive,
  ids: Map<string, ReadonlySet<string>>,
  from: string,
  href: string,
): Promise<boolean> {
  const path = resolvePath(from, href);
  if (path === null || href.trim() === "") return false;
  if (!archive.find(path)) return true;
  const fragment = decodeFragment(getFragment(href).slice(1));
  if (fragment === "" || fragment.startsWith("epubcfi(")) return false;
  const targetIds = ids.get(path) ?? listIds(await getText(archive, path));
  ids.set(path, targetIds);
  return !targetIds.has(fragment);
}

const listIds = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(/\s(?:id|name|xml:id)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)].map(
      ([, a, b]) => a ?? b ?? "",
    ),
  );

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
