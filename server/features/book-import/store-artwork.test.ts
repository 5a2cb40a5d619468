import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect } from "vitest";
import type { BookId } from "#shared/books/book.ts";
import { playerContract } from "#shared/player/contract.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { books } from "#server/db/schema/books/books.ts";
import { writeSmallMp3 } from "#server/testing/books/small-audio.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import { checkStoredFiles, deleteOrphans } from "./delete-orphans.ts";
import { importFolder } from "./service.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "maktaba-artwork-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const paint = (background: string) =>
  sharp({ create: { width: 40, height: 40, channels: 3, background } })
    .png()
    .toBuffer();

async function importAlbum(app: TestApp, album: string, pictures: ReadonlyArray<Buffer | null>) {
  for (const [index, picture] of pictures.entries()) {
    await writeSmallMp3(path.join(folder, `${index + 1}.mp3`), `${album} ${index + 1}`, album, picture);
  }
  await importFolder(app.services, folder);
  return expectOneRow(await app.db.select().from(books).where(eq(books.title, album))).id;
}

const listArtwork = async (app: TestApp, bookId: BookId, isGuest = false) => {
  const viewer = isGuest ? null : await app.make.user();
  const { chapters } = await app.as(viewer)(playerContract.getPlaylist, { params: { bookId } });
  return chapters.map(({ coverImageUrl }) => coverImageUrl);
};

describe("pictures of audio files", () => {
  test("that differ are those of their chapters, as WebP, and are seen with the book", async ({ app }) => {
    const [red, blue] = [await paint("#c02020"), await paint("#2020c0")];
    const bookId = await importAlbum(app, "Album of pictures", [red, blue, null, red]);
    const [first = "", second = "", none, last] = await listArtwork(app, bookId);
    expect(none).toBeUndefined();
    expect(last).toBe(first);
    for (const [url, color] of [
      [first, [192, 32, 32]],
      [second, [32, 32, 192]],
    ] as const) {
      const response = await app.fetch(url);
      expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "image/webp"]);
      const picture = sharp(Buffer.from(await response.arrayBuffer()));
      const middle = await picture.extract({ left: 80, top: 120, width: 1, height: 1 }).raw().toBuffer();
      for (const [channel, value] of color.entries())
        expect(Math.abs((middle[channel] ?? 0) - value)).toBeLessThan(12);
    }

    expect(await checkStoredFiles(app.services)).toEqual({ missing: [], altered: [], untracked: [] });
    await deleteOrphans({ ...app.services, clock: () => new Date(Date.now() + 2 * 3600_000) });
    expect((await app.fetch(second)).status).toBe(200);

    const other = await app.make.audiobook({ chapters: 1 });
    expect((await app.fetch(second.replace(bookId, other.id))).status).toBe(404);
    const owner = await app.make.user();
    await app.db.update(books).set({ state: "draft", ownerId: owner.id }).where(eq(books.id, bookId));
    expect((await app.fetch(second)).status).toBe(404);
    expect((await app.fetch(second, { as: await app.make.user() })).status).toBe(404);
    expect((await app.fetch(second, { as: owner })).status).toBe(200);
  });

  test("of locked chapters are not named", async ({ app }) => {
    const [red, blue] = [await paint("#c02020"), await paint("#2020c0")];
    const bookId = await importAlbum(
      app,
      "Album to buy",
      Array.from({ length: 20 }, (_, n) => (n < 10 ? red : blue)),
    );
    await app.db.update(books).set({ isFree: false }).where(eq(books.id, bookId));
    const artwork = await listArtwork(app, bookId, true);
    expect(artwork[0]).toMatch(/^\/covers\//);
    expect(artwork.at(-1)).toBeUndefined();
  });

  test("that are all the same, or are no pictures, give way to the cover", async ({ app }) => {
    const [red, broken] = [await paint("#c02020"), Buffer.from("not a picture")];
    const same = await importAlbum(app, "Album with one picture", [red, red]);
    expect(await listArtwork(app, same)).toEqual([undefined, undefined]);
    await rm(folder, { recursive: true });
    folder = await mkdtemp(path.join(tmpdir(), "maktaba-artwork-"));
    const half = await importAlbum(app, "Album with a broken picture", [broken, red]);
    const artwork = await listArtwork(app, half);
    expect(artwork).toEqual([undefined, expect.stringMatching(/^\/covers\//)]);
  });
});
