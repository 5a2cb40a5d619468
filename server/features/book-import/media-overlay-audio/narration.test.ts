import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { asc, eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect } from "vitest";
import type { BookId } from "#shared/books/book.ts";
import { booksContract } from "#shared/books/contract.ts";
import { mediaOverlaysContract } from "#shared/media-overlays/contract.ts";
import { playerContract } from "#shared/player/contract.ts";
import { readerContract } from "#shared/reader/contract.ts";
import { books } from "#server/db/schema/books/books.ts";
import { audioFiles, chapters } from "#server/db/schema/books/formats.ts";
import { importFolder } from "#server/features/book-import/service.ts";
import { findSample, importSample } from "#server/testing/books/import-sample.ts";
import { writeSmallMp3 } from "#server/testing/books/small-audio.ts";
import { makeSpokenEpub, par, readShortAudio } from "#server/testing/books/spoken-epub.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "maktaba-spoken-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

let serial = 0;

async function importSpokenEpub(app: TestApp, input: Omit<Parameters<typeof makeSpokenEpub>[0], "title">) {
  const title = `Spoken ${++serial}`;
  cpSync(await makeSpokenEpub({ ...input, title }), path.join(folder, "book.epub"));
  const warnings: string[] = [];
  const rejected: string[] = [];
  await importFolder(
    app.services,
    folder,
    {},
    {
      onWarning: (_, warning) => warnings.push(warning),
      onRejected: (_, reason) => rejected.push(reason),
    },
  );
  const [book] = await app.db.select().from(books).where(eq(books.title, title));
  return {
    book,
    noted: warnings,
    rejected,
    ...(book ? await getImportedBook(app, book.id) : { parts: [], map: [], files: [] }),
  };
}

async function getImportedBook(app: TestApp, bookId: BookId) {
  const employee = await app.make.user({ isEmployee: true });
  const parts = await app.db
    .select()
    .from(chapters)
    .where(eq(chapters.bookId, bookId))
    .orderBy(asc(chapters.chapterNumber));
  const files = await app.db
    .select()
    .from(audioFiles)
    .where(eq(audioFiles.bookId, bookId))
    .orderBy(asc(audioFiles.position));
  const sync = await app.as(employee)(readerContract.getSyncMap, { params: { bookId } });
  return {
    files,
    parts: parts.map(({ title, start, end }) => [title, start, end]),
    map: sync.chapters.map(({ chapterNumber, sentences }) => [chapterNumber, sentences]),
  };
}

const one = '<h1 id="t">One</h1><p><span id="a">The first.</span> <span id="b">The second.</span></p>';
const two = '<h1 id="t">Two</h1><p id="a">The last.</p>';

