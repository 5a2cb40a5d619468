import { mkdirSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { Vocabulary } from "#server/bench/catalogue/random-words.ts";
import type { Bench } from "#server/bench/core/bench.ts";
import { size } from "#server/bench/core/load.ts";
import { writeM4b } from "#server/bench/core/m4b.ts";
import { getEntryPath } from "#server/entry-path.ts";
import { writeSmallEpub } from "#server/testing/books/small-epub.ts";

const books = size(500, 20);
const audiobookBytes = 20_000;

/** The import of many small EPUBs and audiobooks of one file. */
export async function importing(bench: Bench): Promise<void> {
  const folder = bench.makeFolder();
  // The product is bundled before it runs.
  getEntryPath("epub-worker");
  bench.step("importing EPUBs");
  await makeEpubs(path.join(folder, "epubs"));
  const epubSeconds = await bench.importFolder(path.join(folder, "epubs"));
  bench.step("importing audiobooks");
  await makeAudiobooks(path.join(folder, "audio"));
  const audioSeconds = await bench.importFolder(path.join(folder, "audio"));
  bench.figures(
    ["EPUBs of 10 chapters of 450 words, with a cover", books / epubSeconds, "books/s", "≥ 25"],
    ["M4B with chapters and cover", books / audioSeconds, "books/s", "≥ 15"],
  );
}

async function makeEpubs(folder: string): Promise<void> {
  mkdirSync(folder);
  const circle = Buffer.from('<svg width="400" height="600"><circle cx="200" cy="300" r="150"/></svg>');
  const cover = await sharp({ create: { width: 400, height: 600, channels: 3, background: "#7a4a20" } })
    .composite([{ input: circle }])
    .jpeg()
    .toBuffer();
  const vocabulary = new Vocabulary("latin", 1_000, 5);
  const makeParagraph = () =>
    `<p>${Array.from({ length: 5 }, () => `${vocabulary.makeText(11, 11)}.`).join(" ")}</p>`;
  for (let n = 0; n < books; n++) {
    const chapters = Array.from({ length: 10 }, () => Array.from({ length: 8 }, makeParagraph).join("\n"));
    const book = { title: `Bench book ${n}`, author: `Author ${n % 50}`, chapters, cover };
    await writeSmallEpub(path.join(folder, `${n}.epub`), book);
  }
}

async function makeAudiobooks(folder: string): Promise<void> {
  mkdirSync(folder);
  for (let n = 0; n < books; n++) await writeM4b(path.join(folder, `Audiobook ${n}.m4b`), audiobookBytes);
}
