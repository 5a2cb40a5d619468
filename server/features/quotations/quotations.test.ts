import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { Client } from "pg";
import { describe, expect, vi } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { booksContract } from "#shared/books/contract.ts";
import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import { communityContract } from "#shared/community/contract.ts";
import { discussionsContract } from "#shared/community/discussions-contract.ts";
import { libraryContract } from "#shared/library/contract.ts";
import { marksContract } from "#shared/marks/contract.ts";
import { messagesContract } from "#shared/messages/contract.ts";
import { SentenceId } from "#shared/positions/position.ts";
import { readerContract } from "#shared/reader/contract.ts";
import { writeQuotation } from "#shared/rich-text/quotation.ts";
import type { Inline, RichText } from "#shared/rich-text/rich-text.ts";
import { books } from "#server/db/schema/books/books.ts";
import { ebooks, ebookTexts } from "#server/db/schema/books/formats.ts";
import { createEpubBook } from "#server/testing/books/create-epub-book.ts";
import { noBook } from "#server/testing/factories.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import { getMaxLocated } from "./service.ts";

const passage = "The lamp was lit before the evening prayer, and nobody spoke.";
const arabic = "وَالسَّمَاءِ ذَاتِ البُرُوجِ كلام في الليل هادئ.";
const chapters = [`<p>First words. ${passage} Then they left.</p>`, `<p>Later on. ${arabic}</p>`];

const quote = (bookId: BookId, exact: string, version: string | null = null, sentence = "s0-2") =>
  writeQuotation({ bookId, title: "A [book]", sentence: SentenceId.parse(sentence), version, exact });

const getVersion = async (app: TestApp, reader: User, bookId: BookId) =>
  (await app.as(reader)(readerContract.getEbook, { params: { bookId } })).version;

/** The annotations of quotation cards. */
const listStates = (content: RichText | null | undefined) =>
  (content ?? []).flatMap((block) => (block.type === "quote" ? [block.quotation?.state ?? null] : []));

/** Sends a message to another reader, who reads it. */
async function readAs(app: TestApp, viewer: User, text: string) {
  const writer = await app.make.user();
  const { conversationId } = await app.as(writer)(messagesContract.startConversation, {
    body: { userIds: [viewer.id], text, clientId: randomUUID() },
  });
  const read = async () => {
    const input = { params: { conversationId }, query: {} };
    const { messages } = await app.as(viewer)(messagesContract.listPrivateMessages, input);
    return messages[0]?.content ?? [];
  };
  return { content: await read(), read };
}

async function replaceText(app: TestApp, bookId: BookId, sentences: readonly string[]) {
  const text = sentences.join("\n");
  const normalizedText = sentences.map(normalizeSearchText).join("\n");
  await app.db.update(ebookTexts).set({ text, normalizedText }).where(eq(ebookTexts.bookId, bookId));
  const sha256 = randomUUID().replaceAll("-", "").repeat(2);
  await app.db.update(ebooks).set({ sha256 }).where(eq(ebooks.bookId, bookId));
}

async function discuss(app: TestApp, bookId: BookId, text: string) {
  const owner = await app.make.user();
  const name = `Circle ${randomUUID().slice(0, 8)}`;
  const { id: communityId } = await app.as(owner)(communityContract.createCommunity, {
    body: { name, about: "About.", visibility: "public" },
  });
  const { id: discussionId } = await app.as(owner)(discussionsContract.createDiscussion, {
    params: { communityId },
    body: {
      title: "A talk",
      text,
      clientId: randomUUID(),
      anchor: { bookId, locator: { fraction: 0 } },
    },
  });
  const list = (viewer: User | null) =>
    app.as(viewer)(discussionsContract.listPosts, { params: { discussionId }, query: { limit: 50 } });
  return { owner, discussionId, list };
}

const listQuoted = (content: RichText | null | undefined): Inline[] =>
  (content ?? []).flatMap((block) =>
    block.type === "paragraph" ? block.children.filter(({ type }) => type === "quoted") : [],
  );

