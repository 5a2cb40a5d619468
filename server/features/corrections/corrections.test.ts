import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { correctionsContract } from "#shared/corrections/contract.ts";
import { SentenceId } from "#shared/positions/position.ts";
import { publishingContract } from "#shared/publishing/contract.ts";
import { books } from "#server/db/schema/books/books.ts";
import { ebookTexts } from "#server/db/schema/books/formats.ts";
import { corrections } from "#server/db/schema/publishing/corrections.ts";
import { notifications } from "#server/db/schema/system/notifications.ts";
import { insertRevision } from "#server/features/publishing/revisions/queries.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

const { reportMistake, listCorrections, decideCorrections } = correctionsContract;
const sentence = SentenceId.parse("s0-1");

async function setUp(app: TestApp) {
  const [author, other, employee, reader] = [
    await app.make.user({ isAuthor: true }),
    await app.make.user({ isAuthor: true }),
    await app.make.user({ isEmployee: true }),
    await app.make.user(),
  ];
  const book = await app.make.ebook({ wordCount: 10, pageCount: 1, ownerId: author.id });
  await app.db.insert(ebookTexts).values({
    bookId: book.id,
    spineIndex: 0,
    normalizedText: "chapter\nthe lamp burnt lwo",
    text: "Chapter\nThe lamp burnt lwo.",
  });
  const report = (message: string, at = sentence) =>
    app.as(reader)(reportMistake, {
      params: { bookId: book.id },
      body: { sentence: at, quote: "lwo", message },
    });
  const listFor = async (user: typeof reader, state?: "open" | "accepted" | "declined") =>
    (await app.as(user)(listCorrections, { query: { bookId: book.id, ...(state && { state }) } }))
      .corrections;
  return { author, other, employee, reader, bookId: book.id, report, listFor };
}

describe("a reported mistake", () => {
  test("reaches the author and staff without the reader's name", async ({ app }) => {
    const { author, other, employee, reader, report, listFor } = await setUp(app);
    await report("Should be low.");
    const [found] = await listFor(author);
    expect(found).toMatchObject({
      sentence,
      quote: "lwo",
      text: "The lamp burnt lwo.",
      message: "Should be low.",
    });
    expect(JSON.stringify(found)).not.toContain(reader.username);
    expect(await listFor(employee)).toHaveLength(1);
    expect(await listFor(other)).toEqual([]);
    const decision = { ids: [found?.id ?? expect.fail()], decision: "declined" as const };
    await expect(app.as(other)(decideCorrections, { body: decision })).rejects.toMatchObject({ status: 404 });
  });

  test("is refused for unknown, hidden and locked sentences", async ({ app }) => {
    const { bookId, report } = await setUp(app);
    await expect(report("Nothing.", SentenceId.parse("s0-9"))).rejects.toMatchObject({ status: 404 });
    await app.db.update(books).set({ isFree: false }).where(eq(books.id, bookId));
    await expect(report("Locked.")).rejects.toMatchObject({ status: 403 });
    await app.db.update(books).set({ isFree: true, state: "hidden" }).where(eq(books.id, bookId));
    await expect(report("Hidden.")).rejects.toMatchObject({ status: 404 });
  });

  test("is decided in bulk; its reader is notified, and the next revision lists it", async ({ app }) => {
    const { author, reader, bookId, report, listFor } = await setUp(app);
    app.setClock(new Date(Date.now() - 60_000));
    await report("Should be low.");
    app.setClock(new Date());
    await report("See above.");
    const ids = (await listFor(author)).map(({ id }) => id);
    const revision = await app.make.book({ state: "draft", ownerId: author.id, revisionOf: bookId });
    const createdAt = new Date();
    await insertRevision(app.db, {
      bookId: revision.id,
      targetId: bookId,
      hasText: true,
      hasAudio: false,
      createdAt,
    });

    await app.as(author)(decideCorrections, { body: { ids, decision: "accepted", answer: "Thanks!" } });

    expect(await listFor(author)).toEqual([]);
    expect(await listFor(author, "accepted")).toMatchObject([{ answer: "Thanks!" }, { answer: "Thanks!" }]);
    const notified = await app.db.select().from(notifications).where(eq(notifications.userId, reader.id));
    expect(notified.map(({ type, params }) => [type, params["answer"]])).toEqual([
      ["correction_decided", "Thanks!"],
      ["correction_decided", "Thanks!"],
    ]);
    const { revision: updatedRevision } = await app.as(author)(publishingContract.getPublishingBook, {
      params: { bookId: revision.id },
    });
    expect(updatedRevision?.notes).toBe("• “lwo”: Should be low.\n• “lwo”: See above.");
    await expect(
      app.as(author)(decideCorrections, { body: { ids, decision: "declined" } }),
    ).rejects.toMatchObject({ status: 404 });
  });

  test("is anonymized when its reader's account is deleted", async ({ app }) => {
    const { author, reader, report, listFor } = await setUp(app);
    await report("Should be low.");
    await app.db.update(corrections).set({ userId: null }).where(eq(corrections.userId, reader.id));
    const [found] = await listFor(author);
    await app.as(author)(decideCorrections, { body: { ids: [found?.id ?? ""], decision: "declined" } });
    expect(await listFor(author, "declined")).toHaveLength(1);
  });
});
