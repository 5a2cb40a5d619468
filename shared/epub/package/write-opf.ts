import { escapeAttribute, escapeText } from "#shared/epub/sanitize/write-markup.ts";
import type { TocItem } from "#shared/reader/contract.ts";
import { containerPath, encryptionPath, getNavigationPath } from "./book-files.ts";
import { getMediaType, isScript, xhtmlType } from "./media-types.ts";
import type { EpubPackage } from "./read-opf.ts";
import { getFragment, getRelativeReference } from "./resolve-href.ts";
import type { ManifestItem, SpineDocument } from "./spine.ts";

/**
 * Writes package documents from the parsed model, so that broken or dangerous parts of the original never
 * reach the browser. The spine has the same indexes.
 *
 * @returns null for other paths
 */
export function writeGeneratedFile(path: string, book: EpubPackage, toc: readonly TocItem[]): string | null {
  if (path === containerPath) return writeContainer(book);
  if (path === encryptionPath && book.obfuscated.length > 0) return writeEncryption(book);
  if (path === book.path) return writePackageDocument(book);
  if (path === getNavigationPath(book)) return writeNavigation(book, toc);
  return null;
}

const declaration = '<?xml version="1.0" encoding="utf-8"?>\n';

function writeContainer({ path }: EpubPackage): string {
  const url = escapeAttribute(path);
  return `${declaration}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="${url}" media-type="application/oebps-package+xml"/></rootfiles></container>\n`;
}

function writeEncryption({ obfuscated }: EpubPackage): string {
  const fonts = obfuscated.map(
    ({ path, algorithm }) =>
      `<enc:EncryptedData><enc:EncryptionMethod Algorithm="${escapeAttribute(algorithm)}"/><enc:CipherData><enc:CipherReference URI="${escapeAttribute(path)}"/></enc:CipherData></enc:EncryptedData>`,
  );
  return `${declaration}<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#">${fonts.join("")}</encryption>\n`;
}

function writePackageDocument(book: EpubPackage): string {
  const { metadata, identifiers, properties, spine, manifest, progression } = book;
  const order = new Map(spine.map((document, index) => [document.source || document.path, index]));
  const others = manifest.filter((item) => isServed(item, order, book));
  const direction = progression ? ` page-progression-direction="${progression}"` : "";
  return `${declaration}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id0">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
${identifiers.map((each, index) => `<dc:identifier id="id${index}">${escapeText(each)}</dc:identifier>`).join("\n")}
<dc:title>${escapeText(metadata.title)}</dc:title>
<dc:language>${escapeText(metadata.language || "und")}</dc:language>
${properties.map(([name, value]) => `<meta property="${escapeAttribute(name)}">${escapeText(value)}</meta>`).join("\n")}
</metadata>
<manifest>
${[...spine.map((document, index) => writeSpineItem(book, document, index)), ...others.map((item) => writeManifestItem(book, item))].join("\n")}
<item id="nav" href="${getHref(book, getNavigationPath(book))}" media-type="${xhtmlType}" properties="nav"/>
</manifest>
<spine${direction}>
${spine.map(writeItemReference).join("\n")}
</spine>
</package>
`;
}

const getHref = (book: EpubPackage, path: string) => escapeAttribute(getRelativeReference(book.path, path));

function isServed(item: ManifestItem, order: ReadonlyMap<string, number>, book: EpubPackage): boolean {
  if (item.isMissing || item.path === book.path || isScript(item.path, item.mediaType)) return false;
  const index = order.get(item.path);
  return index === undefined || book.spine[index]?.path !== item.path;
}

function writeSpineItem(book: EpubPackage, { path, overlay }: SpineDocument, index: number): string {
  const at = overlay ? book.manifest.findIndex((item) => item.path === overlay) : -1;
  const overlayAttribute = at >= 0 ? ` media-overlay="o${at}"` : "";
  return `<item id="d${index}" href="${getHref(book, path)}" media-type="${xhtmlType}"${overlayAttribute}/>`;
}

function writeManifestItem(book: EpubPackage, item: ManifestItem): string {
  const properties = item.path === book.coverImage ? ' properties="cover-image"' : "";
  const id = `o${book.manifest.indexOf(item)}`;
  const type = getMediaType(item.path, item.mediaType);
  return `<item id="${id}" href="${getHref(book, item.path)}" media-type="${type}"${properties}/>`;
}

function writeItemReference({ id, isLinear, properties }: SpineDocument, index: number): string {
  const idAttribute = /^[a-z_][\w.-]*$/i.test(id) ? ` id="${id}"` : "";
  const allowedProperties = properties.filter((each) => /^(?:rendition:|page-spread-)[\w-]+$/.test(each));
  const spread = allowedProperties.length > 0 ? ` properties="${allowedProperties.join(" ")}"` : "";
  return `<itemref idref="d${index}"${idAttribute}${isLinear ? "" : ' linear="no"'}${spread}/>`;
}

function writeNavigation(book: EpubPackage, toc: readonly TocItem[]): string {
  const from = getNavigationPath(book);
  const list = (items: readonly TocItem[]): string =>
    items.length === 0
      ? ""
      : `<ol>${items.map((item) => `<li>${writeLabel(item)}${list(item.children)}</li>`).join("")}</ol>`;
  const writeLabel = ({ label, href }: TocItem) => {
    const [path = ""] = href.split("#", 1);
    const target = escapeAttribute(getRelativeReference(from, path) + getFragment(href));
    return href === "" ? `<span>${escapeText(label)}</span>` : `<a href="${target}">${escapeText(label)}</a>`;
  };
  return `${declaration}<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title></title></head><body><nav epub:type="toc">${list(toc) || "<ol></ol>"}</nav></body></html>\n`;
}
