import type { Reason } from "#shared/api/problem.ts";
import type { Direction } from "#shared/books/book.ts";
import type { Archive } from "#shared/epub/archive.ts";
import type { EpubLimits } from "#shared/epub/limits.ts";
import { decodeText } from "#shared/epub/sanitize/decode-text.ts";
import {
  findChild,
  getText,
  listChildren,
  listDescendants,
  parseXml,
  type XmlElement,
} from "#shared/epub/sanitize/xml.ts";
import { UnreadableEpubError } from "#shared/epub/unreadable-epub-error.ts";
import { findPackage } from "./find-package.ts";
import { type EpubMetadata, readMetadata } from "./metadata.ts";
import { resolvePath } from "./resolve-href.ts";
import { type ManifestItem, readSpine, type SpineDocument } from "./spine.ts";

/** A parsed package document. */
export interface EpubPackage {
  readonly path: string;
  readonly version: string;
  readonly metadata: EpubMetadata;
  /** All identifiers, the unique one first. */
  readonly identifiers: readonly string[];
  /** As declared; null when not. */
  readonly progression: Direction | null;
  readonly layout: "reflowable" | "pre-paginated";
  /** `rendition:` and `media:` metadata, passed on unchanged. */
  readonly properties: ReadonlyArray<readonly [string, string]>;
  readonly overlayDurations: ReadonlyArray<readonly [path: string, duration: string]>;
  readonly manifest: readonly ManifestItem[];
  readonly spine: readonly SpineDocument[];
  /** Empty for none. */
  readonly navPath: string;
  readonly ncxPath: string;
  /** Paths from the guide and the EPUB 2 cover metadata; empty for none. */
  readonly coverPage: string;
  readonly coverImage: string;
  readonly obfuscated: readonly ObfuscatedFont[];
  readonly warnings: readonly Reason[];
}

/**
 * Finds and parses the package document of an open EPUB.
 *
 * @throws {UnreadableEpubError} with the reason
 */
export async function readPackage(archive: Archive, limits: EpubLimits): Promise<EpubPackage> {
  const warnings: Reason[] = [];
  const { entry, root } = await findPackage(archive, limits, warnings);
  const obfuscated = await readProtection(archive, root, limits);
  const document = parseXml(decodeText(await archive.read(entry, limits.document)));
  const opf = findChild(document, "package") ?? findChild(document, "");
  if (!opf) throw new UnreadableEpubError("epub_opf_unreadable");
  const manifest = readManifest(archive, entry.path, findChild(opf, "manifest"));
  const spine = readSpine(findChild(opf, "spine"), manifest, archive, warnings);
  const metadataElement = findChild(opf, "metadata");
  const metadata = readMetadata(opf, metadataElement);
  const progression = findChild(opf, "spine")?.attributes["page-progression-direction"];
  const properties = [
    ...readProperties(metadataElement),
    ...(await readFixedLayout(archive, root, metadataElement, limits)),
  ];

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
    overlayDurations: readOverlayDurations(metadataElement, manifest),
    manifest,
    spine,
    navPath: getPath(manifest.find((item) => item.properties.includes("nav"))),
    ncxPath: getPath(
      manifest.find(({ id }) => id === findChild(opf, "spine")?.attributes["toc"]) ??
        manifest.find(({ mediaType }) => mediaType === "application/x-dtbncx+xml"),
    ),
    ...readEpub2Covers(archive, entry.path, opf, metadataElement, manifest),
    obfuscated,
    warnings,
  };
}

const getPath = (item: ManifestItem | undefined) => (item && !item.isMissing ? item.path : "");

function readManifest(archive: Archive, base: string, manifest: XmlElement | undefined): ManifestItem[] {
  return listChildren(manifest, "item").map(({ attributes }) => {
    const href = attributes["href"] ?? "";
    const path = href.trim() === "" ? null : resolvePath(base, href);
    const entry = path ? archive.find(path) : undefined;
    return {
      id: attributes["id"]?.trim() ?? "",
      path: entry?.path ?? path ?? "",
      isMissing: !entry,
      mediaType: attributes["media-type"]?.trim().toLowerCase() ?? "",
      properties: (attributes["properties"] ?? "").split(/\s+/).filter(Boolean),
      fallback: attributes["fallback"] ?? "",
      overlay: attributes["media-overlay"] ?? "",
    };
  });
}

function readProperties(metadata: XmlElement | undefined): Array<readonly [string, string]> {
  return listChildren(metadata, "meta").flatMap((meta) => {
    const name = meta.attributes["property"] ?? "";
    if (meta.attributes["refines"] || !/^(?:rendition|media):[\w-]+$/.test(name)) return [];
    return [[name, getText(meta).slice(0, 200)] as const];
  });
}

