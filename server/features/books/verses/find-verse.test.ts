import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test as unitTest } from "vitest";
import { booksContract } from "#shared/books/contract.ts";
import { books } from "#server/db/schema/books/books.ts";
import { ebooks, ebookTexts } from "#server/db/schema/books/formats.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import { indexVerses } from "./index-verses.ts";
import { surahs } from "./surahs.ts";

const { listBooks, suggest } = booksContract;

const toArabicDigits = (n: number) => String(n).replace(/\d/g, (digit) => "٠١٢٣٤٥٦٧٨٩"[Number(digit)] ?? "");

/** A title page, then a document for each surah: its title and its verses. */
const writeTexts = (mark = (n: number) => `﴿${toArabicDigits(n)}﴾`) => [
  { spineIndex: 0, text: "القرآن الكريم" },
  ...surahs.map(([name, , count], index) => ({
    spineIndex: index + 1,
    text: [`سورة ${name}`, "بسم الله", ...Array.from({ length: count }, (_, n) => `آية ${mark(n + 1)}`)].join(
      "\n",
    ),
  })),
];

async function makeQuran(
  app: TestApp,
  input: Partial<Parameters<TestApp["make"]["ebook"]>[0]> = {},
  texts = writeTexts(),
) {
  const book = await app.make.ebook({
    title: "القرآن الكريم",
    language: "ar",
    kind: "scripture",
    wordCount: 1,
    pageCount: 1,
    ...input,
  });
  await app.db
    .update(ebooks)
    .set({ sha256: randomBytes(32).toString("hex") })
    .where(eq(ebooks.bookId, book.id));
  await app.db
    .insert(ebookTexts)
    .values(texts.map((each) => ({ ...each, bookId: book.id, normalizedText: each.text })));
  return book;
}

const search = async (app: TestApp, text: string) =>
  (await app.as(null)(listBooks, { query: { search: text } })).verse;

describe("a search for a verse", () => {
  test("leads to it in the Qur'an of the catalogue", async ({ app }) => {
    await app.make.book({ title: "Another book", language: "ar" });
    // Of another scripture, of a part and of a draft, no verse is shown.
    await makeQuran(app, { popularity: 9 }, [{ spineIndex: 0, text: "One ﴿1﴾\nTwo ﴿2﴾" }]);
    await makeQuran(app, { popularity: 9 }, writeTexts().slice(0, 90));
    const draft = await makeQuran(app, { state: "draft", popularity: 9 });
    expect(await search(app, "2:255")).toBeUndefined();

    const { id: bookId, title } = await makeQuran(app);
    const verse = { bookId, title, surah: 2, name: "البقرة", transliteration: "Al-Baqarah" };
    expect(await search(app, "2:255")).toMatchObject({ ...verse, verse: 255, sentence: "s2-256" });
    expect(await search(app, "سورة البقرة ٢٥٥")).toMatchObject({ verse: 255, sentence: "s2-256" });
    expect(await search(app, "الرحمن")).toMatchObject({ surah: 55, verse: null, sentence: "s55-0" });
    expect(await search(app, "another book")).toBeUndefined();

    const [first] = await app.as(null)(suggest, { query: { search: "ar-Rahman 3" } });
    expect(first).toMatchObject({
      kind: "verse",
      id: `${bookId}?sentence=s55-4`,
      label: "الرحمن · Ar-Rahman 55:3",
    });

    await app.db.update(books).set({ kind: "book" }).where(eq(books.id, bookId));
    expect(await search(app, "2:255")).toBeUndefined();
    expect(draft.state).toBe("draft");
  });
});

unitTest.each([
  ["in ornate brackets", (n: number) => `﴿${n}﴾`],
  ["in ornate brackets of visual order", (n: number) => `﴾${toArabicDigits(n)}﴿`],
  ["after the end-of-ayah sign", (n: number) => `۝${toArabicDigits(n)}`],
])("verses are found by marks %s", (_where, mark) => {
  const index = indexVerses(writeTexts(mark));

  expect(index?.find({ surah: 1, verse: 7 })).toBe("s1-8");
  expect(index?.find({ surah: 114, verse: null })).toBe("s114-0");
});

unitTest("two surahs of one document begin at their own verses", () => {
  const [title, ...documents] = writeTexts();
  const joined = [title, { spineIndex: 1, text: documents.map(({ text }) => text).join("\n") }];

  const index = indexVerses(joined.flatMap((each) => each ?? []));

  expect(index?.find({ surah: 1, verse: null })).toBe("s1-0");
  expect(index?.find({ surah: 2, verse: null })).toBe("s1-11");
});
