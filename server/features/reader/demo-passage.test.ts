import { describe, expect } from "vitest";
import { SentenceId } from "#shared/positions/position.ts";
import { readerContract } from "#shared/reader/contract.ts";
import { syncMaps } from "#server/db/schema/books/alignment.ts";
import { ebookTexts } from "#server/db/schema/books/formats.ts";
import { createPublishedBook } from "#server/testing/books/create-published-book.ts";
import { test } from "#server/testing/test.ts";

const find = readerContract.getDemoPassage;

describe("the passage of the read-along preview", () => {
  test("is null without a free aligned book", async ({ app }) => {
    expect(await app.as(null)(find, { query: {} })).toBeNull();
  });

  test("has the first sentences after the heading, with their times", async ({ app }) => {
    const { id: bookId } = await createPublishedBook(app.services, {
      title: "Letters",
      hasEbook: true,
      hasAudiobook: true,
      hasSyncMap: true,
      isDemo: true,
    });
    const lines = [
      "The first letter, from a house in Cairo",
      "The ship was late and we waited.",
      "I have been here for three days.",
    ];
    const sentences = lines.map((_, n) => [SentenceId.parse(`s0-${n}`), n * 2, n * 2 + 1.5, 1] as const);
    await app.db
      .insert(ebookTexts)
      .values({ bookId, spineIndex: 0, text: lines.join("\n"), normalizedText: "" });
    await app.db.insert(syncMaps).values({
      bookId,
      chapterNumber: 3,
      version: "v1",
      source: "aligned",
      sentences: sentences.map((s) => [...s]),
    });

    expect(await app.as(null)(find, { query: {} })).toMatchObject({
      book: { id: bookId },
      chapterNumber: 3,
      sentences: [
        { id: "s0-1", text: lines[1], start: 2, end: 3.5 },
        { id: "s0-2", text: lines[2], start: 4, end: 5.5 },
      ],
    });
  });
});