describe("an EPUB with media overlays", () => {
  test("becomes an aligned book to read and listen to", async ({ app }) => {
    const {
      book,
      files,
      parts,
      map,
      noted: warnings,
    } = await importSpokenEpub(app, {
      chapters: [one, two],
      smils: [
        par("c0.xhtml#t", "0s", "0.5s") + par("c0.xhtml#a", "0.5s", "1s") + par("c0.xhtml#b", "1s", "2s"),
        par("c1.xhtml#t", "2s", "2.5s") + par("c1.xhtml#a", "0:00:02.6", "3500ms"),
      ],
      metadata: '<meta property="media:narrator">Hind</meta><meta property="media:duration">3.4s</meta>',
    });

    expect(warnings).toEqual([]);
    expect(book).toMatchObject({ hasEbook: true, hasAudiobook: true, hasSyncMap: true, duration: 3.5 });
    expect(files).toMatchObject([{ position: 1, codec: "mp3", mediaType: "audio/mpeg", fileName: "a.mp3" }]);
    expect(parts).toEqual([
      ["Chapter 0", 0, 2],
      ["Chapter 1", 2, 3.5],
    ]);
    expect(map).toEqual([
      [
        1,
        [
          ["s0-0", 0, 0.5, 1],
          ["s0-1", 0.5, 1, 1],
          ["s0-2", 1, 2, 1],
        ],
      ],
      [
        2,
        [
          ["s1-0", 0, 0.5, 1],
          ["s1-1", 0.6, 1.5, 1],
        ],
      ],
    ]);
  });

  test("leaves no temporary files", async ({ app }) => {
    const listOwnFolders = async () =>
      (await readdir(tmpdir())).filter((name) => name.startsWith("maktaba-narration-"));
    const before = await listOwnFolders();
    await importSpokenEpub(app, { chapters: [one], smils: [par("c0.xhtml#a", "0s", "1s")] });

    expect((await listOwnFolders()).filter((name) => !before.includes(name))).toEqual([]);
  });

  test("lists its narrator", async ({ app }) => {
    const { book } = await importSpokenEpub(app, {
      chapters: [one],
      smils: [par("c0.xhtml#a", "0s", "1s")],
      metadata: '<meta property="media:narrator">Hind bint Ali</meta>',
    });
    const { contributors } = await app.as(null)(booksContract.getBook, {
      params: { bookId: book?.id as BookId },
    });

    expect(contributors).toContainEqual(expect.objectContaining({ name: "Hind bint Ali", role: "narrator" }));
  });

  test("highlights paragraphs where only their times are known", async ({ app }) => {
    const body = '<p id="p">The first. The second.</p><p id="q">The third.</p>';
    const { book, map } = await importSpokenEpub(app, {
      chapters: [body],
      smils: [par("c0.xhtml#p", "0s", "2s") + par("c0.xhtml#q", "2s", "3s")],
      metadata:
        '<meta property="media:active-class">heard</meta><meta property="media:playback-active-class">on</meta>',
    });
    const params = { bookId: book?.id as BookId };
    const reader = await app.make.user();

    expect(map).toEqual([[1, [["s0-2", 2, 3, 1]]]]);
    expect(await app.as(reader)(mediaOverlaysContract.getOverlay, { params })).toEqual({
      ...params,
      activeClass: "heard",
      playbackActiveClass: "on",
      markedChapters: [1],
    });
    expect(
      await app.as(reader)(mediaOverlaysContract.getOverlayMarks, {
        params: { ...params, chapterNumber: 1 },
      }),
    ).toEqual([
      [0, "p", 0, 2, ""],
      [0, "q", 2, 3, ""],
    ]);
  });

  test("continues where a part refers to a missing element", async ({ app }) => {
    const {
      parts,
      map,
      noted: warnings,
    } = await importSpokenEpub(app, {
      chapters: [one],
      smils: [
        par("c0.xhtml#a", "0s", "1s") + par("c0.xhtml#gone", "1s", "2s") + par("c0.xhtml#b", "2s", "3s"),
      ],
    });

    expect(parts).toEqual([["Chapter 0", 0, 3]]);
    expect(map).toEqual([
      [
        1,
        [
          ["s0-1", 0, 1, 1],
          ["s0-2", 2, 3, 1],
        ],
      ],
    ]);
    expect(warnings).toEqual([expect.stringMatching(/1 part of the narration refers to text/)]);
  });
});

describe("an invalid narration is dropped, and the text opens", () => {
  test.for<[string, string, Readonly<Record<string, Buffer>>, RegExp]>([
    [
      "that is no sound",
      par("c0.xhtml#a", "0s", "1s"),
      { "a.mp3": Buffer.from("<script>") },
      /not an audio file/,
    ],
    ["that is not there", par("c0.xhtml#a", "0s", "1s", { audio: "b.mp3" }), {}, /is missing: EPUB\/b\.mp3/],
    [
      "that lies elsewhere",
      par("c0.xhtml#a", "0s", "1s", { audio: "https://example.org/a.mp3" }),
      {},
      /is on another site/,
    ],
    ["that climbs", par("c0.xhtml#a", "0s", "1s", { audio: "../../../etc/passwd" }), {}, /is missing/],
    ["without times", par("c0.xhtml#a", "now", "then"), { "a.mp3": readShortAudio() }, /no usable time/],
    [
      "beyond its end",
      par("c0.xhtml#a", "90s", "91s"),
      { "a.mp3": readShortAudio() },
      /after its audio file/,
    ],
    ["of other pages", par("other.xhtml#a", "0s", "1s"), { "a.mp3": readShortAudio() }, /no page/],
    ["nested without end", "<seq>".repeat(5000), { "a.mp3": readShortAudio() }, /cannot be read/],
    ["of too many parts", "<par/>".repeat(210_000), { "a.mp3": readShortAudio() }, /cannot be read/],
  ])("%s", async ([, smil, audioFiles, reason], { app }) => {
    const {
      book,
      noted: warnings,
      rejected,
      files,
    } = await importSpokenEpub(app, {
      chapters: [one],
      smils: [smil],
      audioFiles,
    });

    expect(rejected).toEqual([]);
    expect(book).toMatchObject({ hasEbook: true, hasAudiobook: false, hasSyncMap: false });
    expect(files).toEqual([]);
    expect(warnings.join("\n")).toMatch(reason);
  });

  test("except for a single damaged file among many", async ({ app }) => {
    const {
      parts,
      map,
      noted: warnings,
    } = await importSpokenEpub(app, {
      chapters: [one, two],
      smils: [par("c0.xhtml#a", "0s", "1s", { audio: "b.mp3" }), par("c1.xhtml#a", "0s", "1s")],
      audioFiles: { "a.mp3": readShortAudio(), "b.mp3": Buffer.alloc(5000) },
    });

    expect(parts).toEqual([["Chapter 1", 0, 1]]);
    expect(map).toEqual([[1, [["s1-1", 0, 1, 1]]]]);
    expect(warnings).toEqual([
      "An audio file of the narration was left out: b.mp3.",
      expect.stringMatching(/^b\.mp3: This is not an audio file/),
    ]);
  });
});

