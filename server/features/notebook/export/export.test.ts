import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { fromBuffer } from "yauzl";
import type { User } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { marksContract } from "#shared/marks/contract.ts";
import { notebookContract } from "#shared/notebook/contract.ts";
import type { ExportFormat } from "#shared/notebook/export-contract.ts";
import { readerContract } from "#shared/reader/contract.ts";
import { createEpubBook } from "#server/testing/books/create-epub-book.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

const chapters = ["<p>Alpha one. Beta 𝕏 two.</p>", "<p>إِنَّ العِلْمَ نُورٌ.</p>"];

async function createMarkedBook(app: TestApp, reader: User): Promise<{ bookId: BookId; ids: string[] }> {
  const title = "=Lamps & <wells> *of*";
  const bookId = await createEpubBook(app, { title, author: "Hind Omar" }, { chapters });
  const { version } = await app.as(reader)(readerContract.getEbook, { params: { bookId } });
  const anchor = (exact: string, sentence: string, offset: number) => ({
    start: { sentence, offset },
    end: { sentence, offset: offset + exact.replaceAll(" ", "").length },
    quote: { exact, prefix: "", suffix: "" },
    cfi: "epubcfi(/6/2!/4/2,/1:0,/1:3)",
    fraction: 0.1,
    version,
  });
  const ids = [randomUUID(), randomUUID(), randomUUID()];
  const fields = [
    { anchor: anchor("𝕏 two", "s0-1", 4), style: "blue", note: "**Mine** <script>", tags: ["a;b", "=c"] },
    { anchor: { ...anchor("العِلْمَ", "s1-0", 5), fraction: 0.6 }, style: "underline" },
    { anchor: { chapter: 2, offset: 12.5, end: 42, fraction: 0.9 }, style: null },
  ];
  const changes = fields.map((each, n) => ({
    id: randomUUID(),
    markId: ids[n],
    bookId,
    at: new Date(Date.UTC(2026, 0, 1 + n)).toISOString(),
    ...each,
  }));
  const { refused, marks } = await app.as(reader)(marksContract.saveMarks, { body: { changes } });
  expect(refused).toEqual([]);
  expect(marks.map(({ placement }) => placement)).toEqual(["exact", "exact", "exact"]);
  return { bookId, ids };
}

async function download(app: TestApp, user: User, format: ExportFormat, query = ""): Promise<Buffer> {
  const response = await app.fetch(`/api/marks/export?format=${format}${query}`, { as: user });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

async function readZip(bytes: Buffer): Promise<Record<string, string>> {
  const zip = await new Promise<import("yauzl").ZipFile>((resolve, reject) =>
    fromBuffer(bytes, { lazyEntries: true, autoClose: false }, (error, file) =>
      error ? reject(error) : resolve(file),
    ),
  );
  const files: Record<string, string> = {};
  for await (const entry of zip.eachEntry()) {
    const parts: Buffer[] = [];
    for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer);
    files[entry.fileName] = Buffer.concat(parts).toString();
  }
  return files;
}

