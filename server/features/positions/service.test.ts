import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { EventId, type Locator, type PositionEvent, SentenceId } from "#shared/positions/position.ts";
import { resolveCurrent } from "#shared/positions/resolve-current-position.ts";
import type { SyncedSentence } from "#shared/reader/contract.ts";
import { syncMaps } from "#server/db/schema/books/alignment.ts";
import { ebooks, type StoredSpineItem } from "#server/db/schema/books/formats.ts";
import { unknownId } from "#server/testing/factories.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import { listPositionHistory, minDistance } from "./queries.ts";
import { savePositions } from "./save-positions.ts";
import { getPosition, listPositions } from "./service.ts";

/** Pseudo-random numbers that are the same in every run. */
function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const noon = Date.UTC(2026, 2, 1, 12);
const hours = 3_600_000;

function makeRandomEvent(pick: (below: number) => number, bookId: BookId): PositionEvent {
  return {
    id: EventId.parse(randomUUID()),
    bookId,
    locator: { fraction: pick(3) === 0 ? pick(10) / 1000 : pick(101) / 100 },
    at: new Date(noon + (pick(97) - 48) * hours),
    device: pick(2) ? "Phone" : "Tablet",
    isDeliberate: pick(2) === 0,
    ...(pick(4) === 0 && { reset: true }),
  };
}

const toWire = (event: PositionEvent) => ({ ...event, at: event.at.toISOString() });
const clampTime = (event: PositionEvent) => ({
  ...event,
  at: new Date(Math.min(event.at.getTime(), noon)),
  deviceAt: event.at,
});

describe("the current position, with clocks up to two days off", () => {
  test.for(Array.from({ length: 40 }, (_, seed) => seed + 1))(
    "is what the rule says, in any order and with any repetition (%i)",
    async (seed, { app }) => {
      const pick = createRandom(seed);
      const reader = await app.make.user();
      const { id: bookId } = await app.make.book();
      const events = Array.from({ length: 1 + pick(9) }, () => makeRandomEvent(pick, bookId));
      const sent = [...events, ...events.filter(() => pick(2))]
        .map((event) => ({ event, rank: pick(1_000_000) }))
        .sort((a, b) => a.rank - b.rank)
        .map(({ event }) => toWire(event));

      while (sent.length > 0) {
        await savePositions(
          { ...app.services, user: reader },
          { body: { events: sent.splice(0, 1 + pick(3)) } },
        );
      }

      const { current } = await getPosition(app.services, reader.id, bookId);
      expect(current?.locator).toEqual(resolveCurrent(events.map(clampTime))?.locator);
    },
  );
});

const toSentenceId = (id: string) => SentenceId.parse(id);

/** A book in both formats: two documents of ten sentences, read in two chapters of 60 seconds. */
async function makeAligned(app: TestApp, words?: readonly [number, number]): Promise<BookId> {
  const { id: bookId } = await app.make.audiobook({ chapters: 2, hasEbook: true, hasSyncMap: true });
  await addText(app, bookId, words);
  for (const spineIndex of [1, 2]) {
    const sentences = Array.from(
      { length: 10 },
      (_, n): SyncedSentence => [toSentenceId(`s${spineIndex}-${n}`), n * 6, n * 6 + 5.5, 1],
    );
    await app.db
      .insert(syncMaps)
      .values({ bookId, chapterNumber: spineIndex, version: "1", source: "narrated", sentences });
  }
  return bookId;
}

async function addText(
  app: TestApp,
  bookId: BookId,
  words: readonly [number, number] = [100, 100],
): Promise<void> {
  const makeSpineItem = (index: 1 | 2): StoredSpineItem => ({
    index,
    path: `text/${index}.xhtml`,
    isLinear: true,
    wordCount: words[index - 1] ?? 0,
    isMissing: false,
    mediaType: "application/xhtml+xml",
    sentenceCount: 10,
  });
  await app.db.insert(ebooks).values({
    bookId,
    storageKey: `test/${bookId}`,
    bytes: 1000,
    sha256: "0".repeat(64),
    packagePath: "package.opf",
    spine: [makeSpineItem(1), makeSpineItem(2)],
    toc: [],
    entries: [],
    sample: { spineIndex: 0, paragraphs: 0, sentences: 0, resources: [] },
  });
}

