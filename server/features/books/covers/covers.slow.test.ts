import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { isGeneratedCover } from "#shared/books/urls.ts";
import { coverFontFolder } from "#server/testing/cover-fonts.ts";
import { generateCover, getGeneratedCoverHash } from "./generate-cover.ts";
import { resizeCover } from "./resize-cover.ts";

const folder = coverFontFolder;

const createImage = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#b04020" } })
    .jpeg()
    .toBuffer();

const getShape = async (file: Buffer | undefined) => {
  const { width, height, format } = await sharp(file).metadata();
  return `${width}x${height} ${format}`;
};

describe("a cover from an image", () => {
  it.each([
    ["upright", 800, 1200, [160, 320, 640]],
    ["square", 500, 500, [160, 320, 640]],
    ["broad", 900, 300, [160, 320, 640]],
    ["smaller than the largest", 400, 600, [160, 320, 400]],
    ["tiny", 40, 60, [160, 160, 160]],
  ])("comes in three widths of 2 : 3 when it is %s", async (_, width, height, widths) => {
    const files = await resizeCover(await createImage(width, height));

    const shapes = await Promise.all([160, 320, 640].map((each) => getShape(files?.get(each as 160))));
    expect(shapes).toEqual(widths.map((each) => `${each}x${each * 1.5} webp`));
  });

  it("keeps a square complete", async () => {
    const square = await sharp({ create: { width: 400, height: 400, channels: 3, background: "#ffffff" } })
      .composite([{ input: await createImage(20, 400), left: 0, top: 0 }])
      .png()
      .toBuffer();

    const files = await resizeCover(square);

    const { data, info } = await sharp(files?.get(640)).raw().toBuffer({ resolveWithObject: true });
    const edge = data.subarray((480 * info.width + 8) * info.channels);
    expect(edge[0]).toBeGreaterThan(140);
    expect(edge[1]).toBeLessThan(110);
  });

  it("is refused for an image of 30,000 × 30,000", async () => {
    expect(await resizeCover(makeHugePng(30_000))).toBeNull();
  });

  it.each(["<!doctype html><script>alert(1)</script>", "", "\x89PNG\r\n\x1a\nbroken"])(
    "is not made from %j",
    async (text) => {
      expect(await resizeCover(Buffer.from(text, "latin1"))).toBeNull();
    },
  );

  it("is rendered from SVG without scripts", async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="300"><script>alert(1)</script></svg>';

    const files = await resizeCover(Buffer.from(svg));

    expect(await getShape(files?.get(160))).toBe("160x240 webp");
  });
});

describe("a generated cover", () => {
  it.each([
    { title: "The Well and the Merchant", author: "Ann Author" },
    { title: "حكايات السوق", author: "" },
    { title: "<b>&amp;</b> \u0000", author: '"' },
    { title: "A very long title ".repeat(30), author: "Somebody with a name ".repeat(20) },
    { title: "", author: "" },
    { title: "\u200b", author: "\u200f" },
  ])("is 640 × 960 for $title", async (shown) => {
    expect(await getShape(await generateCover(shown, folder))).toBe("640x960 png");
  });

  it.each([
    "Art",
    "Children",
    "History",
    "Poetry",
    "Qur'an",
    "Science",
    "Stories",
    "Travel",
    "Worship",
    null,
  ])("has one of the compositions of the genre %s", async (genre) => {
    const titles = ["One", "Two", "Three", "Four", "Five", "Six"];
    const covers = await Promise.all(
      titles.map((title) => generateCover({ title: "Same", author: title, genre }, folder)),
    );
    expect(await Promise.all(covers.map(getShape))).toEqual(titles.map(() => "640x960 png"));
    expect(new Set(covers.map((file) => file.toString("base64"))).size).toBe(titles.length);
  });

  it("has other colors and another composition in the next variant", async () => {
    const texts = { title: "Same", author: "", genre: "Stories" };
    const covers = await Promise.all(
      Array.from({ length: 8 }, (_, variant) =>
        generateCover(texts, folder, getGeneratedCoverHash(texts, variant)),
      ),
    );
    const corners = await Promise.all(
      covers.map(async (cover) => (await sharp(cover).raw().toBuffer()).subarray(0, 3).toString("hex")),
    );
    expect(new Set(corners).size).toBeGreaterThan(5);
  });

  it("is deterministic per book", async () => {
    const one = { title: "One", author: "A" };

    expect((await generateCover(one, folder)).equals(await generateCover(one, folder))).toBe(true);
    expect(getGeneratedCoverHash(one)).toBe(getGeneratedCoverHash({ ...one }));
    expect(getGeneratedCoverHash(one)).not.toBe(getGeneratedCoverHash({ title: "Two", author: "A" }));
    expect(isGeneratedCover(getGeneratedCoverHash(one))).toBe(true);
  });

  it.each([" \n Spaced", "\u200b", "\u3164\u3164", "…", "\u2800 First", "\u0301", `${" ".repeat(200)}Far`])(
    "is generated for the title %j",
    async (title) => {
      for (const author of ["A", "B", "C", "D", "E", "F", "\u3164"]) {
        const cover = await generateCover({ title, author, genre: "Islamic Novels" }, folder);
        expect(await getShape(cover)).toBe("640x960 png");
      }
    },
  );

  it("positions each letter of a joined Arabic word", async () => {
    const [withAlef, without] = [await measureTitleWidth("الكريم"), await measureTitleWidth("لكريم")];

    expect(withAlef).toBeGreaterThan(without + 5);
  });
});

async function measureTitleWidth(title: string): Promise<number> {
  const cover = await generateCover({ title, author: "", genre: "Qur'an" }, folder);
  const { data, info } = await sharp(cover).raw().toBuffer({ resolveWithObject: true });
  const isLetterColumn = (x: number) =>
    Array.from({ length: 300 }, (_, i) => data[((280 + i) * info.width + x) * info.channels + 2] ?? 0).some(
      (blue) => blue > 200,
    );
  const columns = Array.from({ length: 400 }, (_, i) => 120 + i).filter(isLetterColumn);
  return (columns.at(-1) ?? 0) - (columns[0] ?? 0);
}

/** A PNG of one color: a small file that needs much memory. */
function makeHugePng(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const row = Buffer.alloc(1 + side / 8);
  const rows = deflateSync(Buffer.concat(Array.from({ length: 2000 }, () => row)));
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const bytes = Buffer.alloc(data.length + 12);
  bytes.writeUInt32BE(data.length, 0);
  named.copy(bytes, 4);
  bytes.writeUInt32BE(crc32(named), data.length + 8);
  return bytes;
}
