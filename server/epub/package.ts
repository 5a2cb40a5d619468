import type { Direction } from "#shared/books/book.ts";
import { refusedFile } from "#server/http/problem.ts";
import type { Archive, ArchiveEntry } from "./archive.ts";
import { decodeText } from "./decode-text.ts";
import type { EpubLimits } from "./limits.ts";
import { mediaTypeOf, svgType, xhtmlType } from "./media-types.ts";
import { type EpubMetadata, readMetadata } from "./metadata.ts";
import { type Obfuscated, readProtection } from "./protection.ts";
import { resolvePath } from "./references.ts";
import { childOf, childrenOf, parseXml, textOf, type XmlElement } from "./xml.ts";

/** A file that the package document lists. */
export interface ManifestItem {
  readonly id: string;
  /** In the EPUB; what the manifest says where no such file is there. */
  readonly path: string;
  readonly isMissing: boolean;
  readonly mediaType: string;
  readonly properties: readonly string[];
  /** Ids of other items; empty for none. */
  readonly fallback: string;
  readonly overlay: string;
}

/** A document of the reading order. */
export interface SpineDocument {
  /** Under which it is served; differs from `source` where a picture is wrapped in a page. */
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

/** A package document, read. */
export interface EpubPackage {
  readonly path: string;
  readonly version: string;
  readonly metadata: EpubMetadata;
  /** All identifiers, the unique one first. */
  readonly identifiers: readonly string[];
  /** As the book says; null when it does not. */
  readonly progression: Direction | null;
  readonly layout: "reflowable" | "pre-paginated";
  /** `rendition:` and `media:` metadata, which the reader needs as it stands. */
  readonly properties: ReadonlyArray<readonly [string, string]>;
  readonly manifest: readonly ManifestItem[];
  readonly spine: readonly SpineDocument[];
  /** Empty for none. */
  readonly navPath: string;
  readonly ncxPath: string;
  /** What the guide and the old `cover` metadata name: a path each; empty for none. */
  readonly coverPage: string;
  readonly coverImage: string;
  readonly obfuscated: readonly Obfuscated[];
  readonly warnings: readonly string[];
}

/**
 * Finds and reads the package document of an open EPUB.
 *
 * @throws {ProblemError} `refused_file` with the reason.
 */
export async function readPackage(archive: Archive, limits: EpubLimits): Promise<EpubPackage> {
  const warnings: string[] = [];
  const { entry, root } = await findPackage(archive, limits, warnings);
  const obfuscated = await readProtection(archive, root, limits);
  const document = parseXml(decodeText(await archive.read(entry, limits.document)));
  const opf = childOf(document, "package") ?? childOf(document, "");
  if (!opf) throw refusedFile("This is not an EPUB: its package document cannot be read.");
  const manifest = readManifest(archive, entry.path, childOf(opf, "manifest"));
  const spine = readSpine(childOf(opf, "spine"), manifest, archive, warnings);
  const metadataElement = childOf(opf, "metadata");
  const metadata = readMetadata(opf, metadataElement);
  const progression = childOf(opf, "spine")?.attributes["page-progression-direction"];
  const properties = readProperties(metadataElement);

  return {
    path: entry.path,
    version: opf.attributes["version"] ?? "",
    metadata,
    identifiers: readIdentifiers(metadataElement, metadata.identifier),
    progression: progression === "rtl" || progression === "ltr" ? progression : null,
    layout: properties.some(([name, value]) => name === "rendition:layout" && value === "pre-paginated")
      ? "pre-paginated"
      : "reflowable",
    properties,
    manifest,
    spine,
    navPath: present(manifest.find((item) => item.properties.includes("nav"))),
    ncxPath: present(
      manifest.find(({ id }) => id === childOf(opf, "spine")?.attributes["toc"]) ??
        manifest.find(({ mediaType }) => mediaType === "application/x-dtbncx+xml"),
    ),
    ...readOldCovers(archive, entry.path, opf, metadataElement, manifest),
    obfuscated,
    warnings,
  };
}

const present = (item: ManifestItem | undefined) => (item && !item.isMissing ? item.path : "");

interface FoundPackage {
  readonly entry: ArchiveEntry;
  /** The folder that the book's root is in; empty, or with a slash at its end. */
  readonly root: string;
}

async function findPackage(archive: Archive, limits: EpubLimits, warnings: string[]): Promise<FoundPackage> {
  await checkMimetype(archive, warnings);
  const containers = [...archive.entries.keys()].filter(
    (path) => /^(?:[^/]+\/)?META-INF\/container\.xml$/i.test(path) && !path.startsWith("__MACOSX/"),
  );
  const path = containers.sort((a, b) => a.length - b.length)[0];
  const container = path === undefined ? undefined : archive.entries.get(path);
  if (path !== undefined && container) {
    const root = path.slice(0, -"META-INF/container.xml".length);
    if (root) warnings.push("The book lies in a folder inside its file.");
    return { entry: await packageOfContainer(archive, container, root, limits), root };
  }
  const packages = [...archive.entries.values()].filter(
    (entry) => /\.opf$/i.test(entry.path) && !/(?:^|\/)(?:__MACOSX\/|\._)/.test(entry.path),
  );
  const [only] = packages;
  if (!only || packages.length > 1)
    throw refusedFile("This is not an EPUB: it does not say where its book begins.");
  warnings.push("The file does not say where the book begins; there was only one place.");
  return { entry: only, root: "" };
}

/** A wrong type that is still some archive is forgiven; one that says it is a page or a picture is believed. */
async function checkMimetype(archive: Archive, warnings: string[]): Promise<void> {
  const entry = archive.entries.get("mimetype");
  if (!entry) return;
  const said =
    entry.bytes > 200 ? "" : (await archive.read(entry, 200)).toString("latin1").replace(/[^\x21-\x7e]/g, "");
  if (said === "application/epub+zip") return;
  if (/^[\w.+-]+\/[\w.+-]+$/.test(said) && !said.startsWith("application/")) {
    throw refusedFile(`This is not an EPUB: it says of itself that it is ${said.slice(0, 60)}.`);
  }
  warnings.push("The file names another type than EPUB.");
}

async function packageOfContainer(
  archive: Archive,
  container: ArchiveEntry,
  root: string,
  limits: EpubLimits,
) {
  const document = parseXml(decodeText(await archive.read(container, limits.document)));
  const files = childrenOf(childOf(childOf(document, "container"), "rootfiles"), "rootfile");
  const isPackage = ({ attributes }: XmlElement) =>
    attributes["media-type"] === "application/oebps-package+xml" ||
    /\.opf$/i.test(attributes["full-path"] ?? "");
  const named = (files.find(isPackage) ?? files[0])?.attributes["full-path"] ?? "";
  const climbs = named.split(/[/\\]/).includes("..");
  const path = climbs || named === "" ? null : resolvePath(root, named);
  const entry = path ? (archive.find(path) ?? archive.find(root + named)) : undefined;
  if (!entry)
    throw refusedFile("This is not an EPUB: the package document that it names is not in the file.");
  return entry;
}

function readManifest(archive: Archive, base: string, manifest: XmlElement | undefined): ManifestItem[] {
  return childrenOf(manifest, "item").map(({ attributes }) => {
    const href = attributes["href"] ?? "";
    const path = href.trim() === "" ? null : resolvePath(base, href);
    const entry = path
      ? (archive.find(path) ?? archive.find(resolvePath(base, encodeURI(href)) ?? ""))
      : undefined;
    return {
      id: attributes["id"] ?? "",
      path: entry?.path ?? path ?? "",
      isMissing: !entry,
      mediaType: attributes["media-type"]?.trim().toLowerCase() ?? "",
      properties: (attributes["properties"] ?? "").split(/\s+/).filter(Boolean),
      fallback: attributes["fallback"] ?? "",
      overlay: attributes["media-overlay"] ?? "",
    };
  });
}

const mostDocuments = 10_000;

function readSpine(
  spine: XmlElement | undefined,
  manifest: readonly ManifestItem[],
  archive: Archive,
  warnings: string[],
): SpineDocument[] {
  const byId = new Map(manifest.map((item) => [item.id, item]));
  const seen = new Set<string>();
  const documents: SpineDocument[] = [];
  for (const { attributes } of childrenOf(spine, "itemref").slice(0, mostDocuments * 2)) {
    const item = byId.get(attributes["idref"] ?? "");
    const readable = readableOf(item, byId);
    const source = readable?.path || item?.path || "";
    if (source && seen.has(source)) continue;
    seen.add(source);
    if (!readable) warnings.push(whyMissing(item, attributes["idref"] ?? ""));
    documents.push({
      ...pathsOf(source, readable, documents.length, archive),
      mediaType: readable?.mediaType ?? "",
      isLinear: attributes["linear"]?.trim() !== "no",
      isMissing: !readable,
      id: attributes["id"] ?? "",
      properties: (attributes["properties"] ?? "").split(/\s+/).filter(Boolean),
      overlay: byId.get(readable?.overlay ?? "")?.path ?? "",
    });
  }
  if (documents.length === 0)
    throw refusedFile("This EPUB has no reading order, so there is nothing to open.");
  if (documents.every(({ isMissing }) => isMissing)) {
    throw refusedFile("None of this book's chapters are in the file, or none that can be shown.");
  }
  return documents.slice(0, mostDocuments);
}

const whyMissing = (item: ManifestItem | undefined, id: string) =>
  item
    ? `A part of the book is not in the file: ${item.path.slice(0, 200)}.`
    : `The reading order names an unknown part: ${id.slice(0, 100)}.`;

/** The item itself when a reader can show it, else the first of its fallbacks; loops end. */
function readableOf(
  item: ManifestItem | undefined,
  byId: ReadonlyMap<string, ManifestItem>,
): ManifestItem | undefined {
  const seen = new Set<ManifestItem>();
  for (let each = item; each && !seen.has(each); each = byId.get(each.fallback)) {
    seen.add(each);
    const type = mediaTypeOf(each.path, each.mediaType);
    if (!each.isMissing && (type === xhtmlType || isPicture(type))) return { ...each, mediaType: type };
  }
  return undefined;
}

const isPicture = (type: string) => type === svgType || /^image\/(?:jpeg|png|gif|webp)$/.test(type);

/** A picture of the reading order is served twice: as it is, and inside a page under a name of its own. */
function pathsOf(source: string, readable: ManifestItem | undefined, index: number, archive: Archive) {
  if (!readable) return { source, path: source || `missing-${index}.xhtml` };
  if (readable.mediaType === xhtmlType) return { source, path: source };
  const path = `${source}.xhtml`;
  return { source, path: archive.find(path) ? `${source}.page.xhtml` : path };
}

function readProperties(metadata: XmlElement | undefined): Array<readonly [string, string]> {
  return childrenOf(metadata, "meta").flatMap((meta) => {
    const name = meta.attributes["property"] ?? "";
    if (meta.attributes["refines"] || !/^(?:rendition|media):[\w-]+$/.test(name)) return [];
    return [[name, textOf(meta).slice(0, 200)] as const];
  });
}

function readIdentifiers(metadata: XmlElement | undefined, unique: string): string[] {
  const all = childrenOf(metadata, "identifier").map((each) => textOf(each).slice(0, 200));
  return [...new Set([unique, ...all])].filter(Boolean).slice(0, 20);
}

function readOldCovers(
  archive: Archive,
  base: string,
  opf: XmlElement,
  metadata: XmlElement | undefined,
  manifest: readonly ManifestItem[],
) {
  const meta = childrenOf(metadata, "meta").find(({ attributes }) => attributes["name"] === "cover");
  const id = meta?.attributes["content"];
  const guide = childrenOf(childOf(opf, "guide"), "reference").find(
    ({ attributes }) => attributes["type"]?.toLowerCase() === "cover",
  );
  const page = resolvePath(base, guide?.attributes["href"] ?? "") ?? "";
  const image =
    manifest.find((item) => item.properties.includes("cover-image")) ??
    manifest.find((item) => item.id === id);
  return { coverPage: guide ? (archive.find(page)?.path ?? "") : "", coverImage: present(image) };
}