const findSpine = async ({ db }: TestApp, bookId: BookId) =>
  (await db.select({ spine: ebooks.spine }).from(ebooks).where(eq(ebooks.bookId, bookId)))[0]?.spine;

let minute = 0;

const savePositionAt = async (app: TestApp, reader: User, bookId: BookId, locator: Locator) => {
  const at = new Date(noon - hours + ++minute * 60_000);
  const event = { id: EventId.parse(randomUUID()), bookId, locator, at, device: "Phone", isDeliberate: true };
  await savePositions({ ...app.services, user: reader }, { body: { events: [toWire(event)] } });
  return getPosition(app.services, reader.id, bookId);
};

describe("a position in an aligned book", () => {
  test("is exact in audio for a sentence", async ({ app }) => {
    const reader = await app.make.user();
    const bookId = await makeAligned(app);

    const locator = { cfi: "epubcfi(/6/6!/4)", sentence: toSentenceId("s2-5"), fraction: 0.75 };
    const { audio, text, isApproximate } = await savePositionAt(app, reader, bookId, locator);

    expect(audio).toEqual({ chapter: 2, offset: 30, fraction: 0.75 });
    expect(text).toEqual(locator);
    expect(isApproximate).toBe(false);
  });

  test("is exact in text for a time", async ({ app }) => {
    const reader = await app.make.user();
    const bookId = await makeAligned(app);

    const locator = { chapter: 2, offset: 33.2, fraction: 0.7767 };
    const { audio, text, isApproximate } = await savePositionAt(app, reader, bookId, locator);

    expect(text).toEqual({ sentence: "s2-5", fraction: 0.75 });
    expect(audio).toEqual(locator);
    expect(isApproximate).toBe(false);
  });

  test("is equal in both formats where aligned", async ({ app }) => {
    const reader = await app.make.user();
    const bookId = await makeAligned(app);

    const locator = { sentence: toSentenceId("s2-5"), chapter: 2, offset: 33.2, fraction: 0.7767 };
    const { audio, text, isApproximate } = await savePositionAt(app, reader, bookId, locator);

    expect(audio).toEqual({ chapter: 2, offset: 33.2, fraction: 0.7767 });
    expect(text).toEqual({ sentence: "s2-5", fraction: 0.75 });
    expect(isApproximate).toBe(false);
  });

  test("is in the next chapter for text that is not read aloud", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.audiobook({ chapters: 2, hasEbook: true, hasSyncMap: true });
    await addText(app, bookId);
    // One document, its second heading s1-5 unspoken between two chapters.
    for (const [chapterNumber, numbers] of [
      [1, [1, 2, 3]],
      [2, [6, 7]],
    ] as const) {
      const sentences = numbers.map((n): SyncedSentence => [toSentenceId(`s1-${n}`), n, n + 0.9, 1]);
      await app.db
        .insert(syncMaps)
        .values({ bookId, chapterNumber, version: "1", source: "narrated", sentences });
    }
    const findAudioAt = async (id: string) =>
      (await savePositionAt(app, reader, bookId, { sentence: toSentenceId(id), fraction: 0.5 })).audio;

    expect(await findAudioAt("s1-0")).toMatchObject({ chapter: 1, offset: 0 });
    expect(await findAudioAt("s1-5")).toMatchObject({ chapter: 2, offset: 6 });
    expect(await findAudioAt("s1-9")).toMatchObject({ chapter: 2, offset: 7 });
  });

  test("is in its own chapter when chapters are reordered or match no text", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.audiobook({ chapters: 4, hasEbook: true, hasSyncMap: true });
    await addText(app, bookId);
    for (const [chapterNumber, ids] of [
      [1, []],
      [2, ["s2-0", "s2-5"]],
      [3, []],
      [4, ["s1-0", "s1-5"]],
    ] as const) {
      const sentences = ids.map((id, at): SyncedSentence => [toSentenceId(id), at * 10, at * 10 + 9, 1]);
      await app.db
        .insert(syncMaps)
        .values({ bookId, chapterNumber, version: "1", source: "aligned", sentences });
    }
    const findAudioAt = async (id: string) =>
      (await savePositionAt(app, reader, bookId, { sentence: toSentenceId(id), fraction: 0.5 })).audio;

    expect(await findAudioAt("s1-5")).toMatchObject({ chapter: 4, offset: 10 });
    expect(await findAudioAt("s2-0")).toMatchObject({ chapter: 2, offset: 0 });
    expect(await findAudioAt("s2-5")).toMatchObject({ chapter: 2, offset: 10 });
  });

  test("is approximate in a chapter with known ends only", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.audiobook({ chapters: 2, hasEbook: true, hasSyncMap: true });
    await addText(app, bookId);
    for (const n of [1, 2]) {
      await app.db.insert(syncMaps).values({
        bookId,
        chapterNumber: n,
        version: "1",
        source: "aligned",
        level: "chapter",
        sentences: [],
        firstSentence: toSentenceId(`s${n}-0`),
        lastSentence: toSentenceId(`s${n}-9`),
      });
    }

    const read = await savePositionAt(app, reader, bookId, {
      sentence: toSentenceId("s2-3"),
      fraction: 0.65,
    });
    expect(read.audio).toMatchObject({ chapter: 2, offset: expect.closeTo(20, 9) });
    expect(read.isApproximate).toBe(true);

    const result = await savePositionAt(app, reader, bookId, { chapter: 2, offset: 30, fraction: 0.75 });
    expect(result.text).toEqual({ fraction: expect.closeTo(0.725, 9) });
    expect(result.isApproximate).toBe(true);
  });

  test("converts to the same sentence and back", async ({ app }) => {
    const reader = await app.make.user();
    const bookId = await makeAligned(app);

    for (const id of ["s1-1", "s1-9", "s2-0", "s2-7"]) {
      const { audio } = await savePositionAt(app, reader, bookId, {
        sentence: toSentenceId(id),
        fraction: 0.5,
      });
      const { chapter = 0, offset = 0, fraction = 0 } = audio ?? {};
      const { text } = await savePositionAt(app, reader, bookId, { chapter, offset, fraction });

      expect(text?.sentence).toBe(id);
    }
  });
});

