import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import type { InputOf } from "#shared/api/contract.ts";
import {
  maxVocabularyWords,
  type NewWord,
  vocabularyContract,
  WordId,
} from "#shared/dictionary/vocabulary.ts";
import { vocabulary } from "#server/db/schema/reading/vocabulary.ts";
import { listRowsAbout } from "#server/testing/rows-about.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

const { listVocabulary, getVocabularySummary, saveWord } = vocabularyContract;
const { editWord, deleteWord, reviewWord } = vocabularyContract;

type Reader = Awaited<ReturnType<TestApp["make"]["user"]>>;

const noon = new Date("2026-03-01T12:00:00Z");
const dayMs = 86_400_000;

async function save(app: TestApp, reader: Reader, body: NewWord): Promise<WordId> {
  const wordId = WordId.parse(randomUUID());
  await app.as(reader)(saveWord, { params: { wordId }, body });
  return wordId;
}

const listWords = async (app: TestApp, reader: Reader, query: InputOf<typeof listVocabulary>["query"] = {}) =>
  (await app.as(reader)(listVocabulary, { query })).words.map(({ word }) => word);

describe("the vocabulary", () => {
  test("has each word once, also when it was sent twice, and belongs to its reader", async ({ app }) => {
    const [reader, other] = [await app.make.user(), await app.make.user()];
    const { id: bookId } = await app.make.book();
    const body = { word: "الإسناد", headword: "إسناد", sentence: "ذكر الإسناد كاملًا.", bookId };
    const wordId = await save(app, reader, { ...body, place: { sentence: "s1-2" } });
    await app.as(reader)(saveWord, { params: { wordId }, body: { word: "sent again" } });
    await save(app, reader, body);
    await save(app, other, { word: "lamp" });
    const before = await listRowsAbout(app.db, [other.id]);

    const { words } = await app.as(reader)(listVocabulary, { query: {} });
    await app.as(reader)(editWord, { params: { wordId }, body: { note: "سلسلة الرواة" } });

    expect(words).toMatchObject([
      { id: wordId, word: "الإسناد", book: { id: bookId }, place: { sentence: "s1-2" } },
    ]);
    expect(await listWords(app, reader, { search: "اسناد" })).toEqual(["الإسناد"]);
    expect(await listWords(app, reader, { search: "سلسله" })).toEqual(["الإسناد"]);
    expect(await listWords(app, reader, { search: "%" })).toEqual([]);
    expect(await listWords(app, reader, { bookId })).toEqual(["الإسناد"]);
    expect(await listRowsAbout(app.db, [other.id])).toEqual(before);
    expect(await listWords(app, other, { bookId })).toEqual([]);
  });

  test("is asked for one word, however it is written", async ({ app }) => {
    const [reader, other] = [await app.make.user(), await app.make.user()];
    await save(app, reader, { word: "الإسناد", sentence: "ذكر الإسناد كاملًا." });
    await save(app, reader, { word: "كاملًا", headword: "إسناد" });
    await save(app, reader, { word: "الإسناد والمتن" });
    await save(app, other, { word: "lamp" });

    expect(await listWords(app, reader, { word: "الاسناد" })).toEqual(["الإسناد"]);
    expect(await listWords(app, reader, { word: "إسناد" })).toEqual([]);
    expect(await listWords(app, reader, { word: "lamp" })).toEqual([]);
    expect(await listWords(app, other, { word: "Lamp" })).toEqual(["lamp"]);
  });

  test("of another is not found", async ({ app }) => {
    const [reader, other] = [await app.make.user(), await app.make.user()];
    const wordId = await save(app, reader, { word: "lamp" });
    const params = { wordId };
    const missing = { status: 404 };

    await expect(app.as(other)(editWord, { params, body: { note: "" } })).rejects.toMatchObject(missing);
    await expect(app.as(other)(deleteWord, { params })).rejects.toMatchObject(missing);
    const review = { step: 0, isRemembered: true };
    await expect(app.as(other)(reviewWord, { params, body: review })).rejects.toMatchObject(missing);
    expect(await listWords(app, reader)).toEqual(["lamp"]);

    await app.as(reader)(deleteWord, { params });
    expect(await listWords(app, reader)).toEqual([]);
  });

  test("keeps a word whose book is hidden or gone, without the book", async ({ app }) => {
    const reader = await app.make.user();
    const { id: hidden } = await app.make.book({ state: "draft" });

    await save(app, reader, { word: "lamp", bookId: hidden });

    expect((await app.as(reader)(listVocabulary, { query: {} })).words).toMatchObject([{ book: null }]);
  });

  test("has a limit", async ({ app }) => {
    const reader = await app.make.user();
    const row = { userId: reader.id, word: "lamp", folded: "lamp", savedAt: noon, dueAt: noon };
    const ids = Array.from({ length: maxVocabularyWords }, () => WordId.parse(randomUUID()));
    await app.db.insert(vocabulary).values(ids.map((id) => ({ id, ...row })));

    await expect(save(app, reader, { word: "one more" })).rejects.toMatchObject({ status: 409 });
  });
});

describe("the review", () => {
  test("asks a word the next day, later when remembered, and once for each step", async ({ app }) => {
    const reader = await app.make.user();
    app.setClock(noon);
    const wordId = await save(app, reader, { word: "lamp" });
    const getReview = async (days: number) => {
      app.setClock(new Date(noon.getTime() + days * dayMs));
      return (await app.as(reader)(getVocabularySummary, {})).review.map(({ word, step }) => ({
        word,
        step,
      }));
    };
    const review = (step: number, isRemembered: boolean) =>
      app.as(reader)(reviewWord, { params: { wordId }, body: { step, isRemembered } });

    expect(await getReview(0.5)).toEqual([]);
    expect(await getReview(1)).toEqual([{ word: "lamp", step: 0 }]);
    await review(0, true);
    await review(0, true);
    expect(await getReview(3.9)).toEqual([]);
    expect(await getReview(4)).toEqual([{ word: "lamp", step: 1 }]);
    await review(1, false);
    expect(await getReview(5)).toEqual([{ word: "lamp", step: 0 }]);
  });

  test("is of ten words in a day", async ({ app }) => {
    const reader = await app.make.user();
    app.setClock(noon);
    for (let n = 0; n < 12; n++) await save(app, reader, { word: `word ${n}` });
    app.setClock(new Date(noon.getTime() + 2 * dayMs));
    const getReview = async () => (await app.as(reader)(getVocabularySummary, {})).review;

    const first = await getReview();
    for (const { id: wordId, step } of first.slice(0, 9))
      await app.as(reader)(reviewWord, { params: { wordId }, body: { step, isRemembered: true } });

    expect(first.length).toBe(10);
    expect((await getReview()).length).toBe(1);
  });
});

test("the export for Anki escapes what ends a field or starts a formula, and is private", async ({ app }) => {
  const [reader, other] = [await app.make.user(), await app.make.user()];
  await save(app, reader, { word: '"lamp" dim', sentence: "One line.\nTwo\ttabs.", definition: "=1+1" });
  await save(app, other, { word: "secret" });

  const reply = await app.fetch("/api/user/vocabulary/export", { as: reader });
  const text = await reply.text();

  expect(reply.headers.get("Content-Disposition")).toContain(".tsv");
  expect(text.split("\n").slice(3).join("\n")).toBe(
    `"""lamp"" dim"	'=1+1	"One line.
Two	tabs."		
`,
  );
});