describe("an export", () => {
  test("as Markdown is in the order of the notebook, with links to the places", async ({ app }) => {
    const reader = await app.make.user();
    const { bookId, ids } = await createMarkedBook(app, reader);
    const params = { bookId };
    const { version } = await app.as(reader)(notebookContract.getNotebook, { params });
    const items = [
      { headingId: randomUUID(), heading: "# Part" },
      ...[1, 0].map((n) => ({ markId: ids[n] as never })),
    ];
    await app.as(reader)(notebookContract.saveNotebook, { params, body: { items, replaces: version } });

    const text = (await download(app, reader, "markdown", `&bookId=${bookId}`)).toString();
    const [origin] = app.services.settings.origins;
    expect(text).toContain(`# [=Lamps \\& \\<wells\\> \\*of\\*](${origin}/book/${bookId})`);
    expect(text.indexOf("## \\# Part")).toBeLessThan(text.indexOf("> العِلْمَ"));
    expect(text.indexOf("> العِلْمَ")).toBeLessThan(text.indexOf("> 𝕏 two"));
    expect(text).toContain("**Mine** <script>\n\nBlue highlight · Tags: =c, a;b");
    expect(text).toContain(`(${origin}/read/${bookId}?sentence=s0-1)`);
    expect((await download(app, reader, "markdown", "&language=ar")).toString()).toContain("فتح في الكتاب");
  });

  test("as HTML is escaped and needs no other file", async ({ app }) => {
    const reader = await app.make.user();
    await createMarkedBook(app, reader);
    const html = (await download(app, reader, "html")).toString();
    expect(html).toContain("=Lamps &#38; &#60;wells&#62; *of*");
    expect(html).toContain("<strong>Mine</strong> &#60;script&#62;");
    expect(html).not.toMatch(/<script|<link|<img| src=/);
    expect(html).toContain('<html lang="en" dir="ltr">');
  });

  test("as CSV runs no formula, and has the headings", async ({ app }) => {
    const reader = await app.make.user();
    const { bookId } = await createMarkedBook(app, reader);
    const params = { bookId };
    const { version } = await app.as(reader)(notebookContract.getNotebook, { params });
    const items = [{ headingId: randomUUID(), heading: "=Part" }];
    await app.as(reader)(notebookContract.saveNotebook, { params, body: { items, replaces: version } });
    const [head, ...lines] = (await download(app, reader, "csv")).toString().split("\r\n");
    const first = lines.find((line) => line.includes(",blue,")) ?? "";
    expect(lines.find((line) => line.includes(",heading,"))).toContain(`,"'=Part",`);
    expect(head?.startsWith("\uFEFFid,book,author")).toBe(true);
    expect(first).toContain(`,"'=Lamps & <wells> *of*",Hind Omar,`);
    expect(first).toContain('"\'=c\na;b"');
  });

  test("as Web Annotations has quotations, positions, CFIs and times of audio", async ({ app }) => {
    const reader = await app.make.user();
    const { ids } = await createMarkedBook(app, reader);
    const json = JSON.parse((await download(app, reader, "web-annotations")).toString());
    expect(json).toMatchObject({ type: "AnnotationCollection", first: { type: "AnnotationPage" } });
    const [first, second, third] = json.first.items;
    expect(first).toMatchObject({
      id: `urn:uuid:${ids[0]}`,
      motivation: "commenting",
      target: {
        styleClass: "blue",
        source: { "dc:title": "=Lamps & <wells> *of*", "dc:creator": ["Hind Omar"] },
        selector: [
          { type: "TextQuoteSelector", exact: "𝕏 two" },
          { type: "TextPositionSelector", start: 16, end: 21 },
          { type: "FragmentSelector", value: "epubcfi(/6/2!/4/2,/1:0,/1:3)" },
        ],
      },
    });
    expect(second.motivation).toBe("highlighting");
    expect(third.target.selector).toMatchObject([{ type: "FragmentSelector", value: "track=2&t=12.5,42" }]);
  });

  test("as EPUB Annotations is a ZIP with a set for each book", async ({ app }) => {
    const reader = await app.make.user();
    const { bookId } = await createMarkedBook(app, reader);
    await createMarkedBook(app, reader);
    const one = await readZip(await download(app, reader, "epub-annotations", `&bookId=${bookId}`));
    expect(Object.keys(one)).toEqual(["annotations.json"]);
    const set = JSON.parse(one["annotations.json"] ?? "");
    expect(set).toMatchObject({
      "@context": "https://www.w3.org/ns/epub-anno.jsonld",
      type: "AnnotationSet",
      about: { "dc:title": "=Lamps & <wells> *of*" },
      items: [
        { body: { type: "TextualBody", value: "**Mine** <script>", color: "blue", tags: ["=c", "a;b"] } },
        { body: { highlight: "underline" } },
      ],
    });
    expect(set.items[0].target.source).toMatch(/\.xhtml$/);
    expect(Object.keys(await readZip(await download(app, reader, "epub-annotations")))).toEqual([
      "1 =Lamps & _wells_ _of_/annotations.json",
      "2 =Lamps & _wells_ _of_/annotations.json",
    ]);
  });

  test("has own marks only", async ({ app }) => {
    const [reader, other] = [await app.make.user(), await app.make.user()];
    const { bookId } = await createMarkedBook(app, other);
    expect((await download(app, reader, "markdown")).toString()).toBe("");
    const response = await app.fetch(`/api/marks/export?format=csv&bookId=${bookId}`, { as: reader });
    expect(response.status).toBe(404);
  });
});
