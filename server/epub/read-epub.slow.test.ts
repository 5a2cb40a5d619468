import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { defaultLimits } from "#shared/epub/limits.ts";
import {
  createZip,
  type EpubFile,
  listEpubFiles,
  makeContainer,
  makeEpub,
  makePage,
} from "#server/testing/books/epub-files.ts";
import { readEpub } from "./read-epub.ts";
import { readEpubInWorker } from "./workers.ts";
import { OversizedEpubError } from "./zip/archive.ts";

const read = async (parts?: Parameters<typeof makeEpub>[0]) => readEpub(await makeEpub(parts), defaultLimits);
const readFiles = async (files: readonly EpubFile[]) => readEpub(await createZip(files), defaultLimits);
const getRejection = (reading: Promise<unknown>) =>
  reading.then(
    () => "read",
    (error) => (error.code === "unprocessable_file" ? error.message : error),
  );

const jpeg = Buffer.from("ffd8ffe000104a464946", "hex");
const png = Buffer.from("89504e470d0a1a0a", "hex");

describe("metadata of a book", () => {
  test("is read from EPUB 3", async () => {
    const { metadata } = await read({
      metadata: `<dc:title id="t">  The
        Title </dc:title><dc:title id="s">And more</dc:title><meta refines="#s" property="title-type">subtitle</meta>
        <dc:creator id="a">Ann</dc:creator><meta refines="#a" property="role" scheme="marc:relators">aut</meta>
        <dc:creator id="n">Ned</dc:creator><meta refines="#n" property="role" scheme="marc:relators">nrt</meta>
        <dc:contributor id="x">Tess</dc:contributor><meta refines="#x" property="role" scheme="marc:relators">trl</meta>
        <dc:contributor id="b">A Printer</dc:contributor><meta refines="#b" property="role" scheme="marc:relators">bkp</meta>
        <dc:language>ar-EG</dc:language><dc:publisher>House</dc:publisher><dc:date>1999-05-01</dc:date>
        <dc:subject>Fiqh</dc:subject><dc:subject>Fiqh</dc:subject><dc:rights>CC0</dc:rights>
        <dc:description>&lt;p&gt;One &amp;amp; two.&lt;/p&gt;&lt;script&gt;x()&lt;/script&gt;&lt;p&gt;Three.&lt;/p&gt;</dc:description>
        <meta property="belongs-to-collection" id="c">Series</meta><meta refines="#c" property="collection-type">series</meta><meta refines="#c" property="group-position">2</meta>`,
    });

    expect(metadata).toEqual({
      title: "The Title",
      subtitle: "And more",
      contributors: [
        { name: "Ann", role: "author" },
        { name: "Ned", role: "narrator" },
        { name: "Tess", role: "translator" },
      ],
      language: "ar-EG",
      identifier: "urn:small",
      isbns: [],
      publisher: "House",
      publishedYear: 1999,
      description: "One & two.\nThree.",
      subjects: ["Fiqh"],
      series: { name: "Series", position: 2 },
      rights: "CC0",
    });
  });

  test("is read despite deep nesting", async () => {
    const { metadata } = await read({
      metadata: `<dc:title>T</dc:title><dc:description>Of wells. ${"&lt;b&gt;".repeat(8_000)}deep</dc:description>`,
    });

    expect(metadata.description).toMatch(/^Of wells\.\s*(deep)?$/);
  });

  test("is read from EPUB 2, with its NCX and calibre's series", async () => {
    const opf = `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="2.0" unique-identifier="u"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf"><dc:identifier id="u">x</dc:identifier><dc:identifier opf:scheme="ISBN">0-306-40615-2</dc:identifier><dc:source>urn:isbn:9780804429573</dc:source><dc:title>Old</dc:title><dc:creator opf:role="aut">Ann</dc:creator><dc:creator opf:role="ill">Ida</dc:creator><dc:date opf:event="modification">2020</dc:date><dc:date opf:event="publication">1890</dc:date><dc:language>fa</dc:language><meta name="calibre:series" content="Set"/><meta name="calibre:series_index" content="1.5"/><meta name="cover" content="cov"/></metadata><manifest><item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/><item id="c0" href="Text/c%20one.html" media-type="text/html"/><item id="cov" href="c.jpg" media-type="image/jpeg"/></manifest><spine toc="ncx"><itemref idref="c0"/></spine></package>`;
    const ncx = `<?xml version="1.0"?><!DOCTYPE ncx PUBLIC "-//NISO//DTD ncx 2005-1//EN" "x"><ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap><navPoint><navLabel><text>Part</text></navLabel><content src="Text/c%20one.html"/><navPoint><navLabel><text>Inner</text></navLabel><content src="Text/c%20one.html#i"/></navPoint></navPoint></navMap></ncx>`;
    const book = await readFiles([
      ["META-INF/container.xml", makeContainer("b.opf")],
      ["b.opf", opf],
      ["toc.ncx", ncx],
      ["Text/c one.html", "<html><body><p>Unclosed<p>Caf&eacute; tag soup<br></body></html>"],
      ["c.jpg", jpeg],
    ]);

    expect(book.metadata).toMatchObject({
      title: "Old",
      contributors: [
        { name: "Ann", role: "author" },
        { name: "Ida", role: "illustrator" },
      ],
      publishedYear: 1890,
      isbns: ["9780306406157", "9780804429573"],
      series: { name: "Set", position: 1.5 },
    });
    expect([book.epubVersion, book.direction, book.spine[0]?.path]).toEqual([
      "2.0",
      "rtl",
      "Text/c one.html",
    ]);
    expect(book.toc).toEqual([
      {
        label: "Part",
        href: "Text/c one.html",
        children: [{ label: "Inner", href: "Text/c one.html#i", children: [] }],
      },
    ]);
    expect(book.texts[0]?.text).toBe("Unclosed\nCafé tag soup");
    expect(Buffer.from(book.cover ?? [])).toEqual(jpeg);
  });

  test.each([
    ["the package", "", "page-progression-direction='rtl'", "rtl"],
    ["the language", "<dc:title>t</dc:title><dc:language>ur</dc:language>", "", "rtl"],
    [
      "the package against the language",
      "<dc:language>ar</dc:language>",
      "page-progression-direction='ltr'",
      "ltr",
    ],
    ["neither", "<dc:title>t</dc:title>", "", "ltr"],
  ])("%s sets the direction", async (_, metadata, spineAttributes, direction) => {
    expect((await read({ metadata, spineAttributes })).direction).toBe(direction);
  });

  test("has a language detected by script when missing", async () => {
    const book = await read({
      metadata: "<dc:title>t</dc:title>",
      chapters: ["<p>بسم الله الرحمن الرحيم</p>"],
    });

    expect([book.metadata.language, book.direction]).toEqual(["ar", "rtl"]);
  });

  test.each([
    ["ara", "T", "ar", "rtl"],
    ["und", "بسم الله", "ar", "rtl"],
    ["zxx", "T", "en", "ltr"],
    ["en-US", "قال المؤلف رحمه الله", "ar", "rtl"],
    ["en", "Bismillah means بسم الله الرحمن", "en", "ltr"],
    ["", "این کتاب چندین فصل دارد", "fa", "rtl"],
    ["", "یہ کتاب ہے اور اس میں ٹھیک", "ur", "rtl"],
    ["de", "بسم الله", "de", "ltr"],
  ])(
    "declared as %s, with the text %s, is in %s and runs %s",
    async (declared, text, language, direction) => {
      const metadata = `<dc:title>t</dc:title><dc:language>${declared}</dc:language>`;
      const book = await read({ metadata, chapters: [`<p>${text}</p>`] });

      expect([book.metadata.language, book.direction]).toEqual([language, direction]);
    },
  );

  test.each([
    ["20190305", 2019],
    ["201903", 2019],
    ["١٩٩٥", 1995],
    ["1424هـ - 2003م", 2003],
    ["1440 AH", null],
    ["0101-01-01T00:00:00+00:00", null],
    ["c. 1850", 1850],
  ])("dated %s is of the year %s", async (date, year) => {
    const { metadata } = await read({ metadata: `<dc:title>t</dc:title><dc:date>${date}</dc:date>` });

    expect(metadata.publishedYear).toBe(year);
  });

  test("has all roles of a contributor, as codes or words", async () => {
    const { metadata } = await read({
      metadata: `<dc:title>t</dc:title><dc:contributor id="b">Ben</dc:contributor><meta refines="#b" property="role">edt</meta><meta refines="#b" property="role">ill</meta>
        <dc:contributor opf:role="Narrator">Ned</dc:contributor><dc:creator opf:role="bkp">Ann</dc:creator>`,
    });

    expect(metadata.contributors).toEqual([
      { name: "Ann", role: "author" },
      { name: "Ben", role: "editor" },
      { name: "Ben", role: "illustrator" },
      { name: "Ned", role: "narrator" },
    ]);
  });
});

