import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import { call } from "#shared/api/http-client.ts";
import type { BookId } from "#shared/books/book.ts";
import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import { marksContract } from "#shared/marks/contract.ts";
import { notebookContract } from "#shared/notebook/contract.ts";
import { markImportContract } from "#shared/notebook/import-contract.ts";
import { readerContract } from "#shared/reader/contract.ts";
import { createEpubBook } from "#server/testing/books/create-epub-book.ts";
import { listRowsAbout } from "#server/testing/rows-about.ts";
import { createSessionCookie } from "#server/testing/session-cookie.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

const { previewMarkImport, importMarks } = markImportContract;
const chapters = [
  "<p>The river was low, and the boats lay on the mud. He said: come tomorrow.</p>",
  "<p>إِنَّ العِلْمَ نُورٌ. The river was low again.</p>",
];

const makeBook = (app: TestApp, title: string, input = {}): Promise<BookId> =>
  createEpubBook(
    app,
    { title, author: "Hind Omar", isFree: true, normalizedTitle: normalizeSearchText(title), ...input },
    { chapters },
  );

const getOptions = async ({ baseUrl, services }: TestApp, user: User) => ({
  baseUrl,
  headers: { Cookie: await createSessionCookie(services, user), "Sec-Fetch-Site": "same-origin" },
});

async function preview(app: TestApp, user: User, file: Blob, books?: string) {
  return call(previewMarkImport, { file, query: { books } }, await getOptions(app, user));
}
async function run(app: TestApp, user: User, file: Blob, books?: string) {
  return call(importMarks, { file, query: { books } }, await getOptions(app, user));
}
const listOf = async (app: TestApp, user: User, bookId: BookId) =>
  (await app.as(user)(marksContract.listMarksOfBook, { params: { bookId }, query: {} })).marks;

const toFile = (title: string, entries: readonly object[]) =>
  new Blob([JSON.stringify({ title, author: "Omar, Hind", entries })]);

describe("an import", () => {
  test("shows what is found and what is not, and adds it once", async ({ app }) => {
    const reader = await app.make.user();
    const bookId = await makeBook(app, "The Well");
    const file = toFile("The Well (Wells, #1)", [
      { text: "the boats lay on the mud", note: "Mine", time: 1_767_712_796, color: "green" },
      { text: "ان العلم نور", time: 1_767_712_797 },
      { text: "The mountain was high and the sheep stood there", time: 1_767_712_798 },
      { text: "", note: "On a page", time: 1_767_712_799 },
    ]);
    const listRows = async () =>
      (await listRowsAbout(app.db, [reader.id])).filter((row) => !row.startsWith("sessions:"));
    const before = await listRows();
    const plan = await preview(app, reader, file);
    expect(plan).toMatchObject({
      source: "koreader",
      total: 4,
      found: 2,
      existing: 0,
      books: [{ title: "The Well (Wells, #1)", book: { id: bookId }, total: 4, found: 2 }],
      marks: [
        { result: "not_found", sentence: null },
        { result: "no_text", note: "On a page" },
        { result: "found", sentence: "s0-0", text: "the boats lay on the mud" },
        { result: "changed", sentence: "s1-0" },
      ],
    });
    expect(await listRows()).toEqual(before);

    expect(await run(app, reader, file)).toEqual({ added: 2, existing: 0, missing: 2 });
    expect(await run(app, reader, file)).toEqual({ added: 0, existing: 2, missing: 2 });
    const marks = await listOf(app, reader, bookId);
    expect(marks).toMatchObject([
      { style: "green", note: "Mine", placement: "exact", createdAt: new Date(1_767_712_796_000) },
      // The words are those of the book.
      { style: "yellow", placement: "exact", anchor: { quote: { exact: "إِنَّ العِلْمَ نُورٌ" } } },
    ]);
    // A mark that was deleted since does not return.
    const change = {
      id: randomUUID(),
      markId: marks[0]?.id,
      bookId,
      at: new Date().toISOString(),
      isDeleted: true,
    };
    await app.as(reader)(marksContract.saveMarks, { body: { changes: [change] } });
    expect(await run(app, reader, file)).toMatchObject({ added: 0, existing: 2 });
  });

  test("takes the book that the reader chooses, or none", async ({ app }) => {
    const reader = await app.make.user();
    const bookId = await makeBook(app, "Another title");
    const file = toFile("Its title elsewhere", [{ text: "come tomorrow" }]);
    const { books } = await preview(app, reader, file);
    expect(books).toMatchObject([{ book: null, found: 0 }]);
    const key = books[0]?.key;
    expect(await preview(app, reader, file, `${key}=${bookId}`)).toMatchObject({ found: 1 });
    expect(await run(app, reader, file, `${key}=`)).toEqual({ added: 0, existing: 0, missing: 1 });
  });

  test("tells nothing of books that the reader may not read whole, or does not see", async ({ app }) => {
    const reader = await app.make.user();
    const [paid, draft] = [
      await makeBook(app, "Paid", { isFree: false }),
      await makeBook(app, "Secret", { state: "draft" }),
    ];
    const file = toFile("Paid", [{ text: "come tomorrow" }]);
    expect((await preview(app, reader, file)).marks).toMatchObject([{ result: "no_access", sentence: null }]);
    const { books } = await preview(app, reader, toFile("Secret", [{ text: "come tomorrow" }]));
    expect(books).toMatchObject([{ book: null }]);
    const chosen = `${books[0]?.key}=${draft}`;
    const hidden = await preview(app, reader, toFile("Secret", [{ text: "come tomorrow" }]), chosen);
    expect(hidden).toMatchObject({ books: [{ book: null }], marks: [{ result: "no_book" }] });
    expect(await run(app, reader, file, `${books[0]?.key}=${paid}`)).toMatchObject({ added: 0 });
  });
});

