import type { TocItem } from "#shared/reader/contract.ts";
import { escapeAttribute, escapeText } from "#server/epub/sanitize/write-markup.ts";
import { containerPath, encryptionPath, navigationPath } from "./book-files.ts";
import { getMediaType, isScript, xhtmlType } from "./media-types.ts";
import type { EpubPackage } from "./read-opf.ts";
import { getFragment, relativeReference } from "./resolve-href.ts";
import type { ManifestItem, SpineDocument } from "./spine.ts";

/**
 * Writes package documents from the parsed model, so that broken or dangerous parts of the original never
 * reach the browser. The spine has the same indexes.
 *
 * @returns null for other paths
 */
export function writePaperColors(path: string, book: EpubPackage, toc: readonly TocItem[]): string | null {
  if (path === containerPath) return container(book);
  if (path === encryptionPath && book.obfuscated.length > 0) return encryption(book);
  if (path === book.path) return packageDocument(book);
  if (path === navigationPath(book)) return navigation(book, toc);
  return null;
}

const declaration = '<?xml version="1.0" encoding="utf-8"?>\n';

function container({ path }: EpubPackage): string {
  const url = escapeAttribute(path);
  return `${declaration}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="${url}" media-type="application/oebps-package+xml"/></rootfiles></container>\n`;
}

function encryption({ obfuscated }: EpubPackage): string {
  const fonts = obfuscated.map(
    ({ path, algorithm }) =>
      `<enc:EncryptedData><enc:EncryptionMethod Algorithm="${escapeAttribute(algorithm)}"/><enc:CipherData><enc:CipherReference URI="${escapeAttribute(path)}"/></enc:CipherData></enc:EncryptedData>`,
  );
  return `${declaration}<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#">${fonts.join("")}</encryption>\n`;
}

function packageDocument(book: EpubPackage): string {
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
${[...spine.map((document, index) => spineItem(book, document, index)), ...others.map((item) => manifestItem(book, item))].join("\n")}
<item id="nav" href="${href(book, navigationPath(book))}" media-type="${xhtmlType}" properties="nav"/>
</manifest>
<spine${direction}>
${spine.map(itemReference).join("\n")}
</spine>
</package>
`;
}

const href = (book: EpubPackage, path: string) => escapeAttribute(relativeReference(book.path, path));

function isServed(item: ManifestItem, order: ReadonlyMap<string, number>, book: EpubPackage): boolean {
  if (item.isMissing || item.path === book.path || isScript(item.path, item.mediaType)) return false;
  const index = order.get(item.path);
  return index === undefined || book.spine[index]?.path !== item.path;
}

function spineItem(book: EpubPackage, { path, overlay }: SpineDocument, index: number): string {
  const at = overlay ? book.manifest.findIndex((item) => item.path === overlay) : -1;
  const narrated = at >= 0 ? ` media-overlay="o${at}"` : "";
  return `<item id="d${index}" href="${href(book, path)}" media-type="${xhtmlType}"${narrated}/>`;
}

function manifestItem(book: EpubPackage, item: ManifestItem): string {
  const properties = item.path === book.coverImage ? ' properties="cover-image"' : "";
  const id = `o${book.manifest.indexOf(item)}`;
  const type = getMediaType(item.path, item.mediaType);
  return `<item id="${id}" href="${href(book, item.path)}" media-type="${type}"${properties}/>`;
}

function itemReference({ id, isLinear, properties }: SpineDocument, index: number): string {
  const idAttribute = /^[a-z_][\w.-]*$/i.test(id) ? ` id="${id}"` : "";
  const stored = properties.filter((each) => /^(?:rendition:|page-spread-)[\w-]+$/.test(each));
  const spread = stored.length > 0 ? ` properties="${stored.join(" ")}"` : "";
  return `<itemref idref="d${index}"${idAttribute}${isLinear ? "" : ' linear="no"'}${spread}/>`;
}

function navigation(book: EpubPackage, toc: readonly TocItem[]): string {
  const from = navigationPath(book);
  const list = (items: readonly TocItem[]): string =>
    items.length === 0
      ? ""
      : `<ol>${items.map((item) => `<li>${label(item)}${list(item.children)}</li>`).join("")}</ol>`;
  const label = ({ label: words, href }: TocItem) => {
    const [path = ""] = href.split("#", 1);
    const target = escapeAttribute(relativeReference(from, path) + getFragment(href));
    return href === "" ? `<span>${escapeText(words)}</span>` : `<a href="${target}">${escapeText(words)}</a>`;
  };
  return `${declaration}<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title></title></head><body><nav epub:type="toc">${list(toc) || "<ol></ol>"}</nav></body></html>\n`;
}