describe("the cover", () => {
  const makeManifestItem = (name: string, type: string, properties = "") =>
    `<item id="cv" href="${name}" media-type="${type}" ${properties}/>`;
  const makeDrawing = (href: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="${href}"/></svg>`;
  const own = 'properties="cover-image"';

  test.each<[string, string, EpubFile[]]>([
    ["named by the package", makeManifestItem("a.png", "image/png", own), [["EPUB/a.png", png]]],
    [
      "inside a drawing",
      makeManifestItem("a.svg", "image/svg+xml", own),
      [
        ["EPUB/a.svg", makeDrawing("i/a.png")],
        ["EPUB/i/a.png", png],
      ],
    ],
    [
      "written into a drawing",
      makeManifestItem("a.svg", "image/svg+xml", own),
      [["EPUB/a.svg", makeDrawing(`data:image/png;base64,${png.toString("base64")}`)]],
    ],
    ["called so", makeManifestItem("my-cover.png", "image/png"), [["EPUB/my-cover.png", png]]],
  ])("%s is found", async (_, manifest, files) => {
    expect(Buffer.from((await read({ manifest, files })).cover ?? [])).toEqual(png);
  });

  test.each<[string, string, EpubFile[]]>([
    [
      "a page that says it is a picture",
      makeManifestItem("a.png", "image/png", own),
      [["EPUB/a.png", "<html><script/></html>"]],
    ],
    [
      "a drawing of lines",
      makeManifestItem("a.svg", "image/svg+xml", own),
      [["EPUB/a.svg", "<svg xmlns='http://www.w3.org/2000/svg'><path/></svg>"]],
    ],
    ["a picture that is not there", makeManifestItem("a.png", "image/png", own), []],
  ])("%s is not one", async (_, manifest, files) => {
    expect((await read({ manifest, files })).cover).toBeNull();
  });
});

describe("text", () => {
  test("is counted in words and pages, per document", async () => {
    const book = await read({
      chapters: [`<p>${"word ".repeat(600)}</p>`, "<h1>Two</h1><p>Apples. Berries.</p>"],
    });

    expect(book.spine.map(({ wordCount, sentenceCount }) => [wordCount, sentenceCount])).toEqual([
      [600, 1],
      [3, 3],
    ]);
    expect([book.wordCount, book.pageCount]).toEqual([603, 3]);
    expect(book.texts[1]).toEqual({
      spineIndex: 1,
      text: "Two\nApples.\nBerries.",
      normalizedText: "two\napples\nberries",
    });
  });

  test("has the page count of its printed edition", async () => {
    const nav = makePage(
      '<nav epub:type="toc"><ol><li><a href="c0.xhtml">1</a></li></ol></nav><nav epub:type="page-list"><ol><li><a href="c0.xhtml#p1">1</a></li><li><a href="c0.xhtml#p2">2</a></li></ol></nav>',
    );

    const chapters = ['<p id="p1">One. Two.</p><p id="p2">Three.</p>'];
    const book = await read({ chapters, without: ["EPUB/nav.xhtml"], files: [["EPUB/nav.xhtml", nav]] });
    expect(book.pageCount).toBe(2);
    expect(book.pages).toEqual([
      ["1", 0, 0],
      ["2", 0, 2],
    ]);
  });

  test("of a fixed layout has one page per document", async () => {
    const metadata =
      '<dc:title>Pictures</dc:title><dc:language>en</dc:language><meta property="rendition:layout">pre-paginated</meta>';

    expect((await read({ metadata, chapters: ["<p>One</p>", "<p>Two</p>", "<p/>"] })).pageCount).toBe(3);
  });

  test.each<[string, string, EpubFile[]]>([
    ["Amazon's metadata", '<meta name="fixed-layout" content="true"/>', []],
    [
      "Apple's display options",
      "",
      [
        [
          "META-INF/com.apple.ibooks.display-options.xml",
          '<display_options><platform name="*"><option name="fixed-layout">true</option></platform></display_options>',
        ],
      ],
    ],
  ])("is fixed by %s, unless the package says otherwise", async (_, meta, files) => {
    const metadata = `<dc:title>t</dc:title>${meta}<meta name="original-resolution" content="600x800"/>`;
    const reflowable = '<meta property="rendition:layout">reflowable</meta>';

    expect((await read({ metadata, files })).layout).toBe("pre-paginated");
    expect((await read({ metadata: metadata + reflowable, files })).layout).toBe("reflowable");
  });

  test("gets a table of contents from its headings when missing", async () => {
    const book = await read({
      chapters: ["<h2>First <i>one</i></h2>", "<p>no heading</p>"],
      without: ["EPUB/nav.xhtml"],
    });

    expect(book.toc).toEqual([{ label: "First one", href: "EPUB/c0.xhtml", children: [] }]);
  });

  test("knows the sentence at which each entry of its contents starts", async () => {
    const entries = ["c0.xhtml", "c0.xhtml#later", "c0.xhtml#caf%C3%A9", "c0.xhtml#end", "c0.xhtml#lost"];
    const list = entries.map((href) => `<li><a href="${href}">${href}</a></li>`).join("");
    const { toc } = await read({
      chapters: [
        '<h1>One</h1><p>Ann. Ben.</p><p id="later">Cay. Dan.</p><p>Eve <b id="café">f</b>.</p><hr id="end"/>',
      ],
      without: ["EPUB/nav.xhtml"],
      files: [["EPUB/nav.xhtml", makePage(`<nav epub:type="toc"><ol>${list}</ol></nav>`)]],
    });

    expect(toc.map(({ sentence }) => sentence)).toEqual([undefined, 3, 5, 6, undefined]);
  });

  test("finds file names in NFC or NFD, in UTF-8 or not", async () => {
    const manifest = '<item id="u" href="u%CC%88.xhtml" media-type="application/xhtml+xml"/>';
    const book = await read({
      manifest,
      spine: '<itemref idref="u"/>',
      files: [["EPUB/ü.xhtml", makePage("<p>Found.</p>")]],
    });

    expect(book.texts[1]?.text).toBe("Found.");
  });

  test.each([
    ["Text/ONE.xhtml", "text/One.XHTML"],
    ["Text/a%20b.xhtml", "Text/a%20b.xhtml"],
    ["Text/a%2520b.xhtml", "Text/a b.xhtml"],
    ["./Text//c.xhtml", "Text/c.xhtml"],
    ["Text/d.xhtml", "./Text/.//d.xhtml"],
  ])("finds the chapter %s in the file %s, also from the contents", async (href, file) => {
    const book = await read({
      manifest: `<item id="u" href="${href}" media-type="application/xhtml+xml"/>`,
      spine: '<itemref idref="u"/>',
      without: ["EPUB/nav.xhtml"],
      files: [
        [`EPUB/${file}`, makePage("<p>Found.</p>")],
        [
          "EPUB/nav.xhtml",
          makePage(`<nav epub:type="toc"><ol><li><a href="${href}">Two</a></li></ol></nav>`),
        ],
      ],
    });

    expect(book.texts[1]?.text).toBe("Found.");
    expect(book.toc).toEqual([{ label: "Two", href: book.spine[1]?.path, children: [] }]);
  });

  test("has the link of a heading inside other elements, and no link of a heading of plain text", async () => {
    const list = `<li><span><b><a href="c0.xhtml">One</a></b></span><ol><li><a href="c1.xhtml">Two</a></li></ol></li>
      <li>Part<ol><li><a href="c1.xhtml">Two</a></li></ol></li>`;
    const { toc } = await read({
      chapters: ["<p>One.</p>", "<p>Two.</p>"],
      without: ["EPUB/nav.xhtml"],
      files: [["EPUB/nav.xhtml", makePage(`<nav epub:type="toc"><ol>${list}</ol></nav>`)]],
    });

    const two = { label: "Two", href: "EPUB/c1.xhtml", children: [] };
    expect(toc).toEqual([
      { label: "One", href: "EPUB/c0.xhtml", children: [two] },
      { label: "Part", href: "", children: [two] },
    ]);
  });

  test("uses fallbacks, despite loops and gaps", async () => {
    const manifest =
      '<item id="p" href="a.pdf" media-type="application/pdf" fallback="h"/><item id="h" href="a.xhtml" media-type="application/xhtml+xml"/><item id="l" href="l.x" media-type="x/x" fallback="m"/><item id="m" href="m.x" media-type="x/x" fallback="l"/>';
    const book = await read({
      manifest,
      spine: '<itemref idref="p"/><itemref idref="l"/><itemref idref="none"/><itemref idref="c0"/>',
      files: [
        ["EPUB/a.pdf", "%PDF"],
        ["EPUB/a.xhtml", makePage("<p>Instead.</p>")],
      ],
    });

    expect(book.spine.map(({ path, isMissing }) => [path, isMissing])).toEqual([
      ["EPUB/c0.xhtml", false],
      ["EPUB/a.xhtml", false],
      ["EPUB/l.x", true],
      ["missing-3.xhtml", true],
    ]);
  });

  test("contains no characters that a database cannot store", async () => {
    const book = await read({ chapters: ["<p>a\0b&#0;&#xD800;c</p>"] });

    expect(book.texts[0]?.text).toBe("ab\uFFFD\uFFFDc");
  });

  test.each(["windows-1252", "iso-8859-1"])("has its quotation marks and dashes in %s", async (encoding) => {
    const [head, words] = [
      `<?xml version="1.0" encoding="${encoding}"?><html><body><p>`,
      "\x93l\x92\xe9t\xe9\x94 \x97",
    ];
    const content = Buffer.from(`${head}${words}</p></body></html>`, "latin1");
    const book = await read({ without: ["EPUB/c0.xhtml"], files: [["EPUB/c0.xhtml", content]] });

    expect(book.texts[0]?.text).toBe("“l’été” —");
  });

  test("in another encoding is decoded", async () => {
    const latin = Buffer.from('<?xml version="1.0" encoding="windows-1256"?><html><body><p>', "latin1");
    const content = Buffer.concat([
      latin,
      Buffer.from([0xc8, 0xd3, 0xe3]),
      Buffer.from("</p></body></html>"),
    ]);
    const book = await read({ without: ["EPUB/c0.xhtml"], files: [["EPUB/c0.xhtml", content]] });

    expect(book.texts[0]?.text).toBe("بسم");
  });

  test.each<[string, Buffer]>([
    ["that claims to be UTF-16", Buffer.from('<?xml version="1.0" encoding="utf-16"?><p>é بسم</p>')],
    [
      "with a byte order mark and another declaration",
      Buffer.from('\uFEFF<meta charset="latin1"/><p>é بسم</p>'),
    ],
    ["with a late declaration", Buffer.from(`<!--${" ".repeat(2000)}--><meta charset="utf-8"/><p>é بسم</p>`)],
  ])("in UTF-8 %s is decoded", async (_, content) => {
    const book = await read({ without: ["EPUB/c0.xhtml"], files: [["EPUB/c0.xhtml", content]] });

    expect(book.texts[0]?.text).toBe("é بسم");
  });

  test.each<[string, Buffer]>([
    ["Un café.", Buffer.from("<html><body><p>Un caf\xe9.</p></body></html>", "latin1")],
    ["بسم", Buffer.from("<html><body><p>\xc8\xd3\xe3</p></body></html>", "latin1")],
  ])("without a declaration that is not UTF-8 reads %s", async (text, content) => {
    const book = await read({ without: ["EPUB/c0.xhtml"], files: [["EPUB/c0.xhtml", content]] });

    expect(book.texts[0]?.text).toBe(text);
  });
});

describe("an invalid file is rejected", () => {
  test.each<[string, () => Promise<string>, RegExp]>([
    ["empty", () => writeFileContent(Buffer.alloc(0)), /empty/],
    ["a picture", () => writeFileContent(jpeg), /not an EPUB/],
    ["a page", () => writeFileContent(Buffer.from("<!doctype html>")), /not an EPUB/],
    ["cut short", makeTruncatedEpub, /damaged or incomplete/],
    ["a zip of other things", () => createZip([["a.txt", "x"]]), /not an EPUB/],
    [
      "of another type",
      () => createZip(listEpubFiles({ without: ["mimetype"], files: [["mimetype", "text/html"]] })),
      /text\/html/,
    ],
    ["without reading order", () => createZip(listFilesWithEmptySpine()), /no reading order/],
    [
      "with nothing left of it",
      () => makeEpub({ without: ["EPUB/c0.xhtml"] }),
      /None of this book's chapters/,
    ],
    [
      "in DTBook",
      () =>
        makeEpub({
          without: ["EPUB/c0.xhtml"],
          manifest: '<item id="d" href="d.xml" media-type="application/x-dtbook+xml"/>',
          spine: '<itemref idref="d"/>',
          files: [["EPUB/d.xml", "<dtbook/>"]],
        }),
      /DTBook/,
    ],
    ["protected", () => makeEpub({ files: [["META-INF/rights.xml", "<rights/>"]] }), /protected \(DRM\)/],
    [
      "encrypted",
      () =>
        makeEpub({
          files: [["META-INF/encryption.xml", makeEncryption("http://www.w3.org/2001/04/xmlenc#aes128-cbc")]],
        }),
      /protected \(DRM\)/,
    ],
    [
      "with a container that leads out",
      () =>
        createZip(
          listEpubFiles({
            without: ["META-INF/container.xml"],
            files: [["META-INF/container.xml", makeContainer("../../etc/passwd")]],
          }),
        ),
      /not an EPUB/,
    ],
  ])("%s", async (_, make, reason) => {
    expect(await getRejection(readEpub(await make(), defaultLimits))).toMatch(reason);
  });

  test("with too many files, or too large a file or sum", async () => {
    const file = await makeEpub({ files: [["EPUB/a.bin", Buffer.alloc(5000)]] });
    const readWithin = (limits: Partial<typeof defaultLimits>) =>
      getRejection(readEpub(file, { ...defaultLimits, ...limits }));

    expect(await readWithin({ entries: 5 })).toMatch(/more than 5 files/);
    expect(await readWithin({ entry: 4999 })).toMatch(/too large when unpacked/);
    expect(await readWithin({ total: 5000 })).toMatch(/too large when unpacked/);
    expect(await readWithin({})).toBe("read");
  });

  test("with chapters that are all too large; one among others is left out by that reason", async () => {
    const limits = { ...defaultLimits, document: 20_000 };
    const large = `<p>${"word ".repeat(5_000)}</p>`;

    expect(await getRejection(readEpub(await makeEpub({ chapters: [large] }), limits))).toMatch(/too large/);
    expect((await readEpub(await makeEpub({ chapters: [large, "<p>One.</p>"] }), limits)).warnings).toEqual([
      { code: "epub_part_too_large", path: "EPUB/c0.xhtml" },
    ]);
  });

  test("an obfuscated font is not DRM", async () => {
    const files: EpubFile[] = [
      ["META-INF/encryption.xml", makeEncryption("http://www.idpf.org/2008/embedding")],
      ["EPUB/f.otf", "font"],
    ];

    expect((await read({ files })).entries.map(([path]) => path)).toContain("META-INF/encryption.xml");
  });

  test("entities are neither expanded nor fetched", async () => {
    const opf = listEpubFiles({ metadata: "<dc:title>A&x;&l;B</dc:title>" }).find(([name]) =>
      name.endsWith(".opf"),
    )?.[1];
    const invalid = String(opf).replace(
      "?>",
      '?><!DOCTYPE p [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY l "lol">]>',
    );
    const book = await read({ without: ["EPUB/package.opf"], files: [["EPUB/package.opf", invalid]] });

    expect(book.metadata.title).toBe("AB");
  });

  test("a book in a folder, and one without a container file, are accepted", async () => {
    const inFolder = listEpubFiles().map(([name, content]): EpubFile => [`My Book/${name}`, content]);
    const withoutContainer = listEpubFiles({ without: ["META-INF/container.xml", "mimetype"] });

    expect((await readFiles(inFolder)).texts[0]?.text).toBe("One.");
    expect((await readFiles(withoutContainer)).texts[0]?.text).toBe("One.");
  });
});

describe("the sample", () => {
  const paragraph = `<p>${"word ".repeat(100)}</p>`;

  test("is the first tenth of the text, up to a paragraph, with the referenced files", async () => {
    const makeImagePage = (n: number) => `<p>${"word ".repeat(100)}<img src="${n}.png" alt=""/></p>`;
    const { sample } = await read({
      chapters: [paragraph.repeat(7), makeImagePage(1) + makeImagePage(2) + paragraph.repeat(71)],
      files: [
        ["EPUB/1.png", png],
        ["EPUB/2.png", png],
      ],
    });

    expect(sample).toEqual({ spineIndex: 1, paragraphs: 1, sentences: 1, resources: ["EPUB/1.png"] });
  });

  test("includes what a style sheet refers to that only the manifest names as one", async () => {
    const { sample } = await read({
      chapters: [paragraph.repeat(20)],
      manifest: '<item id="look" href="look.xss" media-type="text/css"/>',
      files: [
        ["EPUB/look.xss", "body { background: url(1.png) }"],
        ["EPUB/1.png", png],
      ],
    });

    expect(sample.resources).toEqual(["EPUB/1.png", "EPUB/look.xss"]);
  });

  test("of one long document is 600 words or one paragraph", async () => {
    expect((await read({ chapters: [paragraph.repeat(20)] })).sample).toMatchObject({
      spineIndex: 0,
      paragraphs: 6,
    });
    expect((await read({ chapters: [`<p>${"word ".repeat(900)}</p>`.repeat(3)] })).sample).toMatchObject({
      spineIndex: 0,
      paragraphs: 1,
    });
  });

  test("includes the first chapter unless that is over a third of the book", async () => {
    const short = [paragraph, paragraph.repeat(8), ...Array(3).fill(paragraph.repeat(8))];
    expect((await read({ chapters: short })).sample).toMatchObject({ spineIndex: 2, paragraphs: 0 });
    const long = [paragraph.repeat(10), paragraph.repeat(15)];
    expect((await read({ chapters: long })).sample).toMatchObject({ spineIndex: 0, paragraphs: 6 });
  });

  test("of a book under 2,000 words is the whole book", async () => {
    const chapters = [paragraph.repeat(9), paragraph.repeat(10)];
    expect((await read({ chapters })).sample).toMatchObject({ spineIndex: 2, paragraphs: 0 });
  });

  test("of a picture book is counted in pages", async () => {
    expect((await read({ chapters: Array(20).fill("<p>x</p>") })).sample).toMatchObject({
      spineIndex: 2,
      paragraphs: 0,
    });
  });
});

describe("in a worker", () => {
  test("many books are read at once, and errors are returned", async () => {
    const [valid, invalid] = [await makeEpub(), await createZip([["a.txt", "x"]])];

    const readings = await Promise.all(
      Array.from({ length: 6 }, () => readEpubInWorker(valid, defaultLimits)),
    );

    expect(readings.map(({ metadata }) => metadata.title)).toEqual(Array(6).fill("Small"));
    expect(await getRejection(readEpubInWorker(invalid, defaultLimits))).toMatch(/not an EPUB/);
  });
});

async function writeFileContent(content: Buffer): Promise<string> {
  const file = await createZip([["a", "b"]]);
  writeFileSync(file, content);
  return file;
}

async function makeTruncatedEpub(): Promise<string> {
  const file = await makeEpub();
  truncateSync(file, readFileSync(file).length / 2);
  return file;
}

function listFilesWithEmptySpine(): EpubFile[] {
  return listEpubFiles().map(([name, content]) => [
    name,
    String(content).replace(/<spine.*<\/spine>/s, "<spine/>"),
  ]);
}

function makeEncryption(algorithm: string): string {
  return `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData><enc:EncryptionMethod Algorithm="${algorithm}"/><enc:CipherData><enc:CipherReference URI="EPUB/f.otf"/></enc:CipherData></enc:EncryptedData></encryption>`;
}

describe("a book that needs much memory", () => {
  const smallBook = { bytes: 2_000, entries: 20 };
  const makeLongBook = () =>
    makeEpub({ chapters: Array.from({ length: 5 }, () => `<p>${"word ".repeat(200)}</p>`) });

  test("is not read together with others", async () => {
    await expect(readEpub(await makeLongBook(), { ...defaultLimits, smallBook })).rejects.toThrow(
      OversizedEpubError,
    );
    await expect(
      readEpub(await makeEpub(), { ...defaultLimits, smallBook: { bytes: 100_000, entries: 4 } }),
    ).rejects.toThrow(OversizedEpubError);
    await expect(
      readEpub(await makeLongBook(), { ...defaultLimits, smallBook: { bytes: 100_000, entries: 20 } }),
    ).resolves.toMatchObject({ wordCount: 1_000 });
  });

  test("is read among lighter ones in the queue", async () => {
    const makeHeavyBook = () => makeEpub({ chapters: [`<p>${"word ".repeat(400_000)}</p>`] });
    const files = [
      await makeHeavyBook(),
      await makeEpub(),
      await makeHeavyBook(),
      await makeEpub(),
      await makeHeavyBook(),
    ];

    const readings = await Promise.all(files.map((file) => readEpubInWorker(file, defaultLimits)));

    expect(readings.map(({ wordCount }) => wordCount)).toEqual([400_000, 1, 400_000, 1, 400_000]);
  });
});
