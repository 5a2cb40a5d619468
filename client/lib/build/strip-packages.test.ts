import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { EPUB } from "foliate-js/epub.js";
import * as cfi from "foliate-js/epubcfi.js";
import { expect, test } from "vitest";
import { stripPackages } from "./strip-packages.ts";

const source = fileURLToPath(import.meta.resolve("foliate-js/epub.js"));

interface Hooks {
  readonly transform: { readonly handler: (code: string, id: string) => { readonly code: string } | null };
  readonly buildEnd: () => void;
}

const createPlugin = () => stripPackages() as unknown as Hooks;
const strip = (code: string) => createPlugin().transform.handler(code, source)?.code ?? "";

const files: Readonly<Record<string, string>> = {
  "META-INF/container.xml": `<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
    <rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
  "META-INF/com.apple.ibooks.display-options.xml":
    "<display_options><platform><option name='fixed-layout'>true</option></platform></display_options>",
  "OEBPS/toc.ncx": '<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap/></ncx>',
  "OEBPS/book.opf": `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"
      prefix="page: http://www.idpf.org/vocab/rendition/#">
    <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
      <dc:identifier id="id">urn:isbn:1</dc:identifier><dc:title id="t">The well</dc:title>
      <meta refines="#t" property="rendition:spread">both</meta>
      <meta property="rendition:spread"> none </meta>
      <meta property="page:orientation">landscape</meta>
      <meta property="media:duration">0:10</meta>
      <meta name="cover" content="a"/>
      <meta name="flow" property="rendition:flow">paginated</meta>
    </metadata>
    <manifest>
      <item id="a" href="a.xhtml" media-type="application/xhtml+xml"/>
      <item id="b" href="b.xhtml" media-type="application/xhtml+xml"/>
      <item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>
    </manifest>
    <spine toc="ncx" page-progression-direction="rtl">
      <itemref idref="a" properties="page-spread-right"/><itemref idref="b" linear="no"/>
    </spine>
  </package>`,
};

async function open(Epub: typeof EPUB) {
  const loadText = async (name: string) => files[name] ?? null;
  const { dir, rendition, sections } = await new Epub({
    loadText,
    loadBlob: async () => null,
    getSize: () => 1,
  }).init();
  return { dir, rendition, sections: sections.map(({ id, cfi, linear }) => ({ id, cfi, linear })) };
}

const groupBy = (all: Iterable<unknown>, getKey: (each: unknown) => string) =>
  Array.from(all).reduce((groups: Map<string, unknown[]>, each) => {
    const key = getKey(each);
    return groups.set(key, [...(groups.get(key) ?? []), each]);
  }, new Map());

/** Node.js 20 has no `groupBy`. */
const globals = {
  Object: Object.assign(Object.create(Object), {
    groupBy: (...args: Parameters<typeof groupBy>) => Object.fromEntries(groupBy(...args)),
  }),
  Map: Object.assign(class extends Map {}, { groupBy }),
};

/** The class that a module's code defines. */
function evaluate(code: string): typeof EPUB {
  const body = code.replace(/^import .*$/m, "").replace("export class EPUB", "return class EPUB");
  return new Function("CFI", ...Object.keys(globals), body)(cfi, ...Object.values(globals));
}

test("a book opens with the code that is left as with all of it", async () => {
  const all = await readFile(source, "utf8");
  const opened = await open(evaluate(strip(all)));
  expect(opened).toEqual(await open(evaluate(all)));
  expect(opened.rendition).toEqual({ spread: "none", orientation: "landscape", layout: "pre-paginated" });
});

test("a build with another version of a package fails", async () => {
  const plugin = createPlugin();
  const all = await readFile(source, "utf8");
  plugin.transform.handler(all, source);
  expect(() => plugin.buildEnd()).toThrow("react-router");
  expect(() => strip(all.replace("getMediaOverlay()", "createOverlay()"))).toThrow("getMediaOverlay()");
});