describe("a position in a book without alignment", () => {
  test("is approximate in text for audio", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.audiobook({ chapters: 2 });
    await addText(app, bookId);

    const { text, isApproximate } = await savePositionAt(app, reader, bookId, {
      chapter: 2,
      offset: 15,
      fraction: 0.625,
    });

    expect(text).toEqual({ fraction: 0.625 });
    expect(isApproximate).toBe(true);
  });

  test("is converted part by part, without short and additional documents", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.audiobook({ chapters: 2 });
    await addText(app, bookId, [100, 300]);
    const [first, second] = (await findSpine(app, bookId)) ?? [];
    if (!first || !second) throw new Error("two documents");
    const short = { ...first, index: 3, wordCount: 29 };
    const additional = { ...first, index: 4, isLinear: false };
    const setSpine = (...spine: StoredSpineItem[]) =>
      app.db.update(ebooks).set({ spine }).where(eq(ebooks.bookId, bookId));
    const convert = async (locator: Locator) => {
      const { text, audio } = await savePositionAt(app, reader, bookId, locator);
      return { text: text?.fraction, audio: audio && [audio.chapter, audio.offset, audio.fraction] };
    };

    await setSpine(first, short, second, additional);
    expect(await convert({ cfi: "epubcfi(/6/2)", fraction: 0.25 })).toEqual({
      text: 0.25,
      audio: [2, 0, 0.5],
    });
    expect((await convert({ chapter: 2, offset: 30, fraction: 0.75 })).text).toBe(0.625);
    await setSpine(first, { ...short, wordCount: 30 }, second);
    expect((await convert({ chapter: 2, offset: 30, fraction: 0.75 })).text).toBe(0.75);
  });

  test("is null in a missing format", async ({ app }) => {
    const reader = await app.make.user();
    const { id: result } = await app.make.audiobook({ chapters: 2 });
    const { id: read } = await app.make.book();

    expect(
      (await savePositionAt(app, reader, result, { chapter: 1, offset: 9, fraction: 0.1 })).text,
    ).toBeNull();
    expect(
      (await savePositionAt(app, reader, read, { cfi: "epubcfi(/6/2)", fraction: 0.1 })).audio,
    ).toBeNull();
  });
});

