import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, realpath, rename, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { unpackWoff } from "./woff.ts";

const { resolve } = createRequire(import.meta.url);

export const fonts = {
  latin: {
    family: "Fraunces SemiBold",
    files: ["fraunces/files/fraunces-latin-600-normal", "fraunces/files/fraunces-latin-ext-600-normal"],
  },
  arabic: {
    family: "Amiri",
    files: ["amiri/files/amiri-arabic-700-normal", "amiri/files/amiri-latin-700-normal"],
  },
} as const;
export type FontName = keyof typeof fonts;

export const accentedFamily = "Frauncex SemiBold";

export const accented = /(?![ıŒœ])[\u0100-\u02ba\u1e00-\u1eff]+/g;

/**
 * Extracts the fonts into a folder, once.
 *
 * @returns files by font
 */
export async function unpackFonts(folder: string): Promise<Readonly<Record<FontName, readonly string[]>>> {
  await mkdir(folder, { recursive: true });
  const target = await realpath(folder);
  const unpack = (names: readonly string[]) => Promise.all(names.map((name) => unpackFont(name, target)));
  return { latin: await unpack(fonts.latin.files), arabic: await unpack(fonts.arabic.files) };
}

async function unpackFont(name: string, folder: string): Promise<string> {
  const file = path.join(folder, `${path.basename(name)}.ttf`);
  if (existsSync(file)) return file;
  const temporaryFile = `${file}.${randomUUID()}`;
  const font = unpackWoff(await readFile(resolve(`@fontsource/${name}.woff`)));
  await writeFile(temporaryFile, name.includes("latin-ext") ? renameFamily(font) : font);
  await rename(temporaryFile, file);
  return file;
}

/** Replaces a font's family name by one of the same length. */
function renameFamily(font: Buffer): Buffer {
  const toUtf16 = (text: string) => Buffer.from(text, "utf16le").swap16();
  for (let at = font.indexOf(toUtf16("Fraunces")); at >= 0; at = font.indexOf(toUtf16("Fraunces"), at)) {
    toUtf16("Frauncex").copy(font, at);
  }
  return font;
}
