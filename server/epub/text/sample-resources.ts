import type { EpubLimits } from "#shared/epub/limits.ts";
import { getMediaType, isFont, xhtmlType } from "#shared/epub/package/media-types.ts";
import type { EpubPackage } from "#shared/epub/package/read-opf.ts";
import { decodeText } from "#shared/epub/sanitize/decode-text.ts";
import { sanitizeCss } from "#shared/epub/sanitize/sanitize-css.ts";
import { sanitizeDocument } from "#shared/epub/sanitize/sanitize-document.ts";
import { createUrlResolver, type FileIndex } from "#shared/epub/sanitize/url-policy.ts";
import { writeDocument } from "#shared/epub/sanitize/write-document.ts";
import { getAudioFiles } from "#server/epub/media-overlay/read-overlays.ts";
import type { Archive } from "#server/epub/zip/archive.ts";
import type { Sample } from "./sample.ts";

export async function listSampleResources(
  archive: Archive,
  book: EpubPackage,
  files: FileIndex,
  sample: Sample,
  limits: EpubLimits,
): Promise<string[]> {
  const readText = async (path: string) => {
    const entry = archive.entries.get(path);
    const content = entry && (await archive.read(entry, limits.document).catch(() => null));
    return content ? decodeText(content) : "";
  };
  const referenced = new Set<string>();
  for (const [index, { source, path }] of book.spine.slice(0, sample.spineIndex + 1).entries()) {
    if (path !== source && index < sample.spineIndex) referenced.add(source);
    if (path !== source && index === sample.spineIndex) continue;
    const blocks = index < sample.spineIndex ? null : sample.paragraphs;
    for (const each of listReferenced(await readText(source), source, files, blocks)) referenced.add(each);
  }
  for (const { path, mediaType, isMissing } of book.manifest) {
    const type = getMediaType(path, mediaType);
    if (!isMissing && (isFont(type) || type === "text/css")) referenced.add(path);
  }
  const declaredTypes = new Map(book.manifest.map(({ path, mediaType }) => [path, mediaType]));
  const isStyleSheet = (path: string) => getMediaType(path, declaredTypes.get(path)) === "text/css";
  for (const sheet of [...referenced].filter(isStyleSheet)) {
    const urls = createUrlResolver(sheet, files);
    sanitizeCss(await readText(sheet), urls.style);
    for (const each of urls.referencedPaths) referenced.add(each);
  }
  for (const each of await listNarrationFiles(archive, book, sample, limits)) referenced.add(each);
  const order = new Set(book.spine.flatMap(({ path, mediaType }) => (mediaType === xhtmlType ? [path] : [])));
  return [...referenced].filter((path) => !order.has(path)).sort();
}

function listReferenced(
  markup: string,
  source: string,
  files: FileIndex,
  blocks: number | null,
): ReadonlySet<string> {
  const all = createUrlResolver(source, files);
  try {
    const page = sanitizeDocument(markup, all);
    if (blocks === null) return all.referencedPaths;
    const urlResolver = createUrlResolver(source, files);
    sanitizeDocument(writeDocument(page, { spineIndex: null, blocks }), urlResolver);
    return urlResolver.referencedPaths;
  } catch {
    return new Set();
  }
}

async function listNarrationFiles(archive: Archive, book: EpubPackage, sample: Sample, limits: EpubLimits) {
  const included = new Set<string>();
  const locked = new Set<string>();
  const cached = new Map<string, readonly string[]>();
  for (const [index, { overlay }] of book.spine.entries()) {
    if (!overlay) continue;
    const isWhole = index < sample.spineIndex;
    if (isWhole) included.add(overlay);
    const audioFiles = cached.get(overlay) ?? (await getAudioFiles(archive, overlay, limits));
    cached.set(overlay, audioFiles);
    for (const audio of audioFiles) (isWhole ? included : locked).add(audio);
  }
  return [...included].filter((path) => !locked.has(path));
}
