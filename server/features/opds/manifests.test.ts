import { describe, expect } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import { createEpubBook } from "#server/testing/books/create-epub-book.ts";
import { storeBook } from "#server/testing/books/stored-book.ts";
import { basic, createToken } from "#server/testing/opds/catalogue.ts";
import { type SchemaName, validate } from "#server/testing/opds/schemas.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

interface ManifestLink {
  readonly href: string;
  readonly type?: string;
  readonly title?: string;
  readonly duration?: number;
}

interface Manifest {
  readonly metadata: { readonly conformsTo: string; readonly duration?: number };
  readonly readingOrder: readonly ManifestLink[];
  readonly resources?: readonly ManifestLink[];
  readonly toc: readonly ManifestLink[];
}

const toPath = (url: string) => url.replace("http://localhost", "");

async function connect(app: TestApp, user: User | null) {
  const headers = user ? basic(user, await createToken(app, user, ["read"])) : {};
  const get = (url: string, more: Record<string, string> = {}) =>
    app.fetch(toPath(url), { headers: { ...headers, ...more } });
  return {
    get,
    async read<Document>(url: string, schema: SchemaName): Promise<Document> {
      const reply = await get(url);
      expect(reply.status).toBe(200);
      const document: unknown = await reply.json();
      expect(validate(schema, document)).toEqual([]);
      return document as Document;
    },
  };
}

const long = `<p>${"A sentence of the text. ".repeat(200)}</p>`;
const parts = {
  chapters: [long, `${long}<img src="p.png" alt=""/>`, long],
  manifest:
    '<item id="p" href="p.png" media-type="image/png"/><item id="s" href="s.css" media-type="text/css"/>',
  files: [
    ["EPUB/p.png", "png"],
    ["EPUB/s.css", "p {}"],
  ] as const,
};

describe("a Readium manifest of a text", () => {
  test("lists the documents, resources, contents and positions that the caller can open", async ({ app }) => {
    const bookId = await createEpubBook(app, { isFree: false }, parts);
    const lists: number[][] = [];
    for (const user of [null, await app.make.user({ isSupporter: true })]) {
      const { get, read } = await connect(app, user);
      const manifest = await read<Manifest>(`/opds/books/${bookId}/manifest.json`, "manifest");
      const { readingOrder, resources = [], toc } = manifest;
      for (const { href, type } of [...readingOrder, ...resources, ...toc]) {
        const reply = await get(href);
        expect([href, reply.status]).toEqual([href, 200]);
        if (type) expect(reply.headers.get("content-type")?.split(";")[0]).toBe(type);
      }
      const { positions } = await read<{ positions: readonly { href: string }[] }>(
        `/opds/books/${bookId}/positions.json`,
        "positions",
      );
      expect(new Set(positions.map(({ href }) => href))).toEqual(
        new Set(readingOrder.map(({ href }) => href)),
      );
      lists.push([readingOrder.length, toc.length]);
    }

    expect(lists[1]).toEqual([3, 3]);
    expect(lists[0]?.[0]).toBeLessThan(3);
  });

  test("is refused with the book", async ({ app }) => {
    const hidden = await createEpubBook(app, { state: "hidden" }, parts);
    const { get } = await connect(app, await app.make.user());

    for (const file of ["manifest", "positions", "audiobook"]) {
      expect((await get(`/opds/books/${hidden}/${file}.json`)).status).toBe(404);
    }
  });
});

describe("a Readium manifest of a recording", () => {
  test("has files that can be requested in parts, their duration and chapters", async ({ app }) => {
    const { id, fileId } = await storeBook(app.services, { isFree: false });
    const { get, read } = await connect(app, await app.make.user({ isSupporter: true }));
    const manifest = await read<Manifest>(`/opds/books/${id}/audiobook.json`, "manifest");

    expect(manifest.metadata).toMatchObject({
      conformsTo: "https://readium.org/webpub-manifest/profiles/audiobook",
      duration: 200,
    });
    const file = `http://localhost/media/${id}/${fileId}`;
    expect(manifest.readingOrder).toEqual([{ href: file, type: "audio/mpeg", duration: 200 }]);
    expect(manifest.toc).toEqual([
      { title: "One", href: `${file}#t=0` },
      { title: "Two", href: `${file}#t=100` },
    ]);
    const part = await get(file, { Range: "bytes=0-9" });
    expect([part.status, part.headers.get("content-range")]).toEqual([206, "bytes 0-9/1000"]);
  });

  test("has the sample for those who may hear no more", async ({ app }) => {
    const { id } = await storeBook(app.services, { isFree: false });
    const { read } = await connect(app, null);
    const { metadata, toc } = await read<Manifest>(`/opds/books/${id}/audiobook.json`, "manifest");

    expect([metadata.duration, toc.map(({ title }) => title)]).toEqual([60, ["One"]]);
  });
});