/** The fixed layout of books from before EPUB 3, by Apple's display options or Amazon's metadata. */
async function readFixedLayout(
  archive: Archive,
  root: string,
  metadata: XmlElement | undefined,
  limits: EpubLimits,
): Promise<EpubPackage["properties"]> {
  const metas = listChildren(metadata, "meta").map(({ attributes }) => attributes);
  const getContent = (name: string) => metas.find((meta) => meta["name"] === name)?.["content"] ?? "";
  const [, width, height] = /^(\d{2,5})x(\d{2,5})$/.exec(getContent("original-resolution")) ?? [];
  const size = [["rendition:viewport", `width=${width}, height=${height}`]] as const;
  const isDeclared = metas.some(({ property }) => property === "rendition:layout");
  const isFixed = getContent("fixed-layout") === "true" || (await hasFixedDisplay(archive, root, limits));
  return [
    ...(isFixed && !isDeclared ? [["rendition:layout", "pre-paginated"] as const] : []),
    ...(width ? size : []),
  ];
}

async function hasFixedDisplay(archive: Archive, root: string, limits: EpubLimits): Promise<boolean> {
  const entry = archive.find(`${root}META-INF/com.apple.ibooks.display-options.xml`);
  if (!entry) return false;
  const options = listDescendants(parseXml(decodeText(await archive.read(entry, limits.document))), "option");
  return options.some(
    (option) => option.attributes["name"] === "fixed-layout" && getText(option).toLowerCase() === "true",
  );
}

function readOverlayDurations(
  metadata: XmlElement | undefined,
  manifest: readonly ManifestItem[],
): EpubPackage["overlayDurations"] {
  return listChildren(metadata, "meta").flatMap((meta) => {
    if (meta.attributes["property"] !== "media:duration") return [];
    const refined = meta.attributes["refines"]?.replace(/^#/, "");
    const path = refined === undefined ? "" : manifest.find(({ id }) => id === refined)?.path;
    return path === undefined ? [] : [[path, getText(meta).slice(0, 200)] as const];
  });
}

function readIdentifiers(metadata: XmlElement | undefined, unique: string): string[] {
  const all = listChildren(metadata, "identifier").map((each) => getText(each).slice(0, 200));
  return [...new Set([unique, ...all])].filter(Boolean).slice(0, 20);
}

function readEpub2Covers(
  archive: Archive,
  base: string,
  opf: XmlElement,
  metadata: XmlElement | undefined,
  manifest: readonly ManifestItem[],
) {
  const meta = listChildren(metadata, "meta").find(({ attributes }) => attributes["name"] === "cover");
  const id = meta?.attributes["content"];
  const guide = listChildren(findChild(opf, "guide"), "reference").find(
    ({ attributes }) => attributes["type"]?.toLowerCase() === "cover",
  );
  const page = resolvePath(base, guide?.attributes["href"] ?? "") ?? "";
  const image =
    manifest.find((item) => item.properties.includes("cover-image")) ??
    manifest.find((item) => item.id === id);
  return { coverPage: guide ? (archive.find(page)?.path ?? "") : "", coverImage: getPath(image) };
}

/** Font obfuscation is no DRM; the reader reverses it. */
interface ObfuscatedFont {
  readonly path: string;
  readonly algorithm: string;
}

const fontAlgorithms = new Set(["http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"]);

/**
 * Checks whether a book is protected.
 *
 * @param root the folder of the package, empty or with a trailing slash
 * @throws {UnreadableEpubError} when anything but fonts is encrypted
 */
async function readProtection(archive: Archive, root: string, limits: EpubLimits): Promise<ObfuscatedFont[]> {
  for (const name of ["META-INF/rights.xml", "META-INF/sinf.xml", "META-INF/license.lcpl"]) {
    if (archive.find(root + name)) throw new UnreadableEpubError("epub_protected");
  }
  const entry = archive.find(`${root}META-INF/encryption.xml`);
  if (!entry) return [];
  const document = parseXml(decodeText(await archive.read(entry, limits.document)));
  return listDescendants(document, "EncryptedData").flatMap((data) => {
    const algorithm = listDescendants(data, "EncryptionMethod")[0]?.attributes["Algorithm"] ?? "";
    const uri = listDescendants(data, "CipherReference")[0]?.attributes["URI"] ?? "";
    if (!fontAlgorithms.has(algorithm)) throw new UnreadableEpubError("epub_protected");
    const path = archive.find(resolvePath(root, uri) ?? "")?.path;
    return path ? [{ path, algorithm }] : [];
  });
}
