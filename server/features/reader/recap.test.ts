import { describe, expect } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { SentenceId } from "#shared/positions/position.ts";
import { readerContract } from "#shared/reader/contract.ts";
import { currentPositions } from "#server/db/schema/reading/positions.ts";
import { bookReach, readingSessions } from "#server/db/schema/reading/reading-activity.ts";
import { createEpubBook } from "#server/testing/books/create-epub-book.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

const { getRecap } = readerContract;

const day = 24 * 60 * 60 * 1000;
const daysAgo = (app: TestApp, days: number) => new Date(app.services.clock().getTime() - days * day);

/** Four documents of ten sentences each; the first is the sample. */
const chapters = Array.from({ length: 4 }, (_, chapter) =>
  Array.from({ length: 10 }, (__, n) => `<p>Sentence ${chapter}-${n} is here.</p>`).join(""),
);

async function stopAt(
  app: TestApp,
  {
    reader,
    bookId,
    sentence,
    at = daysAgo(app, 8),
    textReach = 1,
  }: {
    readonly reader: User;
    readonly bookId: BookId;
    readonly sentence: string;
    readonly at?: Date;
    readonly textReach?: number;
  },
) {
  const keys = { userId: reader.id, bookId };
  await app.db.insert(currentPositions).values({
    ...keys,
    eventId: crypto.randomUUID() as never,
    locator: { sentence: SentenceId.parse(sentence), fraction: 0.5 },
    at,
    device: "Firefox",
    isDeliberate: true,
  });
  await app.db.insert(bookReach).values({ ...keys, textReach, updatedAt: at });
}

describe("a recap", () => {
  test("says after seven days where the reader stopped, and leaks nothing after it", async ({ app }) => {
    const bookId = await createEpubBook(app, {}, { chapters });
    const reader = await app.make.user();
    await stopAt(app, { reader, bookId, sentence: "s1-3" });

    const recap = await app.as(reader)(getRecap, { params: { bookId } });

    expect(recap).toMatchObject({
      sentence: "s1-3",
      excerpt: "Sentence 1-0 is here.\nSentence 1-1 is here.\nSentence 1-2 is here.",
    });
    expect(recap?.lastReadAt.getTime()).toBeLessThan(daysAgo(app, 7).getTime());
  });

  test("shows the paragraph where the reader stopped, from its start", async ({ app }) => {
    const long = Array.from({ length: 20 }, (_, n) => `This is sentence ${n} of a paragraph that is long.`);
    const book = { chapters: [`<p>Before.</p><p>${long.join(" ")}</p><p>${long.join(" ")}</p>`] };
    const bookId = await createEpubBook(app, {}, book);
    const reader = await app.make.user();
    await stopAt(app, { reader, bookId, sentence: "s0-16" });

    const recap = await app.as(reader)(getRecap, { params: { bookId } });

    expect(recap?.excerpt).toBe(long.slice(0, 15).join(" "));
  });

  test("ends where measured reading ends when the reader has jumped ahead", async ({ app }) => {
    const bookId = await createEpubBook(app, {}, { chapters });
    const reader = await app.make.user();
    await stopAt(app, { reader, bookId, sentence: "s3-5", textReach: 0.25 });

    const recap = await app.as(reader)(getRecap, { params: { bookId } });

    expect(recap?.sentence).toBe("s0-9");
    expect(recap?.excerpt).toContain("Sentence 0-");
    expect(recap?.excerpt).not.toMatch(/Sentence [123]/);
  });

  test("begins at the end of the document before at the start of a document", async ({ app }) => {
    const bookId = await createEpubBook(app, {}, { chapters });
    const reader = await app.make.user();
    await stopAt(app, { reader, bookId, sentence: "s2-0" });

    expect((await app.as(reader)(getRecap, { params: { bookId } }))?.excerpt).toMatch(
      /Sentence 1-9 is here\.$/,
    );
  });

  test("is null within seven days, without measured reading, and for another reader", async ({ app }) => {
    const bookId = await createEpubBook(app, {}, { chapters });
    const [recent, listener, leafer, other] = await Promise.all([
      app.make.user(),
      app.make.user(),
      app.make.user(),
      app.make.user(),
    ]);
    await stopAt(app, { reader: recent, bookId, sentence: "s1-3", at: daysAgo(app, 6) });
    await stopAt(app, { reader: listener, bookId, sentence: "s1-3" });
    await app.db.insert(readingSessions).values({
      id: crypto.randomUUID() as never,
      userId: listener.id,
      bookId,
      title: "",
      kind: "reading",
      startedAt: daysAgo(app, 2),
      endedAt: daysAgo(app, 2),
      zone: "UTC",
      receivedAt: daysAgo(app, 2),
    });
    await stopAt(app, { reader: leafer, bookId, sentence: "s1-3", textReach: 0 });

    for (const reader of [recent, listener, leafer, other]) {
      expect(await app.as(reader)(getRecap, { params: { bookId } })).toBeNull();
    }
  });

  test("has no text that the reader may no longer read", async ({ app }) => {
    const bookId = await createEpubBook(
      app,
      { isFree: false },
      { chapters: ["<p>Secret.</p>".repeat(5000)] },
    );
    const reader = await app.make.user();
    await stopAt(app, { reader, bookId, sentence: "s0-4500" });
    const { portion } = await app.as(reader)(readerContract.getEbook, { params: { bookId } });

    const recap = await app.as(reader)(getRecap, { params: { bookId } });

    expect(portion).toBe("sample");
    expect(recap).toMatchObject({ sentence: "s0-4500", excerpt: "" });
  });
});