describe("an export that is imported by another reader", () => {
  for (const format of ["csv", "web-annotations", "epub-annotations"] as const) {
    test(`has the same marks: ${format}`, async ({ app }) => {
      const [reader, other] = [await app.make.user(), await app.make.user()];
      const title = `Round trip ${format}`;
      const bookId = await makeBook(app, title, { hasAudiobook: true });
      const { version } = await app.as(reader)(readerContract.getEbook, { params: { bookId } });
      const anchor = (exact: string, sentence: string, offset: number, fraction: number) => ({
        start: { sentence, offset },
        end: { sentence, offset: offset + exact.replaceAll(" ", "").length },
        quote: { exact, prefix: "", suffix: "" },
        fraction,
        version,
      });
      const fields = [
        {
          anchor: anchor("The river was low", "s1-1", 0, 0.6),
          style: "blue",
          note: "=1+1\n\n**Two**",
          tags: ["a,b", "=c"],
        },
        { anchor: anchor("come tomorrow", "s0-1", 7, 0.2), style: "underline" },
        { anchor: anchor("He said", "s0-1", 0, 0.2), style: null, note: "Note only" },
        { anchor: anchor("the mud", "s0-0", 33, 0), style: null },
        { anchor: { chapter: 2, offset: 12.5, fraction: 0.4 }, style: null, note: "Heard" },
        { anchor: { chapter: 2, offset: 12.5, end: 30.5, fraction: 0.4 }, style: null, note: "A clip" },
      ];
      const changes = fields.map((each, n) => ({
        id: randomUUID(),
        markId: randomUUID(),
        bookId,
        at: new Date(Date.UTC(2026, 0, 1 + n)).toISOString(),
        ...each,
      }));
      expect((await app.as(reader)(marksContract.saveMarks, { body: { changes } })).refused).toEqual([]);
      const params = { bookId };
      const { version: replaces } = await app.as(reader)(notebookContract.getNotebook, { params });
      const items = [{ headingId: randomUUID(), heading: "Part" }];
      await app.as(reader)(notebookContract.saveNotebook, { params, body: { items, replaces } });
      const response = await app.fetch(`/api/marks/export?format=${format}&bookId=${bookId}`, { as: reader });
      const file = new Blob([await response.arrayBuffer()]);

      // Audio is no resource of an EPUB.
      const expected = (await listOf(app, reader, bookId)).slice(0, format === "epub-annotations" ? 4 : 6);
      expect(await run(app, reader, file)).toEqual({ added: 0, existing: expected.length, missing: 0 });
      expect(await run(app, other, file)).toEqual({ added: expected.length, existing: 0, missing: 0 });
      const getFacts = (marks: typeof expected) =>
        marks
          .map(({ id, style, note, tags, createdAt, placement, anchor: { quote, ...place } }) => {
            const where = "start" in place ? [place.start, place.end] : place;
            return { id, style, note, tags, createdAt, placement, where, exact: quote?.exact };
          })
          .sort((a, b) => (a.id < b.id ? -1 : 1));
      expect(getFacts(await listOf(app, other, bookId))).toEqual(getFacts(expected));
    });
  }
});
