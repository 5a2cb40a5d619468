import { describe, expect } from "vitest";
import { booksContract } from "#shared/books/contract.ts";
import { createPublishedBook } from "#server/testing/books/create-published-book.ts";
import { test } from "#server/testing/test.ts";

const syncedBook = { title: "In step", hasEbook: true, hasAudiobook: true, hasSyncMap: true };
const find = booksContract.findDemoBook;

describe("the demo book", () => {
  test("is null without one for guests", async ({ app }) => {
    await createPublishedBook(app.services, { ...syncedBook, state: "draft", isDemo: true });
    await createPublishedBook(app.services, { ...syncedBook, isFree: false, isDemo: true });
    await createPublishedBook(app.services, { ...syncedBook, hasSyncMap: false, isDemo: true });

    expect(await app.as(null)(find, { query: {} })).toBeNull();
  });

  test("is a free book, demo books first", async ({ app }) => {
    const older = await createPublishedBook(app.services, syncedBook);
    const guest = app.as(null);
    expect(await guest(find, { query: {} })).toMatchObject({ id: older.id });

    const demo = await createPublishedBook(app.services, { ...syncedBook, isDemo: true });

    expect(await guest(find, { query: {} })).toMatchObject({ id: demo.id });

    const arabic = await createPublishedBook(app.services, { ...syncedBook, isDemo: true, language: "ar" });

    expect(await guest(find, { query: {} })).toMatchObject({ id: demo.id });
    expect(await guest(find, { query: { preferLanguage: "ar" } })).toMatchObject({ id: arabic.id });
  });

  test("is open to guests, without download", async ({ app }) => {
    const book = await app.make.book({ ...syncedBook, isDemo: true });

    const { access } = await app.as(null)(booksContract.getBook, { params: { bookId: book.id } });

    expect(access).toMatchObject({ read: "whole", listen: "whole", canDownload: false, needs: null });
  });
});
