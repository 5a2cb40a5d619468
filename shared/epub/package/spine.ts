import type { Reason } from "#shared/api/problem.ts";
import type { Archive } from "#shared/epub/archive.ts";
import { listChildren, type XmlElement } from "#shared/epub/sanitize/xml.ts";
import { UnreadableEpubError } from "#shared/epub/unreadable-epub-error.ts";
import { getMediaType, svgType, xhtmlType } from "./media-types.ts";

/** A manifest item. */
export interface ManifestItem {
  readonly id: string;
  readonly path: string;
  readonly isMissing: boolean;
  readonly mediaType: string;
  readonly properties: readonly string[];
  /** Ids of other items; empty for none. */
  readonly fallback: string;
  readonly overlay: string;
}

/** A spine document. */
export interface SpineDocument {
  /** The served path; differs from `source` when an image is wrapped in a page. */
  readonly path: string;
  readonly source: string;
  readonly mediaType: string;
  readonly isLinear: boolean;
  readonly isMissing: boolean;
  readonly id: string;
  readonly properties: readonly string[];
  /** The path of its media overlay; empty for none. */
  readonly overlay: string;
}

const maxDocuments = 10_000;
/** Digital talking books, which EPUB 2 allowed as chapters. */
const dtbookType = "application/x-dtbook+xml";

/**
 * Reads the spine: each document once, missing ones included.
 *
 * @throws {UnreadableEpubError} when nothing can be opened
 */
export function readSpine(
  spine: XmlElement | undefined,
  manifest: readonly ManifestItem[],
  archive: Archive,
  warnings: Reason[],
): SpineDocument[] {
  const byId = new Map(manifest.map((item) => [item.id, item]));
  const visited = new Set<string>();
  const documents: SpineDocument[] = [];
  for (const { attributes } of listChildren(spine, "itemref").slice(0, maxDocuments * 2)) {
    const item = byId.get(attributes["idref"]?.trim() ?? "");
    const readable = getReadable(item, byId);
    const source = readable?.path || item?.path || "";
    if (source && visited.has(source)) continue;
    visited.add(source);
    if (!readable) warnings.push(toMissingWarning(item, attributes["idref"] ?? ""));
    documents.push({
      ...getPaths(source, readable, documents.length, archive),
      mediaType: readable?.mediaType ?? "",
      isLinear: attributes["linear"]?.trim() !== "no",
      isMissing: !readable,
      id: attributes["id"] ?? "",
      properties: (attributes["properties"] ?? "").split(/\s+/).filter(Boolean),
      overlay: byId.get(readable?.overlay ?? "")?.path ?? "",
    });
  }
  if (documents.length === 0) throw new UnreadableEpubError("epub_no_spine");
  if (documents.every(({ isMissing }) => isMissing)) {
    if (manifest.some(({ mediaType }) => mediaType.trim().toLowerCase() === dtbookType)) {
      throw new UnreadableEpubError("epub_dtbook");
    }
    throw new UnreadableEpubError("epub_chapters_missing");
  }
  return documents.slice(0, maxDocuments);
}

const toMissingWarning = (item: ManifestItem | undefined, id: string): Reason =>
  item
    ? { code: "epub_part_missing", path: item.path.slice(0, 200) }
    : { code: "epub_part_unknown", id: id.slice(0, 100) };

/** The item itself when it can be displayed, else the first displayable fallback; stops at loops. */
function getReadable(
  item: ManifestItem | undefined,
  byId: ReadonlyMap<string, ManifestItem>,
): ManifestItem | undefined {
  const visited = new Set<ManifestItem>();
  for (let each = item; each && !visited.has(each); each = byId.get(each.fallback)) {
    visited.add(each);
    const type = getMediaType(each.path, each.mediaType);
    if (!each.isMissing && (type === xhtmlType || isPicture(type))) return { ...each, mediaType: type };
  }
  return undefined;
}

const isPicture = (type: string) => type === svgType || /^image\/(?:jpeg|png|gif|webp)$/.test(type);

function getPaths(source: string, readable: ManifestItem | undefined, index: number, archive: Archive) {
  if (!readable) return { source, path: source || `missing-${index}.xhtml` };
  if (readable.mediaType === xhtmlType) return { source, path: source };
  const path = `${source}.xhtml`;
  return { source, path: archive.find(path) ? `${source}.page.xhtml` : path };
}