describe("a quotation", () => {
  test("is as in the book, also with other vowel signs, case and place", async ({ app }) => {
    const reader = await app.make.user();
    const bookId = await createEpubBook(app, {}, { chapters });
    const version = await getVersion(app, reader, bookId);
    const { content } = await readAs(
      app,
      reader,
      [
        quote(bookId, passage, version),
        quote(bookId, "the LAMP was lit before the evening prayer", version),
        quote(bookId, "والسماء ذات البروج", version),
        quote(bookId, "The lamp was lit before the morning prayer", version),
        `> ${passage}\n> /read/${bookId}?sentence=s0-2`,
        `> ||${passage}||\n>\n> [A](/read/${bookId}?sentence=s0-2)`,
      ].join("\n\n"),
    );
    expect(listStates(content)).toEqual(["verified", "verified", "verified", "missing", null, "verified"]);
    expect(content[2]).toMatchObject({ quotation: { sentence: "s1-1", difference: [] } });
  });

  test("shows what a later edition changed, and says when it removed the words", async ({ app }) => {
    const reader = await app.make.user();
    const bookId = await createEpubBook(app, {}, { chapters: chapters.slice(0, 1) });
    const version = await getVersion(app, reader, bookId);
    const text = [
      quote(bookId, passage, version),
      quote(bookId, "Then they left.", version),
      quote(bookId, "First words.", version),
    ].join("\n\n");
    const { content, read } = await readAs(app, reader, text);
    expect(listStates(content)).toEqual(["verified", "verified", "verified"]);

    await replaceText(app, bookId, [
      "A new preface.",
      "First words.",
      "The lamp was lit long before the evening prayer, and no one spoke.",
    ]);
    const later = await read();
    expect(listStates(later)).toEqual(["changed", "missing", "verified"]);
    expect(later[0]).toMatchObject({
      quotation: {
        sentence: "s0-2",
        difference: [
          { type: "same", text: "The lamp was lit" },
          { type: "inserted", text: "long" },
          { type: "same", text: "before the evening prayer, and" },
          { type: "removed", text: "nobody" },
          { type: "inserted", text: "no one" },
          { type: "same", text: "spoke" },
        ],
      },
    });
    // Words that were never in the version that they name are not said to have been changed.
    const forged = await readAs(
      app,
      reader,
      quote(bookId, "The lamp was lit before the evening prayer, and somebody spoke.", version),
    );
    expect(listStates(forged.content)).toEqual(["missing"]);
  });

  test("is answered only from what the viewer may read", async ({ app }) => {
    const [reader, supporter] = [await app.make.user(), await app.make.user({ isSupporter: true })];
    const long = `<p>${"Some words of the sample. ".repeat(400)}</p>`;
    const bookId = await createEpubBook(app, { isFree: false }, { chapters: [long, long, ...chapters] });
    const text = [
      quote(bookId, "Some words of the sample."),
      quote(bookId, passage, null, "s2-2"),
      quote(bookId, "Words that nobody wrote.", null, "s2-2"),
    ].join("\n\n");
    expect(listStates((await readAs(app, supporter, text)).content)).toEqual([
      "verified",
      "verified",
      "missing",
    ]);
    const { content, read } = await readAs(app, reader, text);
    expect(listStates(content)).toEqual(["verified", "unchecked", "unchecked"]);
    expect(content[1]).toMatchObject({ quotation: { sentence: null, difference: [] } });

    await app.db.update(books).set({ state: "draft" }).where(eq(books.id, bookId));
    expect(listStates(await read())).toEqual(["missing", "missing", "missing"]);
  });

  test("with a hostile anchor is not found or stays a text", async ({ app }) => {
    const reader = await app.make.user();
    const [bookId, other] = [
      await createEpubBook(app, {}, { chapters }),
      await createEpubBook(app, {}, { chapters: ["<p>Nothing of it.</p>"] }),
    ];
    const link = (url: string) => `> ${passage}\n>\n> [A](${url})`;
    const { content } = await readAs(
      app,
      reader,
      [
        link(`/read/${other}?sentence=s0-2`),
        link(`/read/${noBook}?sentence=s0-2`),
        link(`/read/${bookId}?sentence=s9999-999999&version=${"f".repeat(64)}`),
        link(`/read/${bookId}?sentence=s99999999999-1`),
        link(`/read/${bookId}?sentence=s0-2&version=%00%ff`),
        link(`/read/${bookId}?sentence=s0-2&version=${"f".repeat(65)}`),
        link(`//evil.example/read/${bookId}?sentence=s0-2`),
      ].join("\n\n---\n\n"),
    );
    expect(listStates(content)).toEqual(["missing", "missing", "verified", null, null, null, null]);
  });

  test("is checked in notes and reviews too, and a page costs one more query", async ({ app }) => {
    const reader = await app.make.user();
    const bookId = await createEpubBook(app, {}, { chapters });
    const note = quote(bookId, passage);
    const { marks } = await app.as(reader)(marksContract.saveMarks, {
      body: {
        changes: [
          {
            id: randomUUID(),
            markId: randomUUID(),
            bookId,
            at: new Date().toISOString(),
            anchor: { chapter: 1, offset: 1, fraction: 0 },
            note,
          },
        ],
      },
    });
    expect(listStates(marks[0]?.content)).toEqual(["verified"]);
    await app.as(reader)(libraryContract.saveRating, {
      params: { bookId },
      body: { stars: 4, text: `${note}\n\n*Plain* [x](https://evil.example) @name <b>` },
    });
    const { reviews } = await app.as(null)(booksContract.listReviews, { params: { bookId }, query: {} });
    expect(listStates(reviews[0]?.content)).toEqual(["verified"]);
    expect(reviews[0]?.content[1]).toEqual({
      type: "paragraph",
      children: [{ type: "text", text: "*Plain* [x](https://evil.example) @name <b>" }],
    });
    const { myReview } = await app.as(reader)(booksContract.getBook, { params: { bookId } });
    expect(listStates(myReview?.content)).toEqual(["verified"]);

    const count = async (text: string) => {
      const { owner, discussionId, list } = await discuss(app, bookId, text);
      for (let n = 0; n < 4; n++) {
        app.setClock(new Date(app.services.clock().getTime() + 60_000));
        const body = { text: `${text}\n\n${n}`, clientId: randomUUID() };
        await app.as(owner)(discussionsContract.createPost, { params: { discussionId }, body });
      }
      const query = vi.spyOn(Client.prototype, "query");
      await list(reader);
      const statements = query.mock.calls.length;
      query.mockRestore();
      return statements;
    };
    expect(await count(note)).toBe((await count("A text.")) + 1);
  });
});

