import { expect } from "vitest";
import type { BookId } from "#shared/books/book.ts";
import { syncMaps } from "#server/db/schema/books/alignment.ts";
import { books } from "#server/db/schema/books/books.ts";
import { deleteAiVoice } from "#server/features/book-import/queries.ts";
import { deleteMaps } from "#server/features/publishing/chapters/queries.ts";
import { test } from "#server/testing/test.ts";
import { type StoredMap, upsertSyncMaps } from "./map-queries.ts";

test("sync maps of other books and chapters stay when some are replaced or deleted", async ({ app }) => {
  const [own, neighbour] = [
    (await app.make.audiobook({ chapters: 2 })).id,
    (await app.make.audiobook({ chapters: 2 })).id,
  ];
  const makeMap = (bookId: BookId, chapterNumber: number, version = "1"): StoredMap => ({
    bookId,
    chapterNumber,
    version,
    source: "aligned",
    level: "sentence",
    confidence: 1,
    sentences: [],
    guesses: [],
    lowConfidence: [],
    firstSentence: null,
    lastSentence: null,
  });
  const listAll = async () =>
    (await app.db.select().from(syncMaps))
      .map(
        ({ bookId, chapterNumber, version }) =>
          `${bookId === own ? "own" : "neighbour"} ${chapterNumber} ${version}`,
      )
      .sort();
  const reset = async () => {
    for (const id of [own, neighbour]) await upsertSyncMaps(app.db, [makeMap(id, 1), makeMap(id, 2)]);
  };
  const ofNeighbour = ["neighbour 1 1", "neighbour 2 1"];

  await reset();
  await upsertSyncMaps(app.db, [makeMap(own, 1, "2")]);
  expect(await listAll()).toEqual([...ofNeighbour, "own 1 2", "own 2 1"]);

  await deleteMaps(app.db, own);
  expect(await listAll()).toEqual(ofNeighbour);

  await reset();
  await deleteAiVoice(app.db, own);
  expect(await listAll()).toEqual([...ofNeighbour, "own 1 1", "own 2 1"]);
  await app.db.update(books).set({ isNarrated: true });
  await deleteAiVoice(app.db, own);
  expect(await listAll()).toEqual(ofNeighbour);
});
