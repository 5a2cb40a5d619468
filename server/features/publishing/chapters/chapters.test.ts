import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { playerContract } from "#shared/player/contract.ts";
import { positionsContract } from "#shared/positions/contract.ts";
import { SentenceId } from "#shared/positions/position.ts";
import { chaptersContract, type EditedChapter } from "#shared/publishing/chapters.ts";
import type { SyncedSentence } from "#shared/reader/contract.ts";
import { alignmentAnchors, syncMaps } from "#server/db/schema/books/alignment.ts";
import { books } from "#server/db/schema/books/books.ts";
import { audioFiles, chapters as chapterTable } from "#server/db/schema/books/formats.ts";
import { saveSyncMaps } from "#server/features/alignment/service.ts";
import { listRowsAbout } from "#server/testing/rows-about.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

const { getChapters, setChapters } = chaptersContract;
const toSentenceId = (n: number) => SentenceId.parse(`s0-${n}`);

/** Two files of 60 s, one chapter each. */
async function setUp(app: TestApp) {
  const [author, reader] = [await app.make.user({ isAuthor: true }), await app.make.user()];
  const { id: bookId } = await app.make.audiobook({ chapters: 2, ownerId: author.id });
  const { chapters, version } = await app.as(author)(getChapters, { params: { bookId } });
  const [first = expect.fail(), second = expect.fail()] = chapters;
  return { author, reader, bookId, version, first, second };
}

/** Another audiobook with a position, an anchor and a sync map. @returns its rows */
async function createNeighbour(app: TestApp) {
  const { reader, bookId } = await setUp(app);
  await save(app, reader, bookId, 1, 45);
  const sentences: SyncedSentence[] = [[toSentenceId(1), 40, 42, 1]];
  await saveSyncMaps(app.db, bookId, [{ chapterNumber: 1, source: "manual", sentences }]);
  await app.db
    .insert(alignmentAnchors)
    .values({ bookId, sentence: toSentenceId(1), chapterNumber: 1, at: 40 });
  return () => listRowsAbout(app.db, [bookId]);
}

const put = (app: TestApp, user: User, bookId: BookId, version: number, chapters: EditedChapter[]) =>
  app.as(user)(setChapters, { params: { bookId }, body: { version, chapters } });

async function save(app: TestApp, reader: User, bookId: BookId, chapter: number, offset: number) {
  const locator = { chapter, offset, fraction: ((chapter - 1) * 60 + offset) / 120 };
  const event = { id: randomUUID(), bookId, locator, at: new Date(), device: "Test", isDeliberate: true };
  await app.as(reader)(positionsContract.savePositions, { body: { events: [event] } });
}

const getPosition = async (app: TestApp, reader: User, bookId: BookId) =>
  (await app.as(reader)(positionsContract.getPosition, { params: { bookId } })).current?.locator;

