import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test as plainTest } from "vitest";
import { publishingContract } from "#shared/publishing/contract.ts";
import { audioFiles } from "#server/db/schema/books/formats.ts";
import { importUploadedFiles } from "#server/features/book-import/service.ts";
import { openLocalFile } from "#server/storage/local.ts";
import { createEpubBytes } from "#server/testing/books/small-epub.ts";
import { canMakeTones } from "#server/testing/books/tones.ts";
import { listRowsAbout } from "#server/testing/rows-about.ts";
import { test } from "#server/testing/test.ts";
import { findBrokenLinks } from "./find-broken-links.ts";
import { measureAudio, parseMeasurement } from "./measure-audio.ts";

const { getPublishingBook, checkFiles } = publishingContract;

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "maktaba-checks-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const chapters = [
  `<p id="here"><a href="c1.xhtml#there">good</a> <a href="c1.xhtml#nowhere">bad</a> <a href='c7.xhtml'>bad</a>
    <a href="https://example.org/">outside</a> <a href="#here">here</a>
    <a hreflang="en" href="c1.xhtml#quoted">good</a></p>`,
  `<p id="there">There.</p><p id='quoted'>Quoted.</p>`,
];

async function writeEpub(): Promise<string> {
  const file = path.join(folder, "links.epub");
  await writeFile(file, await createEpubBytes({ title: "Links", chapters }));
  return file;
}

/** A loud, clipped tone, followed by twelve seconds of silence. */
function writeAudio(): string {
  const file = path.join(folder, "01.mp3");
  const filter = "[0]volume=40dB[a];[a][1]concat=n=2:v=0:a=1";
  const inputs = ["sine=frequency=300:duration=8", "anullsrc=r=44100:cl=mono:d=12"];
  const sources = inputs.flatMap((input) => ["-f", "lavfi", "-i", input]);
  execFileSync("ffmpeg", ["-v", "error", "-y", ...sources, "-filter_complex", filter, file]);
  return file;
}

plainTest("links to missing documents and anchors are found", async () => {
  expect(await findBrokenLinks(await openLocalFile(await writeEpub()))).toEqual([
    "c0.xhtml → c1.xhtml#nowhere",
    "c0.xhtml → c7.xhtml",
  ]);
});

plainTest("links of hostile markup are searched in linear time", async () => {
  const file = path.join(folder, "hostile.epub");
  const hostile = `<p>${"&lt;a ".repeat(10)}</p><!-- ${"<a ".repeat(2_000_000)} -->`;
  await writeFile(file, await createEpubBytes({ title: "Hostile", chapters: [hostile] }));
  expect(await findBrokenLinks(await openLocalFile(file))).toEqual([]);
  await rm(file);
});

plainTest("a silent file has neither loudness nor peak", () => {
  expect(
    parseMeasurement("    I:         -inf LUFS\n[x] Peak level dB: -inf\n[x] Flat factor: 0.000000"),
  ).toEqual({
    loudness: null,
    peak: null,
    flatFactor: 0,
    silences: [],
  });
});

plainTest("the last figures of a log are read, with their fractions", () => {
  const log = `
    I:         -40.25 LUFS
    I:         -16.75 LUFS
    [x] silence_start: -0.012
    [x] silence_end: 1 | silence_duration: 10.25
    [x] silence_start: 12.345
    [x] silence_end: 30 | silence_duration: 17.655
    [x] Peak level dB: -12.5
    [x] Flat factor: 11.75`;
  expect(parseMeasurement(log)).toEqual({
    loudness: -16.75,
    peak: -12.5,
    flatFactor: 11.75,
    silences: [
      [0, 10.25],
      [12.345, 17.655],
    ],
  });
});

plainTest("without ffmpeg nothing is measured", async () => {
  expect(await measureAudio("/tmp/any.mp3", "no-such-program")).toBeNull();
});

plainTest.skipIf(!canMakeTones)("loudness, clipping and silence are measured", async () => {
  const found = await measureAudio(writeAudio());
  expect(found?.loudness).toBeGreaterThan(-14);
  expect(found?.peak).toBeGreaterThan(-0.1);
  expect(found?.silences).toHaveLength(1);
  expect(Math.round(found?.silences[0]?.[0] ?? 0)).toBe(8);
});

test.skipIf(!canMakeTones)("the checks of a book name what was measured", async ({ app }) => {
  const [author, other] = [await app.make.user({ isAuthor: true }), await app.make.user({ isAuthor: true })];
  const neighbour = await app.make.ebook({ ownerId: other.id, wordCount: 1, pageCount: 1 });
  const narrated = await app.make.audiobook({ ownerId: other.id, chapters: 1 });
  const others = [neighbour.id, narrated.id];
  const untouched = await listRowsAbout(app.db, others);
  await writeEpub();
  writeAudio();
  const { bookId } = await importUploadedFiles(app.services, folder, author.id, {
    title: "Book",
    revisionOf: null,
  });
  const listCheckCodes = async () =>
    (await app.as(author)(getPublishingBook, { params: { bookId } })).checks.map(({ code }) => code);
  expect(await listCheckCodes()).toContain("files-unchecked");

  await app.as(author)(checkFiles, { params: { bookId } });
  await app.runJobs();

  expect(await listRowsAbout(app.db, others)).toEqual(untouched);
  const listFiles = () => app.db.select().from(audioFiles).where(eq(audioFiles.bookId, bookId));
  const [file] = await listFiles();
  expect(file?.measurement?.loudness).toBeGreaterThan(-14);
  const measured = { loudness: -18, peak: -3, flatFactor: 0, silences: [] };
  await app.db.update(audioFiles).set({ measurement: measured }).where(eq(audioFiles.bookId, bookId));
  await app.as(author)(checkFiles, { params: { bookId } });
  await app.runJobs();
  expect((await listFiles()).map(({ measurement }) => measurement)).toEqual([measured]);
  await app.db
    .update(audioFiles)
    .set({ measurement: file?.measurement })
    .where(eq(audioFiles.bookId, bookId));

  const after = await listCheckCodes();
  expect(after).not.toContain("files-unchecked");
  expect(after).toEqual(expect.arrayContaining(["link-broken", "audio-silence", "audio-loudness"]));
  await expect(app.as(other)(checkFiles, { params: { bookId } })).rejects.toMatchObject({ status: 404 });
});
