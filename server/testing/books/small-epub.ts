import { createWriteStream } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";

interface SmallEpub {
  readonly title: string;
  readonly author?: string;
  readonly language?: string;
  readonly subjects?: readonly string[];
  /** The text of each chapter, in XHTML. */
  readonly chapters?: readonly string[];
  /** A JPEG. */
  readonly cover?: Buffer;
  /** The viewports of fixed-layout chapters in a reflowable book, by number. */
  readonly viewports?: Readonly<Record<number, string>>;
  /** JPEGs for the chapters, named `p0.jpg`, `p1.jpg` and so on. */
  readonly pictures?: readonly Buffer[];
}

/** Writes a small, valid EPUB 3. */
export async function writeSmallEpub(
  file: string,
  {
    title,
    author = "Ann Author",
    language = "en",
    subjects = [],
    chapters = ["<p>One sentence. And another.</p>"],
    cover,
    viewports = {},
    pictures = [],
  }: SmallEpub,
): Promise<void> {
  const zip = new ZipFile();
  const add = (name: string, text: string, compress = true) =>
    zip.addBuffer(Buffer.from(text), name, { compress });
  const items = chapters.map(
    (_, i) => `<item id="c${i}" href="c${i}.xhtml" media-type="application/xhtml+xml"/>`,
  );
  items.push(...pictures.map((_, i) => `<item id="p${i}" href="p${i}.jpg" media-type="image/jpeg"/>`));
  const getLayout = (i: number) => (viewports[i] ? ' properties="rendition:layout-pre-paginated"' : "");
  const refs = chapters.map((_, i) => `<itemref idref="c${i}"${getLayout(i)}/>`);
  const links = chapters.map((_, i) => `<li><a href="c${i}.xhtml">Chapter ${i + 1}</a></li>`);
  const coverItem = cover
    ? '<item id="cover" href="cover.jpg" media-type="image/jpeg" properties="cover-image"/>'
    : "";
  const makePage = (title: string, body: string, head = "") =>
    `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>${title}</title>${head}</head><body>${body}</body></html>`;

  add("mimetype", "application/epub+zip", false);
  add(
    "META-INF/container.xml",
    '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
  );
  add(
    "book.opf",
    `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="i">urn:test:${encodeURIComponent(title)}</dc:identifier><dc:title>${title}</dc:title><dc:creator>${author}</dc:creator><dc:language>${language}</dc:language>${subjects.map((each) => `<dc:subject>${each}</dc:subject>`).join("")}<meta property="dcterms:modified">2026-01-01T00:00:00Z</meta></metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>${coverItem}${items.join("")}</manifest><spine>${refs.join("")}</spine></package>`,
  );
  add("nav.xhtml", makePage("Contents", `<nav epub:type="toc"><ol>${links.join("")}</ol></nav>`));
  chapters.forEach((text, i) => {
    const viewport = viewports[i] ? `<meta name="viewport" content="${viewports[i]}"/>` : "";
    add(`c${i}.xhtml`, makePage(`Chapter ${i + 1}`, `<h1>Chapter ${i + 1}</h1>${text}`, viewport));
  });
  if (cover) zip.addBuffer(cover, "cover.jpg");
  for (const [i, image] of pictures.entries()) zip.addBuffer(image, `p${i}.jpg`, { compress: false });
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file));
}

/** The bytes of a small EPUB. */
export async function createEpubBytes(book: SmallEpub): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), "maktaba-epub-"));
  try {
    const file = path.join(folder, "book.epub");
    await writeSmallEpub(file, book);
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
