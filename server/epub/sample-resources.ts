import { addressesOf, type FileIndex } from "./allow-address.ts";
import type { Archive } from "./archive.ts";
import { cleanCss } from "./css.ts";
import { decodeText } from "./decode-text.ts";
import { cleanDocument } from "./document.ts";
import type { EpubLimits } from "./limits.ts";
import { isFont, mediaTypeOf, xhtmlType } from "./media-types.ts";
import { soundsOf } from "./overlay/read-overlays.ts";
import type { EpubPackage } from "./package.ts";
import type { Sample } from "./sample.ts";
import { writeDocument } from "./write-document.ts";

/**
 * Which files go with the sample: what its pages and their style sheets name, the fonts and sheets of the book, and the
 * narration of pages that are read whole. Documents of the reading order are never among them.
 */
export async function sampleResources(
  archive: Archive,
  book: EpubPackage,
  files: FileIndex,
  sample: Sample,
  limits: EpubLimits,
): Promise<string[]> {
  const text = async (path: string) => {
    const entry = archive.entries.get(path);
    const content = entry && (await archive.read(entry, limits.document).catch(() => null));
    return content ? decodeText(content) : "";
  };
  const named = new Set<string>();
  for (const [index, { source, path }] of book.spine.slice(0, sample.spineIndex + 1).entries()) {
    if (path !== source && index < sample.spineIndex) named.add(source);
    if (path !== source && index === sample.spineIndex) continue;
    const blocks = index < sample.spineIndex ? null : sample.paragraphs;
    for (const each of namedBy(await text(source), source, files, blocks)) named.add(each);
  }
  for (const { path, mediaType, isMissing } of book.manifest) {
    const type = mediaTypeOf(path, mediaType);
    if (!isMissing && (isFont(type) || type === "text/css")) named.add(path);
  }
  for (const sheet of [...named].filter((path) => mediaTypeOf(path) === "text/css")) {
    const addresses = addressesOf(sheet, files);
    cleanCss(await text(sheet), addresses.style);
    for (const each of addresses.named) named.add(each);
  }
  for (const each of await narrationOf(archive, book, sample, limits)) named.add(each);
  const order = new Set(book.spine.flatMap(({ path, mediaType }) => (mediaType === xhtmlType ? [path] : [])));
  return [...named].filter((path) => !order.has(path)).sort();
}

/** What a page names, as far as it is given; nothing when it cannot be read. */
function namedBy(
  markup: string,
  source: string,
  files: FileIndex,
  blocks: number | null,
): ReadonlySet<string> {
  const all = addressesOf(source, files);
  try {
    const page = cleanDocument(markup, all);
    if (blocks === null) return all.named;
    const given = addressesOf(source, files);
    cleanDocument(writeDocument(page, { spineIndex: null, blocks }), given);
    return given.named;
  } catch {
    return new Set();
  }
}

/** Overlays of whole pages, and sounds that no locked page speaks from. */
async function narrationOf(archive: Archive, book: EpubPackage, sample: Sample, limits: EpubLimits) {
  const given = new Set<string>();
  const locked = new Set<string>();
  const known = new Map<string, readonly string[]>();
  for (const [index, { overlay }] of book.spine.entries()) {
    if (!overlay) continue;
    const isWhole = index < sample.spineIndex;
    if (isWhole) given.add(overlay);
    const sounds = known.get(overlay) ?? (await soundsOf(archive, overlay, limits));
    known.set(overlay, sounds);
    for (const sound of sounds) (isWhole ? given : locked).add(sound);
  }
  return [...given].filter((path) => !locked.has(path));
}
