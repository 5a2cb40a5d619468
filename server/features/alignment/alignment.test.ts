import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import { alignmentContract } from "#shared/alignment/contract.ts";
import type { BookId } from "#shared/books/book.ts";
import type { SyncedSentence } from "#shared/reader/contract.ts";
import { splitSentences } from "#shared/reader/sentences.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { alignments, syncMaps } from "#server/db/schema/books/alignment.ts";
import { books } from "#server/db/schema/books/books.ts";
import { audioFiles, chapters } from "#server/db/schema/books/formats.ts";
import { importFolder } from "#server/features/book-import/service.ts";
import { projectRoot } from "#server/project-root.ts";
import { canNarrate, narrate, type Passage } from "#server/testing/books/narrate-epub.ts";
import { writeSmallEpub } from "#server/testing/books/small-epub.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import { runAlignmentJob } from "./jobs.ts";
import { findTools, installedPrograms } from "./required-programs.ts";
import { saveSyncMaps } from "./service.ts";

const getText = (name: string) =>
  readFileSync(path.join(projectRoot, "server", "bench", "texts", name), "utf8").split(/\n\s*\n/u);

const listSentences = (blocks: readonly string[]) =>
  blocks.flatMap((block) => splitSentences(block).map(({ start, end }) => block.slice(start, end)));

const [, ...paragraphs] = getText("weaver.en.txt");
const bookSentences = listSentences(paragraphs).slice(0, 10);
const otherSentences = listSentences(getText("observatory.en.txt"));

const voice = { program: "espeak-ng", name: "en-gb+f3" } as const;

let serial = 0;

interface Audiobook {
  readonly bookId: BookId;
  readonly owner: User;
  readonly times: ReadonlyArray<readonly [number, number]>;
}

