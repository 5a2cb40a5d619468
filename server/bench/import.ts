import { appendFileSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import type { BookPage } from "#shared/books/contract.ts";
import { getEntryPath } from "#server/entry-path.ts";
import { importFolder } from "#server/features/book-import/service.ts";
import { writeSmallEpub } from "#server/testing/books/small-epub.ts";
import { getFixturePath } from "#server/testing/fixtures/fixture.ts";
import { startRawBytes } from "./catalogue/raw-server.ts";
import { compareRates, measureRequestsPerSecond } from "./load.ts";
import type { Bench, Report, Section } from "./section.ts";

const books = 500;
const chaptersEach = 10;

/** The import of many small EPUBs and audiobooks of one file, and requests to the library of both. */
export const importing: Section = {
  name: "import",
  async run(report, bench) {
    const folder = mkdtempSync(path.join(tmpdir(), "maktaba-bench-import-"));
    // The product is bundled before it runs.
    getEntryPath("epub-worker");
    try {
      report.step("making EPUBs");
      await makeEpubs(path.join(folder, "epubs"));
      await measure(
        report,
        bench,
        path.join(folder, "epubs"),
        "EPUBs of 10 chapters of 450 words, with a cover",
        25,
      );
      report.step("making audiobooks");
      makeAudiobooks(path.join(folder, "audio"));
      await measure(report, bench, path.join(folder, "audio"), "M4B with chapters and cover", 15);
      await measureLibrary(report, bench);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function measure(report: Report, { services }: Bench, folder: string, what: string, min: number) {
  report.step(`importing ${what}`);
  const rejected: string[] = [];
  const from = performance.now();
  const { added } = await importFolder(
    services,
    folder,
    {},
    { onRejected: (name, reason) => rejected.push(`${name}: ${reason}`) },
  );
  const seconds = (performance.now() - from) / 1000;
  if (added !== books)
    report.note(`import: ${added} of ${books} came in; ${rejected[0] ?? "some were there already"}`);
  report.metric(what, added / seconds, "books/s", { min });
}

/**
 * Requests to the imported library at 16 connections, each compared with raw node:http sending the same
 * bytes.
 */
async function measureLibrary(report: Report, bench: Bench): Promise<void> {
  report.step("requests to the imported library");
  const server = await bench.startServer();
  const list = "/api/books?limit=40";
  const { books: listed } = (await (await fetch(server.baseUrl + list)).json()) as BookPage;
  const detail = `/api/books/${listed[0]?.id}`;
  const paths = { "list of 40": list, detail, search: "/api/books?search=bench&limit=40" };
  const load = { connections: 16, seconds: 2 };
  for (const [what, url] of Object.entries(paths)) {
    const body = await (await fetch(server.baseUrl + url)).text();
    const raw = await startRawBytes(bench, body);
    const { rate, ratio } = await compareRates(server.baseUrl + url, raw.baseUrl, load);
    raw.stop();
    report.metric(`library of 1,000: ${what}`, rate, "req/s");
    report.metric(`library of 1,000: ${what}, ratio to the same bytes`, ratio, "", { min: 0.5 });
  }
  const readerLoad = { ...load, headers: { cookie: await bench.signIn() } };
  // A warm-up.
  await measureRequestsPerSecond(server.baseUrl + detail, readerLoad);
  const rate = await measureRequestsPerSecond(server.baseUrl + detail, readerLoad);
  report.metric("library of 1,000: detail of a reader", rate, "req/s", { min: 1_000 });
  await server.stop();
}

async function makeEpubs(folder: string): Promise<void> {
  mkdirSync(folder);
  const cover = await sharp({ create: { width: 400, height: 600, channels: 3, background: "#7a4a20" } })
    .composite([
      { input: Buffer.from('<svg width="400" height="600"><circle cx="200" cy="300" r="150"/></svg>') },
    ])
    .jpeg()
    .toBuffer();
  for (let n = 0; n < books; n++) {
    const chapters = Array.from({ length: chaptersEach }, (_, c) => getChapter(n * chaptersEach + c));
    const book = { title: `Bench book ${n}`, author: `Author ${n % 50}`, chapters };
    await writeSmallEpub(path.join(folder, `${n}.epub`), { ...book, cover });
  }
}

const words =
  "lamp river market scribe letter road evening garden mercy patience well answer bread ink star".split(" ");

function getChapter(seed: number): string {
  const getWord = (i: number) => words[(seed * 7 + i * i + i) % words.length] ?? "";
  const makeSentence = (s: number) =>
    `${Array.from({ length: 11 }, (_, i) => getWord(s * 11 + i)).join(" ")} ${seed}.`;
  const makeParagraph = (p: number) =>
    `<p>${Array.from({ length: 5 }, (_, s) => makeSentence(p * 5 + s)).join(" ")}</p>`;
  return Array.from({ length: 8 }, (_, p) => makeParagraph(p)).join("\n");
}

function makeAudiobooks(folder: string): void {
  mkdirSync(folder);
  for (let n = 0; n < books; n++) {
    const file = path.join(folder, `Audiobook ${n}.m4b`);
    copyFileSync(getFixturePath("audio/front-moov.m4b"), file);
    const box = Buffer.from(`\0\0\0\x18free${String(n).padStart(16, "0")}`, "latin1");
    appendFileSync(file, box);
  }
}