describe("audio beside such an EPUB", () => {
  test("is ignored in favour of the aligned narration inside", async ({ app }) => {
    await writeSmallMp3(path.join(folder, "01.mp3"), "Beside");
    const { files, noted: warnings } = await importSpokenEpub(app, {
      chapters: [one],
      smils: [par("c0.xhtml#b", "0s", "3s")],
    });

    expect(files.map(({ fileName }) => fileName)).toEqual(["a.mp3"]);
    expect(warnings).toEqual([expect.stringMatching(/own synchronized narration/)]);
  });

  test("is used when the narration covers a small part only", async ({ app }) => {
    await writeSmallMp3(path.join(folder, "01.mp3"), "Beside");
    const {
      files,
      map,
      noted: warnings,
    } = await importSpokenEpub(app, {
      chapters: [one],
      smils: [par("c0.xhtml#b", "0s", "1s")],
    });

    expect(files.map(({ fileName }) => fileName)).toEqual(["01.mp3"]);
    expect(map).toEqual([]);
    expect(warnings).toEqual([expect.stringMatching(/much longer/)]);
  });
});

describe("audio for guests", () => {
  test("never exceeds the sample when chapters are out of order in one file", async ({ app }) => {
    const { files, book } = await importSpokenEpub(app, {
      chapters: [one, two],
      smils: [par("c0.xhtml#a", "3s", "4s"), par("c1.xhtml#a", "0s", "3s")],
    });
    const playlist = await app.as(null)(playerContract.getPlaylist, {
      params: { bookId: book?.id as BookId },
    });

    expect(files[0]?.sampleEnd).toBeLessThanOrEqual(61);
    expect(playlist.chapters.map(({ title }) => title)).toEqual(["Chapter 0", "Chapter 1"]);
  });
});

describe("sample books", () => {
  const sample = async (app: TestApp, name: string) => {
    const file = findSample(name);
    return file === null ? null : getImportedBook(app, await importSample(app.services, file));
  };

  test("sonnets: audio of the first only, with its published times", async ({ app, skip }) => {
    const found = await sample(app, "sync/sonnets/sonnets-readalong.epub");
    if (!found) return skip("the sample files are missing");

    expect(found.parts).toEqual([["Sonnet I", 0, 53.24]]);
    expect(found.map).toEqual([
      [
        1,
        [
          ["s0-0", 0, 2.68, 1],
          ["s0-1", 2.68, 53.24, 1],
        ],
      ],
    ]);
  });

  test("W3C mol-timing-synchronization_multiple_audio: two files, one after the other", async ({
    app,
    skip,
  }) => {
    const found = await sample(app, "epub/w3c-tests/mol-timing-synchronization_multiple_audio.epub");
    if (!found) return skip("the sample files are missing");

    expect(found.parts).toEqual([
      ["Content with Media Overlay", 29.268, 87.85],
      ["Content with Media Overlay (2)", 0, 18.5],
    ]);
    expect(found.map).toEqual([
      [1, [["s1-2", 15.515, 21.182, 1]]],
      [2, []],
    ]);
  });

  test("W3C mol-navigation: a chapter per page", async ({ app, skip }) => {
    const found = await sample(app, "epub/w3c-tests/mol-navigation.epub");
    if (!found) return skip("the sample files are missing");

    expect(found.parts).toEqual([
      ["Chapter 1", 0, 29.218],
      ["Chapter 2", 0, 7.048],
    ]);
    expect(found.map).toEqual([
      [
        1,
        [
          ["s0-0", 0, 1.233, 1],
          ["s0-1", 1.233, 7.603, 1],
          ["s0-2", 7.603, 29.218, 1],
        ],
      ],
      [
        2,
        [
          ["s1-0", 0, 1.365, 1],
          ["s1-1", 1.365, 7.048, 1],
        ],
      ],
    ]);
  });

  test("broken ones open with the available audio", async ({ app, skip }) => {
    const names = ["minimal-valid", "textref-fragment-unresolved-error"];
    for (const name of names) {
      const found = await sample(app, `epub/broken/epub3_09-media-overlays__mediaoverlays-${name}.epub`);
      if (!found) return skip("the sample files are missing");
      expect(found.parts).toHaveLength(1);
      expect(found.map).toEqual([[1, [["s0-0", 0, expect.closeTo(2.5, 1), 1]]]]);
    }
    const silent = await sample(app, "epub/samples/idpf_kusamakura-preview.epub");
    expect(silent?.files).toEqual([]);
  });
});