async function makeBook(
  app: TestApp,
  passages: readonly Passage[],
  sentences = bookSentences,
  others: readonly Passage[] = [],
): Promise<Audiobook> {
  const folder = mkdtempSync(path.join(tmpdir(), "maktaba-align-"));
  try {
    const title = `In step ${++serial}`;
    const paragraphs = sentences.map((sentence) => `<p>${sentence.replaceAll('"', "&quot;")}</p>`).join("");
    await writeSmallEpub(path.join(folder, "book.epub"), { title, chapters: [paragraphs] });
    const { times } = narrate(passages, voice, path.join(folder, "01.mp3"), { seed: serial });
    if (others.length > 0) narrate(others, voice, path.join(folder, "02.mp3"), { seed: serial });
    const owner = await app.make.user();
    await importFolder(app.services, folder, { ownerId: owner.id });
    const [book] = await app.db.select({ id: books.id }).from(books).where(eq(books.title, title));
    return { bookId: expectOneRow(book ? [book] : []).id, owner, times };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const getRow = async (app: TestApp, bookId: BookId) =>
  expectOneRow(await app.db.select().from(alignments).where(eq(alignments.bookId, bookId)));

async function runJob(app: TestApp, bookId: BookId, programs = installedPrograms) {
  const { run } = await getRow(app, bookId);
  await runAlignmentJob(app.services, bookId, run, programs);
  return getRow(app, bookId);
}

async function start(app: TestApp, { bookId, owner }: Audiobook) {
  return app.as(owner)(alignmentContract.startAlignment, { params: { bookId } });
}

const getMap = async (app: TestApp, bookId: BookId) =>
  expectOneRow(await app.db.select().from(syncMaps).where(eq(syncMaps.bookId, bookId)));

/** The heading of the small EPUB is sentence 0 of its document. */
const getId = (index: number) => `s0-${index + 1}` as const;

describe("the programs for alignment", () => {
  test("are named with install hints when missing", async () => {
    const tools = await findTools({ ffmpeg: "no-such-ffmpeg", "espeak-ng": "no-such-espeak" });
    expect(tools.missing).toEqual(["ffmpeg", "espeak-ng"]);
    expect(tools.install.map(({ command }) => command)).toContain("apt install ffmpeg espeak-ng");
  });
});

describe.skipIf(!canNarrate)("a book with text and sound", () => {
  test("aligns text and audio, and flags unwritten speech", { timeout: 120_000 }, async ({ app }) => {
    const passages = [
      ...bookSentences.slice(0, 5).map((text) => ({ text })),
      ...otherSentences.slice(2, 4).map((text) => ({ text, isWritten: false })),
      ...bookSentences.slice(5).map((text) => ({ text })),
    ];
    const audiobook = await makeBook(app, passages);
    const started = await start(app, audiobook);
    expect(started.alignment).toMatchObject({ state: "queued", chapterCount: 1, reason: null });

    expect(await runJob(app, audiobook.bookId)).toMatchObject({
      state: "done",
      progress: 1,
      chaptersDone: 1,
    });

    const map = await getMap(app, audiobook.bookId);
    const result = audiobook.times.filter((_, at) => passages[at] && !("isWritten" in passages[at]));
    const deviations = result.map(([at], index) => {
      const found = map.sentences.find(([id]) => id === getId(index));
      return Math.abs((found?.[1] ?? Number.NaN) - at);
    });
    expect(Math.max(...deviations)).toBeLessThan(0.25);
    expect(map).toMatchObject({ source: "aligned", level: "sentence" });
    expect(map.lowConfidence.map(({ kind }) => kind)).toContain("not-in-text");
    const [book] = await app.db.select().from(books).where(eq(books.id, audiobook.bookId));
    expect(book?.hasSyncMap).toBe(true);
  });

  test("reports confidence per chapter, and flags one that matches no text", {
    timeout: 120_000,
  }, async ({ app }) => {
    const passages = bookSentences.filter((_, at) => at !== 4 && at !== 5).map((text) => ({ text }));
    const others = otherSentences.slice(0, 3).map((text) => ({ text }));
    const audiobook = await makeBook(app, passages, bookSentences, others);
    await start(app, audiobook);
    expect(await runJob(app, audiobook.bookId)).toMatchObject({ state: "done", chaptersDone: 2 });

    const getChapter = (chapterNumber: number) =>
      app.as(audiobook.owner)(alignmentContract.getEditableChapter, {
        params: { bookId: audiobook.bookId, chapterNumber },
      });
    const [one, two] = [await getChapter(1), await getChapter(2)];
    expect(one.lowConfidence.map(({ kind }) => kind)).toContain("not-narrated");
    expect(one.confidence).toBeCloseTo(passages.length / bookSentences.length, 5);
    expect(two.level).toBe("chapter");
    expect(two.lowConfidence).toEqual([
      { kind: "unclear", start: 0, end: expect.closeTo(two.duration, 2), sentences: null, confidence: 0 },
    ]);
  });

  test("is refused for different books", { timeout: 120_000 }, async ({ app }) => {
    const audiobook = await makeBook(
      app,
      otherSentences.slice(0, 9).map((text) => ({ text })),
    );
    await start(app, audiobook);
    expect(await runJob(app, audiobook.bookId)).toMatchObject({ state: "refused", reason: "not-the-same" });
    expect(await app.db.select().from(syncMaps).where(eq(syncMaps.bookId, audiobook.bookId))).toEqual([]);
  });

  test("names missing programs and can be restarted", async ({ app }) => {
    const audiobook = await makeBook(
      app,
      bookSentences.slice(0, 2).map((text) => ({ text })),
    );
    await start(app, audiobook);
    const programs = { ...installedPrograms, "espeak-ng": "no-such-espeak" };
    expect(await runJob(app, audiobook.bookId, programs)).toMatchObject({
      state: "refused",
      reason: "missing-tools",
      about: "espeak-ng",
    });
    expect((await start(app, audiobook)).alignment).toMatchObject({
      state: "queued",
      reason: null,
      about: "",
    });
  });

  test("stays cancelled, also while running", { timeout: 60_000 }, async ({ app }) => {
    const audiobook = await makeBook(
      app,
      bookSentences.map((text) => ({ text })),
    );
    await start(app, audiobook);
    const job = runJob(app, audiobook.bookId);
    const cancelled = await app.as(audiobook.owner)(alignmentContract.cancelAlignment, {
      params: { bookId: audiobook.bookId },
    });
    expect(cancelled.alignment?.state).toBe("cancelled");
    expect((await job).state).toBe("cancelled");
    expect(await app.db.select().from(syncMaps).where(eq(syncMaps.bookId, audiobook.bookId))).toEqual([]);
  });

  test("returns to the queue when its process ends", { timeout: 60_000 }, async ({ app }) => {
    const audiobook = await makeBook(
      app,
      bookSentences.slice(0, 3).map((text) => ({ text })),
    );
    await start(app, audiobook);
    const { run } = await getRow(app, audiobook.bookId);
    const ending = new AbortController();
    const job = runAlignmentJob(app.services, audiobook.bookId, run, installedPrograms, ending.signal);
    setTimeout(() => ending.abort(), 100);
    await expect(job).rejects.toThrow("the process is shutting down");
    expect((await getRow(app, audiobook.bookId)).state).toBe("running");
  });

  test("continues after its worker was killed; an older run does nothing", { timeout: 120_000 }, async ({
    app,
  }) => {
    const audiobook = await makeBook(
      app,
      bookSentences.slice(0, 6).map((text) => ({ text })),
      bookSentences.slice(0, 6),
    );
    await start(app, audiobook);
    const older = (await getRow(app, audiobook.bookId)).run;
    await start(app, audiobook);
    await runAlignmentJob(app.services, audiobook.bookId, older);
    expect((await getRow(app, audiobook.bookId)).state).toBe("queued");
    await app.db.update(alignments).set({ state: "running" }).where(eq(alignments.bookId, audiobook.bookId));
    expect(await runJob(app, audiobook.bookId)).toMatchObject({ state: "done" });
  });

  test("respects manual anchors", { timeout: 120_000 }, async ({ app }) => {
    const sentences = bookSentences.slice(0, 6);
    const audiobook = await makeBook(
      app,
      sentences.map((text) => ({ text })),
      sentences,
    );
    const as = app.as(audiobook.owner);
    const { bookId } = audiobook;
    const at = (audiobook.times[2]?.[0] ?? 0) + 0.07;
    const set = (index: number, seconds: number) =>
      as(alignmentContract.setAnchor, {
        params: { bookId, sentence: getId(index) },
        body: { chapterNumber: 1, at: seconds },
      });
    const status = await set(2, at);
    expect(status.anchors.map(({ sentence }) => sentence)).toEqual([getId(2)]);
    expect((await getMap(app, bookId)).sentences.map(([id, start]) => [id, start])).toEqual([[getId(2), at]]);
    await expect(set(4, at - 1)).rejects.toMatchObject({ problem: { code: "invalid_input" } });
    await expect(set(3, 9_999)).rejects.toMatchObject({ problem: { code: "invalid_input" } });

    expect(await runJob(app, bookId)).toMatchObject({ state: "done" });
    const map = await getMap(app, bookId);
    expect(map.source).toBe("manual");
    expect(map.sentences.map(([id]) => id)).toEqual(expect.arrayContaining([0, 1, 2, 3, 4, 5].map(getId)));
    expect(map.sentences.find(([id]) => id === getId(2))?.[1]).toBeCloseTo(at, 3);
    const chapter = await as(alignmentContract.getEditableChapter, { params: { bookId, chapterNumber: 1 } });
    expect(chapter.sentences.filter(({ isAnchored }) => isAnchored).map(({ id }) => id)).toEqual([getId(2)]);

    const afterRemoval = await as(alignmentContract.deleteAnchor, { params: { bookId, sentence: getId(2) } });
    expect(afterRemoval.anchors).toEqual([]);
  });

  test("with chapter level only shows just the manual sentence", async ({ app }) => {
    const sentences = bookSentences.slice(0, 6);
    const audiobook = await makeBook(
      app,
      sentences.map((text) => ({ text })),
      sentences,
    );
    const { bookId } = audiobook;
    const guesses = [0, 1, 2, 3, 4, 5].map((at): SyncedSentence => [getId(at), at * 3, at * 3 + 2, 0.8]);
    const coarse = { chapterNumber: 1, source: "aligned", sentences: guesses, isCoarse: true } as const;
    await saveSyncMaps(app.db, bookId, [coarse]);
    await app.as(audiobook.owner)(alignmentContract.setAnchor, {
      params: { bookId, sentence: getId(2) },
      body: { chapterNumber: 1, at: 6.4 },
    });
    const map = await getMap(app, bookId);
    expect(map.sentences.map(([id]) => id)).toEqual([getId(2)]);
    expect(map.guesses).toHaveLength(5);
  });

  test("accepts manual anchors in each matching chapter, in any order", async ({ app }) => {
    const sentences = bookSentences.slice(0, 6);
    const audiobook = await makeBook(
      app,
      sentences.map((text) => ({ text })),
      sentences,
    );
    const { bookId } = audiobook;
    const [file] = await app.db.select().from(audioFiles).where(eq(audioFiles.bookId, bookId));
    const [first] = await app.db.select().from(chapters).where(eq(chapters.bookId, bookId));
    const { id: audioFileId } = expectOneRow(file ? [file] : []);
    await app.db
      .insert(chapters)
      .values({ ...expectOneRow(first ? [first] : []), chapterNumber: 2, title: "Two", audioFileId });
    const makeChapterMap = (chapterNumber: number, ...indices: number[]) => ({
      chapterNumber,
      source: "aligned" as const,
      sentences: indices.map((index): SyncedSentence => [getId(index), index * 2, index * 2 + 1, 0.9]),
    });
    await saveSyncMaps(app.db, bookId, [makeChapterMap(1, 3, 4, 5), makeChapterMap(2, 0, 1, 2)]);
    const set = (index: number, chapterNumber: number, at: number) =>
      app.as(audiobook.owner)(alignmentContract.setAnchor, {
        params: { bookId, sentence: getId(index) },
        body: { chapterNumber, at },
      });
    await set(4, 1, 8.1);
    expect((await set(1, 2, 2.2)).anchors).toHaveLength(2);
    await expect(set(2, 2, 1)).rejects.toMatchObject({ problem: { code: "invalid_input" } });
    await expect(set(3, 2, 9)).rejects.toMatchObject({ problem: { code: "invalid_input" } });
  });

  test("accepts simultaneous manual anchors only when they agree", async ({ app }) => {
    const sentences = bookSentences.slice(0, 6);
    const audiobook = await makeBook(
      app,
      sentences.map((text) => ({ text })),
      sentences,
    );
    const as = app.as(audiobook.owner);
    const set = (index: number, at: number) =>
      as(alignmentContract.setAnchor, {
        params: { bookId: audiobook.bookId, sentence: getId(index) },
        body: { chapterNumber: 1, at },
      });
    const results = await Promise.allSettled([set(1, 9), set(2, 7), set(3, 5), set(4, 3)]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("is managed by its author and employees only", async ({ app }) => {
    const audiobook = await makeBook(
      app,
      bookSentences.slice(0, 2).map((text) => ({ text })),
    );
    const params = { bookId: audiobook.bookId };
    const loadEditor = (user: User | null) => app.as(user)(alignmentContract.getAlignmentEditor, { params });
    await expect(loadEditor(null)).rejects.toMatchObject({ problem: { code: "unauthenticated" } });
    await expect(loadEditor(await app.make.user())).rejects.toMatchObject({ problem: { code: "forbidden" } });
    expect(await loadEditor(await app.make.user({ isEmployee: true }))).toMatchObject({
      canAlign: true,
      canEdit: true,
    });
    await expect(start(app, { ...audiobook, owner: await app.make.user() })).rejects.toMatchObject({
      problem: { code: "forbidden" },
    });
    await app.db.update(books).set({ state: "draft" }).where(eq(books.id, audiobook.bookId));
    await expect(loadEditor(await app.make.user())).rejects.toMatchObject({ problem: { code: "not_found" } });
  });
});
