import type { EpubPackage } from "#shared/epub/package/read-opf.ts";
import { getRelativeReference } from "#shared/epub/package/resolve-href.ts";
import { escapeAttribute, escapeText } from "#shared/epub/sanitize/write-markup.ts";
import { writeClock } from "#server/epub/media-overlay/smil-clock.ts";
import { applyEdits, createInsertion, type Edit } from "./edits.ts";
import {
  getAttributes,
  getLocalName,
  getPrefixedName,
  type RawDocument,
  type RawElement,
  readRaw,
} from "./raw-document.ts";

export interface PackageChanges {
  readonly modifiedAt: Date;
  /** Paths that are removed from the EPUB. */
  readonly removedPaths: ReadonlySet<string>;
  readonly overlays: ReadonlyMap<string, { readonly path: string; readonly duration: number }>;
  readonly files: ReadonlyArray<{ readonly path: string; readonly mediaType: string }>;
  readonly narrators: readonly string[];
  readonly activeClass: string;
  /** Empty for none. */
  readonly playbackActiveClass: string;
}

/**
 * Adds overlays and audio to a package document and removes its old media overlays.
 *
 * @returns null when it is not well-formed or has no manifest
 */
export function editPackage(markup: string, book: EpubPackage, changes: PackageChanges): string | null {
  const raw = readRaw(markup);
  const manifest = raw?.elements.find((element) => getLocalName(element) === "manifest");
  const metadata = raw?.elements.find((element) => getLocalName(element) === "metadata");
  if (!raw || !manifest || !metadata || manifest.contentEnd === manifest.end) return null;
  const ids = new FreeIds(raw.ids);
  const overlayIds = new Map(
    [...changes.overlays.keys()].map((page, n) => [page, ids.reserve(`overlay-${n + 1}`)]),
  );
  return applyEdits(markup, [
    ...getItemEdits(raw, manifest, book, changes, overlayIds),
    createInsertion(manifest.contentEnd, writeNewItems(manifest, book, changes, overlayIds, ids)),
    ...getMetadataEdits(raw, metadata, changes),
    createInsertion(metadata.contentEnd, writeNewMetadata(raw, metadata, changes, overlayIds)),
  ]);
}

class FreeIds {
  readonly #usedIds: Set<string>;

  constructor(usedIds: ReadonlySet<string>) {
    this.#usedIds = new Set(usedIds);
  }

  reserve(name: string): string {
    if (this.#usedIds.has(name)) return this.reserve(`x-${name}`);
    this.#usedIds.add(name);
    return name;
  }
}

function getItemEdits(
  raw: RawDocument,
  manifest: RawElement,
  book: EpubPackage,
  { removedPaths, overlays }: PackageChanges,
  overlayIds: ReadonlyMap<string, string>,
): Edit[] {
  const items = raw.elements.filter(
    (element) => element.parent === manifest && getLocalName(element) === "item",
  );
  return items.flatMap((item, index) => {
    const path = book.manifest[index]?.path ?? "";
    if (removedPaths.has(path)) return [createRemoval(raw.markup, item)];
    const tag = raw.markup.slice(item.start, item.contentStart);
    const withoutOverlay = tag.replace(/\s+media-overlay\s*=\s*(?:"[^"]*"|'[^']*')/, "");
    const id = overlays.has(path) ? overlayIds.get(path) : undefined;
    const mediaOverlayAttribute =
      id === undefined
        ? withoutOverlay
        : withoutOverlay.replace(/\s*\/?>$/, (end) => ` media-overlay="${id}"${end.trim()}`);
    return mediaOverlayAttribute === tag
      ? []
      : [{ from: item.start, to: item.contentStart, text: mediaOverlayAttribute }];
  });
}

/** Includes the white space before it. */
function createRemoval(markup: string, { start, end }: RawElement): Edit {
  const space = /\s*$/.exec(markup.slice(Math.max(0, start - 200), start))?.[0].length ?? 0;
  return { from: start - space, to: end, text: "" };
}

function writeNewItems(
  manifest: RawElement,
  book: EpubPackage,
  { overlays, files }: PackageChanges,
  overlayIds: ReadonlyMap<string, string>,
  ids: FreeIds,
): string {
  const writeItem = (id: string, path: string, mediaType: string) =>
    `<${getPrefixedName(manifest, "item")} id="${id}" href="${escapeAttribute(getRelativeReference(book.path, path))}" media-type="${mediaType}"/>\n`;
  const overlayItems = [...overlays].map(([page, { path }]) =>
    writeItem(overlayIds.get(page) ?? "", path, "application/smil+xml"),
  );
  const fileItems = files.map(({ path, mediaType }, n) =>
    writeItem(ids.reserve(`spoken-${n + 1}`), path, mediaType),
  );
  return [...overlayItems, ...fileItems].join("");
}

function getMetadataEdits(raw: RawDocument, metadata: RawElement, { modifiedAt }: PackageChanges): Edit[] {
  const metas = raw.elements.filter(
    (element) => element.parent === metadata && getLocalName(element) === "meta",
  );
  return metas.flatMap((meta): Edit[] => {
    const { property, refines } = getAttributes(raw.markup, meta);
    if (property?.startsWith("media:")) return [createRemoval(raw.markup, meta)];
    if (property !== "dcterms:modified" || refines !== undefined) return [];
    return [{ from: meta.contentStart, to: meta.contentEnd, text: formatInstant(modifiedAt) }];
  });
}

function writeNewMetadata(
  raw: RawDocument,
  metadata: RawElement,
  changes: PackageChanges,
  overlayIds: ReadonlyMap<string, string>,
): string {
  const name = getPrefixedName(metadata, "meta");
  const writeMeta = (property: string, value: string, more = "") =>
    `<${name} property="${property}"${more}>${escapeText(value)}</${name}>\n`;
  const hasModifiedDate = raw.elements.some((element) => {
    const { property, refines } = element.parent === metadata ? getAttributes(raw.markup, element) : {};
    return property === "dcterms:modified" && refines === undefined;
  });
  const overlays = [...changes.overlays];
  const totalSeconds = overlays.reduce((sum, [, { duration }]) => sum + duration, 0);
  return [
    hasModifiedDate ? "" : writeMeta("dcterms:modified", formatInstant(changes.modifiedAt)),
    ...overlays.map(([page, { duration }]) =>
      writeMeta("media:duration", writeClock(duration), ` refines="#${overlayIds.get(page)}"`),
    ),
    writeMeta("media:duration", writeClock(totalSeconds)),
    ...changes.narrators.map((narrator) => writeMeta("media:narrator", narrator)),
    writeMeta("media:active-class", changes.activeClass),
    changes.playbackActiveClass === ""
      ? ""
      : writeMeta("media:playback-active-class", changes.playbackActiveClass),
  ].join("");
}

/** The format of `dcterms:modified`, without fractions of a second. */
const formatInstant = (at: Date) => at.toISOString().replace(/\.\d+Z$/, "Z");
