import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { asc, eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { BookId } from "#shared/books/book.ts";
import { defaultLimits } from "#shared/epub/limits.ts";
import { syncMaps } from "#server/db/schema/books/alignment.ts";
import { books } from "#server/db/schema/books/books.ts";
import { audioFiles, chapters } from "#server/db/schema/books/formats.ts";
import { overlayMarks } from "#server/db/schema/books/media-overlays.ts";
import { openArchive } from "#server/epub/zip/archive.ts";
import { saveSyncMaps } from "#server/features/alignment/service.ts";
import { runEpubcheck } from "#server/testing/books/epubcheck.ts";
import { findSample, importDemoBook, importSample } from "#server/testing/books/import-sample.ts";
import { makeSpokenEpub, par } from "#server/testing/books/spoken-epub.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

const getExportUrl = (bookId: string) => `/api/books/${bookId}/read-along.epub`;

let serial = 0;

async function importSpokenEpub(
  app: TestApp,
  input: Partial<Parameters<typeof makeSpokenEpub>[0]> = {},
  sidecar = {},
) {
  const file = await makeSpokenEpub({
    chapters: ['<h1 id="t">One</h1><p><span id="a">The first.</span> <span id="b">The second.</span></p>'],
    smils: [
      par("c0.xhtml#t", "0s", "0.5s") + par("c0.xhtml#a", "0.5s", "1s") + par("c0.xhtml#b", "1.25s", "2s"),
    ],
    title: `Exported ${++serial}`,
    metadata: '<meta property="dcterms:modified">2026-01-01T00:00:00Z</meta>',
    ...input,
  });
  return importSample(app.services, file, sidecar);
}

/** Downloads a book into a file. */
async function download(app: TestApp, bookId: BookId): Promise<string> {
  const reader = await app.make.user({ isEmployee: true });
  const reply = await app.fetch(getExportUrl(bookId), { as: reader });
  expect(reply.status).toBe(200);
  expect(reply.headers.get("content-type")).toBe("application/epub+zip");
  const file = path.join(mkdtempSync(path.join(tmpdir(), "maktaba-read-along-")), "book.epub");
  writeFileSync(file, Buffer.from(await reply.arrayBuffer()));
  return file;
}

async function getMap(app: TestApp, bookId: BookId) {
  const maps = await app.db
    .select()
    .from(syncMaps)
    .where(eq(syncMaps.bookId, bookId))
    .orderBy(asc(syncMaps.chapterNumber));
  return maps.map(({ chapterNumber, sentences }) => ({ chapterNumber, sentences }));
}

const getMarks = async (app: TestApp, bookId: BookId) =>
  (await app.db.select().from(overlayMarks).where(eq(overlayMarks.bookId, bookId))).map(({ marks }) => marks);

async function expectSameAgain(app: TestApp, bookId: BookId, file: string): Promise<BookId> {
  const reimportedId = await importSample(app.services, file);
  const [before, after] = [await getMap(app, bookId), await getMap(app, reimportedId)];
  expect(after.map(({ chapterNumber, sentences }) => [chapterNumber, sentences.map(([id]) => id)])).toEqual(
    before.map(({ chapterNumber, sentences }) => [chapterNumber, sentences.map(([id]) => id)]),
  );
  const listTimes = (maps: typeof before) =>
    maps.flatMap(({ sentences }) => sentences.flatMap(([, s, e]) => [s, e]));
  const deviations = listTimes(before).map((time, at) =>
    Math.abs(time - (listTimes(after)[at] ?? Number.NaN)),
  );
  expect(Math.max(...deviations)).toBeLessThanOrEqual(0.001 + 1e-9);
  return reimportedId;
}

async function getContent(file: string, name: RegExp): Promise<string> {
  const archive = await openArchive(file, defaultLimits);
  const entry = [...archive.entries.values()].find(({ path: each }) => name.test(each));
  const content = entry ? (await archive.read(entry, 10_000_000)).toString() : "";
  archive.close();
  return content;
}

describe("the EPUB with media overlays", () => {
  test("is aligned after a new import", async ({ app }) => {
    const bookId = await importSpokenEpub(app);
    const file = await download(app, bookId);

    const reimportedId = await expectSameAgain(app, bookId, file);
    const [book] = await app.db.select().from(books).where(eq(books.id, reimportedId));
    expect(book).toMatchObject({ hasEbook: true, hasAudiobook: true, hasSyncMap: true });
    expect(await getMarks(app, reimportedId)).toEqual(await getMarks(app, bookId));
  });

  test("keeps the book's files and audio bytes", async ({ app }) => {
    const bookId = await importSpokenEpub(app, { files: [["EPUB/more.txt", "As it was."]] });
    const file = await download(app, bookId);
    const archive = await openArchive(file, defaultLimits);
    const paths = [...archive.entries.keys()];
    archive.close();
    const [audio] = await app.db.select().from(audioFiles).where(eq(audioFiles.bookId, bookId));
    const [reimportedAudio] = await app.db
      .select()
      .from(audioFiles)
      .where(eq(audioFiles.bookId, await importSample(app.services, file)));

    expect(paths[0]).toBe("mimetype");
    expect(await getContent(file, /more\.txt$/)).toBe("As it was.");
    expect(paths.filter((each) => each.endsWith(".smil"))).toEqual(["EPUB/read-along/0001.smil"]);
    expect(paths).not.toContain("EPUB/a.mp3");
    expect(reimportedAudio?.sha256).toBe(audio?.sha256);
  });

  test("highlights a paragraph without sentence times", async ({ app }) => {
    const bookId = await importSpokenEpub(app, {
      chapters: ["<p>The first. The second.</p><p>The third. The fourth.</p>"],
      smils: [par("c0.xhtml", "0s", "4s")],
    });
    const [chapter] = await app.db.select().from(chapters).where(eq(chapters.bookId, bookId));
    await saveSyncMaps(app.db, bookId, [
      {
        chapterNumber: chapter?.chapterNumber ?? 1,
        source: "aligned",
        sentences: [
          ["s0-0", 0, 1, 0.2],
          ["s0-1", 1, 2, 0.2],
          ["s0-2", 2, 3, 0.9],
          ["s0-3", 3, 3.9, 0.9],
        ],
      },
    ]);
    const file = await download(app, bookId);
    const smil = await getContent(file, /\.smil$/);

    expect(await runEpubcheck(file)).toEqual(expect.toBeOneOf([null, []]));
    expect(smil).toMatch(/#part-0-0"\/><audio[^>]* clipBegin="0:00:00\.000" clipEnd="0:00:02\.000"/);
    expect(smil).not.toContain("#sentence-0-0");
    expect(await getMap(app, await importSample(app.services, file))).toMatchObject([
      {
        sentences: [
          ["s0-2", 2, 3, 1],
          ["s0-3", 3, 3.9, 1],
        ],
      },
    ]);
  });

  test("has one part per chapter with chapter-level alignment", async ({ app }) => {
    const bookId = await importSpokenEpub(app);
    await saveSyncMaps(app.db, bookId, [
      {
        chapterNumber: 1,
        source: "aligned",
        isCoarse: true,
        sentences: [
          ["s0-0", 0, 1, 1],
          ["s0-2", 1, 2, 1],
        ],
      },
    ]);
    const smil = await getContent(await download(app, bookId), /\.smil$/);

    expect(smil.match(/<par /g)).toHaveLength(1);
    expect(smil).not.toContain("#sentence-");
  });
});

describe("access to the export", () => {
  const fetchStatus = async (
    app: TestApp,
    bookId: BookId,
    as: Awaited<ReturnType<TestApp["make"]["user"]>> | null,
  ) => {
    const reply = await app.fetch(getExportUrl(bookId), { as });
    await reply.arrayBuffer();
    return reply.status;
  };

  test("requires download and full listening rights", async ({ app }) => {
    const [reader, supporter] = [await app.make.user(), await app.make.user({ isSupporter: true })];
    const employee = await app.make.user({ isEmployee: true });
    const free = await importSpokenEpub(app);
    const premium = await importSpokenEpub(app, {}, { isFree: false });
    const stored = await importSpokenEpub(app, {}, { allowsDownload: false });
    const draft = await importSpokenEpub(app, {}, { state: "draft" });

    expect([await fetchStatus(app, free, null), await fetchStatus(app, free, reader)]).toEqual([401, 200]);
    expect(await fetchStatus(app, premium, null)).toBe(401);
    expect([await fetchStatus(app, premium, reader), await fetchStatus(app, premium, supporter)]).toEqual([
      403, 200,
    ]);
    expect([await fetchStatus(app, stored, reader), await fetchStatus(app, stored, employee)]).toEqual([
      403, 200,
    ]);
    expect([await fetchStatus(app, draft, reader), await fetchStatus(app, draft, employee)]).toEqual([
      404, 200,
    ]);
  });

  test("is not found for a book without alignment", async ({ app }) => {
    const bookId = await importSpokenEpub(app, { smils: [null] });

    expect(await fetchStatus(app, bookId, await app.make.user())).toBe(404);
  });

  test("explains why an EPUB cannot contain the audio", async ({ app }) => {
    const bookId = await importSpokenEpub(app);
    await app.db.update(audioFiles).set({ codec: "flac" }).where(eq(audioFiles.bookId, bookId));
    const reply = await app.fetch(getExportUrl(bookId), { as: await app.make.user() });

    expect([reply.status, await reply.json()]).toMatchObject([
      422,
      { code: "unprocessable_file", message: /flac/ },
    ]);
  });

  test("can be checked without downloading", async ({ app }) => {
    const reply = await app.fetch(getExportUrl(await importSpokenEpub(app)), {
      method: "HEAD",
      as: await app.make.user(),
    });

    expect(reply.status).toBe(200);
    expect(await reply.text()).toBe("");
  });
});

describe("real books", () => {
  test("a book of the demo library", { timeout: 120_000 }, async ({ app }) => {
    const bookId = await importDemoBook(app.services, "five-daily-prayers");
    const file = await download(app, bookId);

    expect(await runEpubcheck(file)).toEqual(expect.toBeOneOf([null, []]));
    await expectSameAgain(app, bookId, file);
  });

  test.for([
    "sync/sonnets/sonnets-readalong.epub",
    "epub/w3c-tests/mol-timing-synchronization_multiple_audio.epub",
  ])("%s, from the samples", { timeout: 120_000 }, async (name, { app, skip }) => {
    const sample = findSample(name);
    if (sample === null) return skip("the sample files are missing");
    const bookId = await importSample(app.services, sample);
    const file = await download(app, bookId);

    const reimportedId = await expectSameAgain(app, bookId, file);
    expect(await getMarks(app, reimportedId)).toEqual(await getMarks(app, bookId));
  });
});
