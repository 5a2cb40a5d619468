import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import type { Direction } from "#shared/books/book.ts";

/** A demo book to be written as an EPUB. */
export interface DemoText {
  readonly identifier: string;
  readonly title: string;
  readonly author: string;
  readonly language: string;
  readonly direction: Direction;
  readonly publisher: string;
  readonly rights: string;
  readonly chapters: readonly DemoChapter[];
  /** The XHTML of a title page before the first chapter; none by default. */
  readonly titlePage?: string;
  readonly pictures: readonly { readonly name: string; readonly content: Buffer }[];
  /** The table of contents by parts; the chapters by default. */
  readonly contents?: readonly ContentsPart[];
  /** Further CSS. */
  readonly style?: string;
}

export interface ContentsPart {
  readonly title: string;
  readonly entries: readonly { readonly title: string; readonly href: string }[];
}

export interface DemoChapter {
  /** Without the extension. */
  readonly name: string;
  readonly title: string;
  /** The XHTML of the body, including the heading. */
  readonly body: string;
}

const mtime = new Date("2026-01-01T00:00:00Z");

const style = `body { line-height: 1.6; }
h1 { font-size: 1.5em; margin: 1em 0; text-align: start; }
p { margin: 0 0 0.8em; }
figure { margin: 1.5em 0; text-align: center; }
img { max-width: 100%; }
.verse { margin: 0 0 0.6em; font-size: 1.2em; line-height: 2; }
.source { font-size: 0.9em; }
.title-page { margin-block-start: 22%; text-align: center; }
.title-page h1 { font-size: 2em; margin: 0 0 0.4em; text-align: center; }
.title-page p { text-align: center; }
.title-page .subtitle { font-style: italic; }
.title-page .author { margin-block-start: 2em; }
.title-page .publisher { font-size: 0.85em; margin-block-start: 4em; }
`;

/** Writes an EPUB 3 with reproducible bytes. */
export async function writeEpub(text: DemoText, file: string): Promise<void> {
  const zip = new ZipFile();
  const add = (name: string, content: string | Buffer, compress = true) =>
    zip.addBuffer(Buffer.from(content), name, { mtime, mode: 0o100644, compress });

  add("mimetype", "application/epub+zip", false);
  add("META-INF/container.xml", container);
  add("EPUB/package.opf", writePackageDocument(text));
  add("EPUB/nav.xhtml", writeNavigation(text));
  add("EPUB/style.css", style + (text.style ?? ""));
  if (text.titlePage) add(`EPUB/${titleFile}`, writePage(text, text.title, text.titlePage));
  for (const chapter of text.chapters) add(`EPUB/${chapter.name}.xhtml`, writeChapterDocument(text, chapter));
  for (const { name, content } of text.pictures) add(`EPUB/${name}`, content);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file));
}

const titleFile = "title.xhtml";

export function writeChapterDocument(
  text: Pick<DemoText, "language" | "direction">,
  chapter: DemoChapter,
): string {
  return writePage(text, chapter.title, `<section>${chapter.body}</section>`);
}

export function escapeXml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

const container = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>
`;

function writePackageDocument(text: DemoText): string {
  const items = text.chapters.map(
    ({ name }) => `<item id="c-${name}" href="${name}.xhtml" media-type="application/xhtml+xml"/>`,
  );
  if (text.titlePage)
    items.unshift(`<item id="title" href="${titleFile}" media-type="application/xhtml+xml"/>`);
  const images = text.pictures.map(
    ({ name }, index) => `<item id="picture-${index}" href="${name}" media-type="image/svg+xml"/>`,
  );
  const order = text.chapters.map(({ name }) => `<itemref idref="c-${name}"/>`);
  if (text.titlePage) order.unshift('<itemref idref="title"/>');
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="${text.language}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">${escapeXml(text.identifier)}</dc:identifier>
<dc:title>${escapeXml(text.title)}</dc:title>
<dc:creator>${escapeXml(text.author)}</dc:creator>
<dc:language>${text.language}</dc:language>
<dc:publisher>${escapeXml(text.publisher)}</dc:publisher>
<dc:rights>${escapeXml(text.rights)}</dc:rights>
<meta property="dcterms:modified">2026-01-01T00:00:00Z</meta>
</metadata>
<manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="style" href="style.css" media-type="text/css"/>
${[...items, ...images].join("\n")}
</manifest>
<spine page-progression-direction="${text.direction}">
${order.join("\n")}
</spine>
</package>
`;
}

function writeNavigation(text: DemoText): string {
  const toList = (entries: ContentsPart["entries"]) =>
    `<ol>${entries.map(({ title, href }) => `<li><a href="${href}">${escapeXml(title)}</a></li>`).join("")}</ol>`;
  const chapters = text.chapters.map(({ name, title }) => ({ title, href: `${name}.xhtml` }));
  const parts = text.contents?.map(
    ({ title, entries }) =>
      `<li><a href="${entries[0]?.href ?? ""}">${escapeXml(title)}</a>${toList(entries)}</li>`,
  );
  const list = parts ? `<ol>${parts.join("")}</ol>` : toList(chapters);
  return writePage(text, text.title, `<nav epub:type="toc"><h1>${escapeXml(text.title)}</h1>${list}</nav>`);
}

function writePage(
  { language, direction }: Pick<DemoText, "language" | "direction">,
  title: string,
  body: string,
): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="${language}" lang="${language}" dir="${direction}">
<head><title>${escapeXml(title)}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>
<body>${body}</body>
</html>
`;
}
