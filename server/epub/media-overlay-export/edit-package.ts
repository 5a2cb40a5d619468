import { writeClock } from "#server/epub/media-overlay/smil-clock.ts";
import type { EpubPackage } from "#server/epub/package/read-opf.ts";
import { relativeReference } from "#server/epub/package/resolve-href.ts";
import { escapeAttribute, escapeText } from "#server/epub/sanitize/write-markup.ts";
import { applyAll, type Edit, insertion } from "./edits.ts";
import {
  afterTagName,
  getAttributes,
  localName,
  type RawDocument,
  type RawElement,
  readRaw,
} from "./raw-document.ts";

export interface PackageChanges {
  readonly modifiedAt: Date;
  /** Paths that are removed from the EPUB. */
  readonly dropped: ReadonlySet<string>;
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
  const manifest = raw?.elements.find((element) => localName(element) === "manifest");
  const metadata = raw?.elements.find((element) => localName(element) === "metadata");
  if (!raw || !manifest || !metadata || manifest.contentEnd === manifest.end) return null;
  const ids = new FreeIds(raw.ids);
  const overlayIds = new Map(
    [...changes.overlays.keys()].map((page, n) => [page, ids.reserve(`overlay-${n + 1}`)]),
  );
  return applyAll(markup, [
    ...itemEdits(raw, manifest, book, changes, overlayIds),
    insertion(manifest.contentEnd, newItems(manifest, book, changes, overlayIds, ids)),
    ...metadataEdits(raw, metadata, changes),
    insertion(metadata.contentEnd, newMetadata(raw, metadata, changes, overlayIds)),
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

function itemEdits(
  raw: RawDocument,
  manifest: RawElement,
  book: EpubPackage,
  { dropped, overlays }: PackageChanges,
  overlayIds: ReadonlyMap<string, string>,
): Edit[] {
  const items = raw.elements.filter(
    (element) => element.parent === manifest && localName(element) === "item",
  );
  return items.flatMap((item, index) => {
    const path = book.manifest[index]?.path ?? "";
    if (dropped.has(path)) return [removal(raw.markup, item)];
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
function removal(markup: string, { start, end }: RawElement): Edit {
  const space = /\s*$/.exec(markup.slice(Math.max(0, start - 200), start))?.[0].length ?? 0;
  return { from: start - space, to: end, text: "" };
}

function newItems(
  manifest: RawElement,
  book: EpubPackage,
  { overlays, files }: PackageChanges,
  overlayIds: ReadonlyMap<string, string>,
  ids: FreeIds,
): string {
  const item = (id: string, path: string, mediaType: string) =>
    `<${afterTagName(manifest, "item")} id="${id}" href="${escapeAttribute(relativeReference(book.path, path))}" media-type="${mediaType}"/>\n`;
  const ofOverlays = [...overlays].map(([page, { path }]) =>
    item(overlayIds.get(page) ?? "", path, "application/smil+xml"),
  );
  const ofFiles = files.map(({ path, mediaType }, n) =>
    item(ids.reserve(`spoken-${n + 1}`), path, mediaType),
  );
  return [...ofOverlays, ...ofFiles].join("");
}

function metadataEdits(raw: RawDocument, metadata: RawElement, { modifiedAt }: PackageChanges): Edit[] {
  const metas = raw.elements.filter(
    (element) => element.parent === metadata && localName(element) === "meta",
  );
  return metas.flatMap((meta): Edit[] => {
    const { property, refines } = getAttributes(raw.markup, meta);
    if (property?.startsWith("media:")) return [removal(raw.markup, meta)];
    if (property !== "dcterms:modified" || refines !== undefined) return [];
    return [{ from: meta.contentStart, to: meta.contentEnd, text: instant(modifiedAt) }];
  });
}

function newMetadata(
  raw: RawDocument,
  metadata: RawElement,
  changes: PackageChanges,
  overlayIds: ReadonlyMap<string, string>,
): string {
  const name = afterTagName(metadata, "meta");
  const meta = (property: string, value: string, more = "") =>
    `<${name} property="${property}"${more}>${escapeText(value)}</${name}>\n`;
  const isDated = raw.elements.some((element) => {
    const { property, refines } = element.parent === metadata ? getAttributes(raw.markup, element) : {};
    return property === "dcterms:modified" && refines === undefined;
  });
  const overlays = [...changes.overlays];
  const totalSeconds = overlays.reduce((sum, [, { duration }]) => sum + duration, 0);
  return [
    isDated ? "" : meta("dcterms:modified", instant(changes.modifiedAt)),
    ...overlays.map(([page, { duration }]) =>
      meta("media:duration", writeClock(duration), ` refines="#${overlayIds.get(page)}"`),
    ),
    meta("media:duration", writeClock(totalSeconds)),
    ...changes.narrators.map((narrator) => meta("media:narrator", narrator)),
    meta("media:active-class", changes.activeClass),
    changes.playbackActiveClass === ""
      ? ""
      : meta("media:playback-active-class", changes.playbackActiveClass),
  ].join("");
}

/** The format of `dcterms:modified`, without fractions of a second. */
const instant = (at: Date) => at.toISOString().replace(/\.\d+Z$/, "Z");
