import { createWriteStream, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";

export type EpubFile = readonly [name: string, content: string | Buffer];

interface EpubParts {
  /** XHTML inside `body`, one per document: `c0.xhtml`, `c1.xhtml` … in the folder `EPUB`. */
  readonly chapters?: readonly string[];
  /** Instead of a title, a creator and the language `en`. */
  readonly metadata?: string;
  /** Additional manifest items. */
  readonly manifest?: string;
  /** Additional spine items. */
  readonly spine?: string;
  readonly spineAttributes?: string;
  readonly files?: readonly EpubFile[];
  /** Omitted files, or files that `files` replaces. */
  readonly without?: readonly string[];
}

export const makeContainer = (path: string) =>
  `<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="${path}" media-type="application/oebps-package+xml"/></rootfiles></container>`;

const defaultMetadata =
  "<dc:title>Small</dc:title><dc:creator>A. Writer</dc:creator><dc:language>en</dc:language>";

/** An XHTML page of an EPUB. */
export const makePage = (body: string, head = "") =>
  `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>Page</title>${head}</head><body>${body}</body></html>`;

export function listEpubFiles({
  chapters = ["<p>One.</p>"],
  metadata = defaultMetadata,
  ...options
}: EpubParts = {}): EpubFile[] {
  const items = chapters.map(
    (_, n) => `<item id="c${n}" href="c${n}.xhtml" media-type="application/xhtml+xml"/>`,
  );
  const itemRefs = chapters.map((_, n) => `<itemref idref="c${n}"/>`);
  const links = chapters.map((_, n) => `<li><a href="c${n}.xhtml">Chapter ${n}</a></li>`);
  const opf = `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="i">urn:small</dc:identifier>${metadata}</metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>${items.join("")}${options.manifest ?? ""}</manifest><spine ${options.spineAttributes ?? ""}>${itemRefs.join("")}${options.spine ?? ""}</spine></package>`;
  const files: EpubFile[] = [
    ["mimetype", "application/epub+zip"],
    ["META-INF/container.xml", makeContainer("EPUB/package.opf")],
    ["EPUB/package.opf", opf],
    ["EPUB/nav.xhtml", makePage(`<nav epub:type="toc"><ol>${links.join("")}</ol></nav>`)],
    ...chapters.map((body, n): EpubFile => [`EPUB/c${n}.xhtml`, makePage(body)]),
  ];
  return [...files.filter(([name]) => !options.without?.includes(name)), ...(options.files ?? [])];
}

export async function createZip(files: readonly EpubFile[], { isStored = false } = {}): Promise<string> {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "maktaba-epub-")), "book.epub");
  const zip = new ZipFile();
  for (const [name, content] of files) {
    zip.addBuffer(Buffer.from(content), name, { compress: !isStored && name !== "mimetype" });
  }
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file));
  return file;
}

export const makeEpub = (parts?: EpubParts) => createZip(listEpubFiles(parts));
