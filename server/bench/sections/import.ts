import { mkdirSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import type { BookPage } from "#shared/books/contract.ts";
import type { Bench } from "#server/bench/core/bench.ts";
import { compare, getText, measureRate, size } from "#server/bench/core/load.ts";
import { writeM4b } from "#server/bench/core/m4b.ts";
import { startRaw } from "#server/bench/raw/raw.ts";
import { getEntryPath } from "#server/entry-path.ts";
import { writeSmallEpub } from "#server/testing/books/small-epub.ts";

const books = size(500, 20);
const chaptersEach = 10;
const audiobookBytes = 20_000;

/** The import of many small EPUBs and audiobooks of one file, and requests to the library of both. */
export async function importing(bench: Bench): Promise<void> {
  const folder = bench.makeFolder();
  // The product is bundled before it runs.
  getEntryPath("epub-worker");
  bench.step("importing EPUBs");
  await makeEpubs(path.join(folder, "epubs"));
  const epubs = await bench.importFolder(path.join(folder, "epubs"));
  bench.step("importing audiobooks");
  await makeAudiobooks(path.join(folder, "audio"));
  const audio = await bench.importFolder(path.join(folder, "audio"));
  bench.figures(
    ["EPUBs of 10 chapters of 450 words, with a cover", epubs.added / epubs.seconds, "books/s", "≥ 25"],
    ["M4B with chapters and cover", audio.added / audio.seconds, "books/s", "≥ 15"],
  );
  await measureLibrary(bench);
}

/** Requests to the imported library, each compared with raw node:http sending the same bytes. */
async function measureLibrary(bench: Bench): Promise<void> {
  const { baseUrl } = await bench.startServer();
  const list = "/api/books?limit=40";
  const { books: listed } = JSON.parse(await getText(baseUrl + list)) as BookPage;
  const detail = `/api/books/${listed[0]?.id}`;
  const paths = { "list of 40": list, detail, search: "/api/books?search=bench&limit=40" };
  await measureCached(bench, baseUrl, paths, "library of 1,000: ");
  const { cookie } = await bench.signIn();
  await measureDetail(bench, baseUrl + detail, cookie, "library of 1,000: ");
}

/** Requests at 16 connections, compared with raw node:http sending the same bytes. */
export async function measureCached(
  bench: Bench,
  baseUrl: string,
  paths: Readonly<Record<string, string>>,
  prefix: string,
): Promise<void> {
  const raw = await startRaw(bench, { origin: baseUrl });
  const load = { seconds: size(2, 1) };
  for (const [what, path] of Object.entries(paths)) {
    await getText(raw + path);
    const { own, ratio } = await compare(
      () => measureRate(baseUrl + path, load),
      () => measureRate(raw + path, load),
    );
    bench.figures(
      [`${prefix}${what}`, own, "req/s"],
      [`${prefix}${what}, ratio to the same bytes`, ratio, "", "≥ 0.5"],
    );
  }
}

/** The second of two measures counts. */
export async function measureDetail(bench: Bench, url: string, cookie: string, prefix = ""): Promise<void> {
  const load = { seconds: size(2, 1), cookie };
  await measureRate(url, load);
  bench.figures([`${prefix}detail of a reader`, await measureRate(url, load), "req/s", "≥ 1000"]);
}

async function makeEpubs(folder: string): Promise<void> {
  mkdirSync(folder);
  const circle = Buffer.from('<svg width="400" height="600"><circle cx="200" cy="300" r="150"/></svg>');
  const cover = await sharp({ create: { width: 400, height: 600, channels: 3, background: "#7a4a20" } })
    .composite([{ input: circle }])
    .jpeg()
    .toBuffer();
  for (let n = 0; n < books; n++) {
    const chapters = Array.from({ length: chaptersEach }, (_, c) => getChapter(n * chaptersEach + c));
    const book = { title: `Bench book ${n}`, author: `Author ${n % 50}`, chapters, cover };
    await writeSmallEpub(path.join(folder, `${n}.epub`), book);
  }
}

const words =
  "lamp river market scribe letter road evening garden mercy patience well answer bread ink star".split(" ");

/** 8 paragraphs of 5 sentences of 11 words. */
function getChapter(seed: number): string {
  const join = (length: number, make: (n: number) => string, by: string) =>
    Array.from({ length }, (_, n) => make(n)).join(by);
  const getWord = (n: number) => words[(seed * 7 + n * n + n) % words.length] ?? "";
  const makeSentence = (s: number) => `${join(11, (n) => getWord(s * 11 + n), " ")} ${seed}.`;
  return join(8, (p) => `<p>${join(5, (s) => makeSentence(p * 5 + s), " ")}</p>`, "\n");
}

async function makeAudiobooks(folder: string): Promise<void> {
  mkdirSync(folder);
  for (let n = 0; n < books; n++) await writeM4b(path.join(folder, `Audiobook ${n}.m4b`), audiobookBytes);
}