describe("a typed quotation in a discussion of a book", () => {
  test("is marked when its six words are in the book, for those who may read them", async ({ app }) => {
    const bookId = await createEpubBook(app, {}, { chapters });
    const found = "“the lamp was lit before the evening”";
    const text = [
      `He wrote ${found} there.`,
      "«والسماء ذات البروج كلام في الليل»",
      "“the lamp was lit before”",
      "“six words that are not there”",
    ].join("\n\n");
    const { owner, list } = await discuss(app, bookId, text);
    const quoted = [
      { type: "quoted", bookId, sentence: "s0-1", children: [{ type: "text", text: found }] },
      { type: "quoted", bookId, sentence: "s1-1" },
    ];
    expect(listQuoted((await list(owner)).posts[0]?.content)).toMatchObject(quoted);
    expect((await list(owner)).posts[0]?.content?.[0]).toMatchObject({
      children: [{ text: "He wrote " }, { type: "quoted" }, { text: " there." }],
    });
    await app.db.update(books).set({ isFree: false }).where(eq(books.id, bookId));
    await app.db
      .update(ebooks)
      .set({ sample: { spineIndex: 0, paragraphs: 0, sentences: 0, resources: [] } })
      .where(eq(ebooks.bookId, bookId));
    expect(listQuoted((await list(null)).posts[0]?.content)).toEqual([]);
  });
});

test("the longer a text is, the fewer of its quotations are looked for in one request", () => {
  expect([0, 1_000_000, 13_000_000, 1_000_000_000].map(getMaxLocated)).toEqual([100, 100, 15, 5]);
});