describe("the chapters of an audiobook", () => {
  test("are renamed and split; positions, anchors and the sync map keep their time", async ({ app }) => {
    const { author, reader, bookId, version, first, second } = await setUp(app);
    const listOthers = await createNeighbour(app);
    const others = await listOthers();
    await save(app, reader, bookId, 1, 45);
    await saveSyncMaps(app.db, bookId, [
      {
        chapterNumber: 1,
        source: "manual",
        sentences: [
          [toSentenceId(0), 1, 2, 1],
          [toSentenceId(1), 40, 42, 1],
        ],
      },
    ]);
    await app.db
      .insert(alignmentAnchors)
      .values({ bookId, sentence: toSentenceId(1), chapterNumber: 1, at: 40 });

    await app.db.update(audioFiles).set({ sampleEnd: 20 }).where(eq(audioFiles.id, first.fileId));

    const changed = await put(app, author, bookId, version, [
      { ...first, title: "Opening", chapterType: "introduction" },
      { ...first, title: "The second half", start: 30 },
      second,
    ]);

    expect(changed.version).toBe(version + 1);
    const { chapters } = await app.as(reader)(playerContract.getPlaylist, { params: { bookId } });
    expect(chapters.map(({ title, start, end }) => [title, start, end])).toEqual([
      ["Opening", 0, 30],
      ["The second half", 30, 60],
      ["Chapter 2", 0, 60],
    ]);
    const rows = await app.db.select().from(chapterTable).where(eq(chapterTable.bookId, bookId));
    expect(
      rows
        .filter(({ inSample }) => inSample)
        .map(({ chapterNumber }) => chapterNumber)
        .sort(),
    ).toEqual([1]);
    expect(await getPosition(app, reader, bookId)).toMatchObject({ chapter: 2, offset: 15, fraction: 0.375 });
    const maps = await app.db.select().from(syncMaps).where(eq(syncMaps.bookId, bookId));
    expect(
      Object.fromEntries(maps.map(({ chapterNumber, sentences }) => [chapterNumber, sentences])),
    ).toEqual({ 1: [[toSentenceId(0), 1, 2, 1]], 2: [[toSentenceId(1), 10, 12, 1]] });
    const [anchor] = await app.db.select().from(alignmentAnchors).where(eq(alignmentAnchors.bookId, bookId));
    expect(anchor).toMatchObject({ chapterNumber: 2, at: 10 });

    await put(app, author, bookId, changed.version, [first, second]);
    expect(await getPosition(app, reader, bookId)).toMatchObject({ chapter: 1, offset: 45 });
    expect(await listOthers()).toEqual(others);
  });

  test("are ordered with their files", async ({ app }) => {
    const { author, reader, bookId, version, first, second } = await setUp(app);
    const listOthers = await createNeighbour(app);
    const others = await listOthers();
    await save(app, reader, bookId, 2, 30);
    await put(app, author, bookId, version, [second, first]);
    expect(await listOthers()).toEqual(others);
    const [book] = await app.db.select().from(books).where(eq(books.id, bookId));
    expect(book?.firstAudioId).toBe(second.fileId);
    const { chapters } = await app.as(reader)(playerContract.getPlaylist, { params: { bookId } });
    expect(chapters.map(({ title }) => title)).toEqual(["Chapter 2", "Chapter 1"]);
    const files = await app.db
      .select({ id: audioFiles.id })
      .from(audioFiles)
      .where(eq(audioFiles.bookId, bookId))
      .orderBy(audioFiles.position);
    expect(files.map(({ id }) => id)).toEqual([second.fileId, first.fileId]);
    expect(await getPosition(app, reader, bookId)).toMatchObject({ chapter: 1, offset: 30, fraction: 0.25 });
  });

  test("are rejected when incomplete, overlapping, or outdated", async ({ app }) => {
    const { author, bookId, version, first, second } = await setUp(app);
    const other = await app.make.user({ isAuthor: true });
    const expectRefused = (chapters: EditedChapter[], status: number, user = author, at = version) =>
      expect(put(app, user, bookId, at, chapters)).rejects.toMatchObject({ status });
    await expectRefused([first], 400);
    await expectRefused([{ ...first, start: 5 }, second], 400);
    await expectRefused([first, { ...first, start: 59.9 }, second], 400);
    await expectRefused([first, { ...first, start: 40 }, { ...first, start: 20 }, second], 400);
    await expectRefused([first, second, { ...first, start: 30 }], 400);
    await expectRefused([first, { ...second, fileId: randomUUID() }], 400);
    await expectRefused([first, second], 409, author, version + 1);
    await expectRefused([first, second], 403, other);
    await app.db.update(books).set({ isNarrated: true }).where(eq(books.id, bookId));
    await expectRefused([first, { ...first, start: 30 }, second], 409);
    const renamed = await put(app, author, bookId, version, [{ ...first, title: "One" }, second]);
    expect(renamed).toMatchObject({ canMove: false, chapters: [{ title: "One" }, {}] });
  });
});
