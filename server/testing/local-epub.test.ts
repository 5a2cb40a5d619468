import { existsSync, mkdtempSync, openAsBlob, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { defaultLimits } from "#shared/epub/limits.ts";
import { UnreadableEpubError } from "#shared/epub/unreadable-epub-error.ts";
import { openLocalEpub } from "#client/features/local-books/engine/local-epub.ts";
import { readEpub } from "#server/epub/read-epub.ts";
import { createZip, listEpubFiles, makeEpub, makePage } from "./books/epub-files.ts";
import { samplesFolder } from "./books/samples.ts";

const open = async (file: string) => openLocalEpub(await openAsBlob(file));

/** Why a file is refused. */
async function getRefusal(file: Blob): Promise<string> {
  try {
    await (await openLocalEpub(file)).outline();
    return "opened";
  } catch (error) {
    if (error instanceof UnreadableEpubError) return error.reason.code;
    throw error;
  }
}

/** All that the reader would be given of a book. */
async function readAll(file: string): Promise<string> {
  const epub = await open(file);
  const { entries } = await epub.outline();
  const contents = await Promise.all(
    entries.map(async ([name]) => {
      const content = await epub.readEntry(name).catch(() => null);
      return content && !/^(?:image\/(?!svg)|font|audio|video)/.test(content.type) ? content.text() : "";
    }),
  );
  return contents.join("\n");
}

const hostileBody = `<script>x()</script><p onclick="x()">kept</p><iframe srcdoc="x"></iframe>
  <img src="https://tracker.example/1.png" alt=""/><img src="p.png" alt="own"/>
  <a href="java&#10;script:x()">trick</a><a href="data:text/html,x">data</a>
  <p style="background: url(https://tracker.example/2.png); color: red">styled</p>
  <form action="https://tracker.example/"><input name="a" autofocus="autofocus"/></form>
  <svg xmlns="http://www.w3.org/2000/svg" onload="x()"><script>x()</script><image href="//tracker.example/3.png"/></svg>`;

test("a book of the device is sanitized as the server does, with its own files only", async () => {
  const file = await makeEpub({
    chapters: [hostileBody],
    manifest:
      '<item id="css" href="a.css" media-type="text/css"/><item id="js" href="a.js" media-type="text/javascript"/><item id="p" href="p.png" media-type="image/png"/>',
    files: [
      [
        "EPUB/a.css",
        '@import url("https://tracker.example/b.css"); p { color: red; background: url(//tracker.example/4.png) }',
      ],
      ["EPUB/a.js", "x()"],
      ["EPUB/p.png", "p"],
    ],
  });

  const all = await readAll(file);

  expect(all).toContain("kept");
  expect(all).toContain('src="p.png"');
  expect(all).toContain("color:red");
  expect(all).not.toMatch(/tracker|script|onclick|onload|srcdoc|iframe|x\(\)|data:text|action=|autofocus/);
  expect(await (await open(file)).readEntry("EPUB/a.js")).toBeNull();
  expect(await (await open(file)).readEntry("EPUB/none.xhtml")).toBeNull();
});

test("a book of the device has the sentences, contents and sizes that it would have in the catalogue", async () => {
  const file = await makeEpub({
    chapters: ["<h1>One</h1><p>A word. Two words.</p>", "<p>Three more words.</p>"],
  });
  const { spine, toc, entries, wordCount, pageCount, packagePath } = await readEpub(file, defaultLimits);

  expect(await (await open(file)).outline()).toMatchObject({
    ...{
      title: "Small",
      author: "A. Writer",
      language: "en",
      toc,
      entries,
      wordCount,
      pageCount,
      packagePath,
    },
    spine: spine.map(({ mediaType: _, ...item }) => item),
  });
});

test("a book with chapters named in Windows-1256 is whole, on the device and in the catalogue", async () => {
  const name = Buffer.from([0xdd, 0xd5, 0xe1]);
  const zip = readFileSync(
    await makeEpub({
      chapters: ['<p><a href="فصل.xhtml">Next.</a></p>'],
      manifest: '<item id="x" href="فصل.xhtml" media-type="application/xhtml+xml"/>',
      spine: '<itemref idref="x"/>',
      files: [["EPUB/xxx.xhtml", makePage("<p>Found.</p>")]],
    }),
  );
  for (let at = zip.indexOf("xxx.xhtml"); at >= 0; at = zip.indexOf("xxx.xhtml")) zip.set(name, at);
  const file = path.join(mkdtempSync(path.join(tmpdir(), "maktaba-epub-")), "book.epub");
  writeFileSync(file, zip);

  const { texts, spine } = await readEpub(file, defaultLimits);

  expect(texts.map(({ text }) => text)).toEqual(["Next.", "Found."]);
  expect((await (await open(file)).outline()).spine.map((item) => item.path)).toEqual(
    spine.map((item) => item.path),
  );
  expect(await readAll(file)).toMatch(/href="[^"]+\.xhtml"><span[^>]*>Next/);
});

describe("a file is refused with its reason:", () => {
  test.each([
    ["nothing", async () => new Blob([]), "file_empty"],
    ["a text", async () => new Blob(["<html><script>x()</script>"]), "not_an_epub"],
    ["half a book", async () => (await openAsBlob(await makeEpub())).slice(0, 300), "file_damaged"],
    ["a ZIP without a book", async () => openAsBlob(await createZip([["a.txt", "a"]])), "epub_no_container"],
    ["no chapter", async () => openAsBlob(await makeEpub({ chapters: [] })), "epub_no_spine"],
    [
      "a protected book",
      async () => openAsBlob(await makeEpub({ files: [["META-INF/rights.xml", "<rights/>"]] })),
      "epub_protected",
    ],
    ["an entry that expands", expand, "epub_no_readable_chapter"],
    ["a path out of the book", () => rename("mimetype", "../etc/pa"), "epub_path_outside"],
    ["an encrypted entry", encrypt, "epub_protected"],
  ])("%s", async (_, make, code) => {
    expect(await getRefusal(await make())).toBe(code);
  });

  test("too many files", async () => {
    const files = Array.from({ length: 10_001 }, (_, n) => [`f${n}`, ""] as const);
    const file = await createZip([...listEpubFiles(), ...files], { isStored: true });
    expect(await getRefusal(await openAsBlob(file))).toBe("epub_too_many_files");
  });
});

/** Declares that every entry is smaller than it is. */
async function expand(): Promise<Blob> {
  const zip = readFileSync(await makeEpub({ chapters: [`<p>${"a ".repeat(50_000)}</p>`] }));
  const at = zip.lastIndexOf("EPUB/c0.xhtml") - 46;
  zip.writeUInt32LE(1000, at + 24);
  return new Blob([zip]);
}

async function rename(from: string, to: string): Promise<Blob> {
  const zip = readFileSync(await makeEpub());
  zip.write(to.slice(0, from.length), zip.lastIndexOf(from));
  return new Blob([zip]);
}

async function encrypt(): Promise<Blob> {
  const zip = readFileSync(await makeEpub());
  const at = zip.lastIndexOf("EPUB/c0.xhtml") - 46;
  zip.writeUInt16LE(1, at + 8);
  return new Blob([zip]);
}

const hostileFolder = path.join(samplesFolder, "epub/hostile");
/** All others open. */
const refusals: Readonly<Record<string, string>> = {
  "12k-entries.epub": "epub_too_many_files",
  "drm-adept.epub": "epub_protected",
  "jpeg-renamed.epub": "not_an_epub",
  "polyglot-html.epub": "not_an_epub",
  "symlink-entry.epub": "epub_link",
  "truncated-half.epub": "file_damaged",
  "zip-bomb-flat.epub": "epub_too_large",
  "zip-slip-dotdot.epub": "epub_path_outside",
};
const hostile = existsSync(hostileFolder) ? readdirSync(hostileFolder) : [];

describe.runIf(hostile.length > 0)("the hostile sample", () => {
  test.each(hostile)("%s opens without anything foreign, or is refused", async (name) => {
    const file = path.join(hostileFolder, name);
    const refusal = await getRefusal(await openAsBlob(file));
    const all = refusal === "opened" ? await readAll(file) : "";

    // Links that a reader may follow are kept, and asked about.
    const loaded = all.replace(/<a [^>]*>/g, "").replace(/>[^<]*</g, "><");
    expect(loaded).not.toMatch(
      /<script|\son\w+=|javascript:|srcdoc|<iframe|<form[^>]*action|tracker\.example|root:x:/i,
    );
    expect(refusal).toBe(refusals[name] ?? "opened");
  });
});
