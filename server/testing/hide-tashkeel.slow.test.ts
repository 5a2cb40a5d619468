import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { decompress } from "wawoff2";
import { hideTashkeel, isHiddenMark, readGlyphs } from "#client/lib/fonts/hide-tashkeel.ts";

const { resolve } = createRequire(import.meta.url);

function getTable(font: Buffer, name: string): Buffer {
  const at =
    12 +
    16 *
      Array.from({ length: 40 }, (_, n) => n).findIndex(
        (n) => font.toString("latin1", 12 + 16 * n, 16 + 16 * n) === name,
      );
  return font.subarray(font.readUInt32BE(at + 8), font.readUInt32BE(at + 8) + font.readUInt32BE(at + 12));
}

const fatha = 0x064e;
const hamzaAbove = 0x0654;

test.each([
  "@fontsource/amiri/files/amiri-arabic-400-normal.woff2",
  "@fontsource/amiri/files/amiri-arabic-700-normal.woff2",
  "@fontsource-variable/noto-naskh-arabic/files/noto-naskh-arabic-arabic-wght-normal.woff2",
])("%s: tashkeel has an empty glyph, everything else its own", async (file) => {
  const font = Buffer.from(await decompress(await readFile(resolve(file))));

  const plain = hideTashkeel(font);

  const [before, after] = [font, plain].map((each) => readGlyphs(getTable(each, "cmap")));
  const changed = [...(before ?? [])].filter(([character, glyph]) => after?.get(character) !== glyph);
  expect(changed.length).toBeGreaterThan(20);
  expect(changed.every(([character]) => isHiddenMark(character))).toBe(true);
  expect(before?.get(fatha)).not.toBe(after?.get(fatha));
  expect(after?.get(hamzaAbove)).toBe(before?.get(hamzaAbove));
  expect(getTable(plain, "glyf").equals(getTable(font, "glyf"))).toBe(true);
  expect(getTable(plain, "GSUB").equals(getTable(font, "GSUB"))).toBe(true);
});