describe("many users at once", () => {
  test("are unaffected when one is deleted", async ({ app }) => {
    const readers = await Promise.all(Array.from({ length: 8 }, () => app.make.user()));
    const deletedUser = { ...(await app.make.user()), id: unknownId };
    const { id: bookId } = await app.make.book();
    const save = (reader: User) =>
      savePositions(
        { ...app.services, user: reader },
        { body: { events: [toWire(makeRandomEvent(createRandom(1), bookId))] } },
      );

    const saved = await Promise.allSettled(
      [...readers.slice(0, 4), deletedUser, ...readers.slice(4)].map(save),
    );

    expect(saved.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 4 }, () => "fulfilled"),
      "rejected",
      ...Array.from({ length: 4 }, () => "fulfilled"),
    ]);
    for (const reader of readers) {
      expect((await getPosition(app.services, reader.id, bookId)).current).not.toBeNull();
    }
  });
});

describe("position history", () => {
  test("is ordered, independent of the database's order", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.book();
    const makePositionEvent = (fraction: number, minute: number, device: string) => ({
      id: EventId.parse(randomUUID()),
      bookId,
      locator: { fraction },
      at: new Date(Date.UTC(2026, 2, 1, 11, minute)),
      device,
      isDeliberate: false,
    });
    const events = [
      makePositionEvent(0.7, 30, "Phone"),
      makePositionEvent(0.2, 10, "Phone"),
      makePositionEvent(0.4, 20, "Tablet"),
    ];
    for (const each of events)
      await savePositions({ ...app.services, user: reader }, { body: { events: [toWire(each)] } });

    const historyEntries = await app.services.db.transaction(async (tx) => {
      for (const scanType of ["indexscan", "indexonlyscan", "bitmapscan"]) {
        await tx.execute(sql.raw(`set local enable_${scanType} = off`));
      }
      return listPositionHistory(tx, reader.id, bookId);
    });

    expect(historyEntries.map(({ device, locator }) => [device, locator.fraction])).toEqual([
      ["Tablet", 0.4],
      ["Phone", 0.2],
    ]);
  });

  test("has the last place on another device unless it is the present one, in one format", async ({
    app,
  }) => {
    const textOnly = (await app.make.book()).id;
    await addText(app, textOnly);
    const audioOnly = (await app.make.audiobook({ chapters: 2 })).id;
    const list = async (bookId: BookId, ...locators: Locator[]) => {
      const reader = await app.make.user();
      for (const locator of locators) await savePositionAt(app, reader, bookId, locator);
      const previous = await listPositions({ ...app.services, user: reader }, { params: { bookId } });
      return previous.map(({ locator }) => locator.fraction);
    };
    const inText = (fraction: number) => ({ cfi: "epubcfi(/6/2)", fraction });
    const inAudio = (fraction: number) => ({ chapter: 1, offset: fraction * 60, fraction });

    for (const [bookId, at] of [
      [textOnly, inText],
      [audioOnly, inAudio],
    ] as const) {
      expect(await list(bookId, at(0.2), at(0.6), at(0.2))).toEqual([0.6]);
      expect(await list(bookId, at(0.2), at(0.6), at(0.6 + minDistance / 2))).toEqual([0.2]);
      expect(await list(bookId, at(0.6), at(0.6 + minDistance / 2))).toEqual([]);
    }
    const jumps = Array.from({ length: 23 }, (_, n) => inText(n % 2 === 0 ? 0.1 : 0.9));
    expect(await list(textOnly, ...jumps, inText(0.5))).toHaveLength(20);
  });

  test("omits the same position in the other format", async ({ app }) => {
    const reader = await app.make.user();
    const bookId = await makeAligned(app, [100, 300]);
    const inText = { sentence: toSentenceId("s2-5"), fraction: 0.625 };
    const inAudio = { chapter: 2, offset: 30.2, fraction: 0.7517 };

    for (const locator of [inText, inAudio, inText, inAudio])
      await savePositionAt(app, reader, bookId, locator);

    expect(await listPositions({ ...app.services, user: reader }, { params: { bookId } })).toEqual([]);
  });

  test("contains distant positions of the other format", async ({ app }) => {
    const reader = await app.make.user();
    const bookId = await makeAligned(app);
    const read = { sentence: toSentenceId("s2-5"), fraction: 0.75 };

    await savePositionAt(app, reader, bookId, read);
    await savePositionAt(app, reader, bookId, { chapter: 1, offset: 2, fraction: 0.74 });

    const previous = await listPositions({ ...app.services, user: reader }, { params: { bookId } });
    expect(previous.map(({ locator }) => locator)).toEqual([read]);
    expect(Object.keys(previous[0] ?? {}).sort()).toEqual(["at", "device", "id", "locator"]);
  });
});
