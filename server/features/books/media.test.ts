import { Readable } from "node:stream";
import sharp from "sharp";
import { describe, expect } from "vitest";
import { BookId } from "#shared/books/book.ts";
import { storeBook, storedEpub } from "#server/testing/books/stored-book.ts";
import { noBook } from "#server/testing/factories.ts";
import { test } from "#server/testing/test.ts";
import { getGeneratedCoverHash, readCoverVariant } from "./covers/generate-cover.ts";
import { storeCover } from "./covers/store-cover.ts";

const createImage = () =>
  sharp({ create: { width: 640, height: 960, channels: 3, background: "#123456" } })
    .png()
    .toBuffer();

const getCoverUrl = (bookId: string) => `/api/media/stream?mediaType=cover&bookId=${bookId}`;

describe("a cover", () => {
  test("is served immutably as WebP in three widths", async ({ app }) => {
    const id = BookId.parse("0f4b7b0e-4c39-4c0f-9a57-6f6f0a3d1c11");
    const coverHash = await storeCover(app.services, id, await createImage(), { title: "", author: "" });
    const book = await app.make.book({ id, coverHash });

    const redirect = await app.fetch(getCoverUrl(book.id));

    expect(redirect.status).toBe(302);
    expect(redirect.headers.get("location")).toBe(`/covers/${book.id}/${coverHash}-320.webp`);
    for (const width of [160, 320, 640]) {
      const cover = await app.fetch(`/covers/${book.id}/${coverHash}-${width}.webp`);
      const { format, width: storedWidth } = await sharp(Buffer.from(await cover.arrayBuffer())).metadata();
      expect([cover.status, format, storedWidth]).toEqual([200, "webp", width]);
      expect(cover.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      expect(cover.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
      expect(cover.headers.get("cross-origin-resource-policy")).toBe("same-origin");
    }
  });

  test("is generated for a book without one, once", async ({ app }) => {
    const book = await app.make.book({ title: "حكايات السوق" });
    const url = (await app.fetch(getCoverUrl(book.id))).headers.get("location") ?? "";

    const responses = await Promise.all([1, 2, 3].map(() => app.fetch(url)));

    expect(url).toBe(`/covers/${book.id}/${getGeneratedCoverHash(book)}-320.webp`);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(responses[0]?.headers.get("content-type")).toBe("image/webp");
  });

  test("differs from the previous book's in colors and composition", async ({ app }) => {
    const { id } = await app.make.book();
    const save = () => storeCover(app.services, id, null, { title: "Letters", author: "Amina" });

    const [first, second] = [readCoverVariant(await save()), readCoverVariant(await save())];

    expect(second).toBe((first + 1) % 256);
  });

  test("is generated again when its file was lost", async ({ app }) => {
    const book = await app.make.book({ coverHash: "0123456789abcdef0123456789abcdef" });

    expect((await app.fetch(`/covers/${book.id}/${book.coverHash}-160.webp`)).status).toBe(200);
  });

  test("of a draft is for its author and staff only", async ({ app }) => {
    const author = await app.make.user({ isAuthor: true });
    const [reader, employee] = [await app.make.user(), await app.make.user({ isEmployee: true })];
    const draft = await app.make.book({ state: "draft", ownerId: author.id });
    const url = `/covers/${draft.id}/${getGeneratedCoverHash(draft)}-320.webp`;
    const listStatuses = async (as: typeof reader | null) => [
      (await app.fetch(url, { as })).status,
      (await app.fetch(url, { as, method: "HEAD" })).status,
      (await app.fetch(getCoverUrl(draft.id), { as })).status,
    ];

    expect(await listStatuses(null)).toEqual([404, 404, 404]);
    expect(await listStatuses(reader)).toEqual([404, 404, 404]);
    expect(await listStatuses(author)).toEqual([200, 200, 302]);
    expect(await listStatuses(employee)).toEqual([200, 200, 302]);
    const mine = await app.fetch(url, { as: author });
    expect(mine.headers.get("cache-control")).toBe("private, max-age=31536000, immutable");
  });

  test("of a scheduled book is public", async ({ app }) => {
    const scheduled = await app.make.book({ state: "scheduled" });

    expect(
      (await app.fetch(`/covers/${scheduled.id}/${getGeneratedCoverHash(scheduled)}-320.webp`)).status,
    ).toBe(200);
  });

  test.for(["0123456789abcdef0123456789abcdef-320.webp", "nothing-320.webp", "..%2f..%2fsecret-320.webp"])(
    "is not found under %s",
    async (file, { app }) => {
      const book = await app.make.book();

      expect([400, 404]).toContain((await app.fetch(`/covers/${book.id}/${file}`)).status);
      expect((await app.fetch(getCoverUrl(noBook))).status).toBe(404);
    },
  );
});

describe("the EPUB file", () => {
  test("is named after the title, with any characters", async ({ app }) => {
    const book = await storeBook(app.services, { title: 'A "B"; \r\nX: ../ق' });
    const reader = await app.make.user();

    const response = await app.fetch(`/api/media/stream?mediaType=epub&bookId=${book.id}`, { as: reader });

    expect(response.headers.get("content-disposition")).toMatch(
      /^attachment; filename="[^"\r\n]*\.epub"; filename\*=/,
    );
    expect(Buffer.from(await response.arrayBuffer()).equals(storedEpub)).toBe(true);
  });

  test("is not found for a book without one", async ({ app }) => {
    const book = await app.make.book({ hasEbook: false });

    expect((await app.fetch(`/api/media/stream?mediaType=epub&bookId=${book.id}`)).status).toBe(404);
  });

  test("is sent to a user at most eight times at once", async ({ app }) => {
    const slow = await storeBook(app.services);
    const reader = await app.make.user();
    const { storage } = app.services;
    const blocked: Readable[] = [];
    const read = storage.read;
    storage.read = async () => {
      const never = new Readable({ read() {} });
      never.push("x");
      blocked.push(never);
      return never;
    };
    const url = `/api/media/stream?mediaType=epub&bookId=${slow.id}`;

    const streams = await Promise.all(Array.from({ length: 8 }, () => app.fetch(url, { as: reader })));
    const ninth = await app.fetch(url, { as: reader });
    storage.read = read;
    for (const stream of blocked) stream.destroy(new Error("enough"));
    await Promise.allSettled(streams.map((response) => response.arrayBuffer()));

    expect(streams.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(ninth.status).toBe(429);
    expect(await ninth.json()).toMatchObject({ code: "too_many_requests" });
    expect((await app.fetch(url, { as: await app.make.user() })).status).toBe(200);
  });
});
