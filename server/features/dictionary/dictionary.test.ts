import { gunzipSync } from "node:zlib";
import { describe, expect } from "vitest";
import { dictionaryContract } from "#shared/dictionary/contract.ts";
import { Wordnet } from "#shared/dictionary/wordnet.ts";
import { publishingContract } from "#shared/publishing/contract.ts";
import { test } from "#server/testing/test.ts";

const { lookUpEnglish, getBookGlossary, getEditedGlossary, saveGlossary, restoreGlossary } =
  dictionaryContract;

describe("the English dictionary", () => {
  test("finds a word and the words of which it is a form", async ({ app }) => {
    const { entries } = await app.as(null)(lookUpEnglish, { query: { word: "Left," } });

    expect(entries.map(({ headword, isGuess }) => [headword, isGuess])).toEqual([
      ["left", false],
      ["leave", true],
    ]);
    expect(entries[0]?.senses[0]).toMatchObject({
      part: "noun",
      definition: expect.stringContaining("left"),
    });
  });

  test("has its first and last words, phrases, and nothing for nonsense", async ({ app }) => {
    const find = async (word: string) =>
      (await app.as(null)(lookUpEnglish, { query: { word } })).entries.map(({ headword }) => headword);

    expect(await find("aardvark")).toEqual(["aardvark"]);
    expect(await find("zymurgy")).toEqual(["zymurgy"]);
    expect(await find("oil lamp")).toEqual(["oil lamp"]);
    expect(await find("qqxz")).toEqual([]);
  });
});

test("the file of the English dictionary is looked up like the server's, without a connection", async ({
  app,
}) => {
  const file = await (await app.fetch("/api/dictionary/english/file")).blob();
  const read = async (offset: number, length: number) =>
    new Uint8Array(await file.slice(offset, offset + length).arrayBuffer());
  const gunzip = async (bytes: Uint8Array<ArrayBuffer>) => gunzipSync(bytes).toString();

  const entries = await (await Wordnet.open({ read, gunzip })).lookUp("lamps");

  expect({ entries }).toEqual(await app.as(null)(lookUpEnglish, { query: { word: "lamps" } }));
});

describe("the glossary of a book", () => {
  const terms = [{ term: "isnad", definition: "The chain of narrators." }];

  test("is edited by its author, read by everyone who sees the book, and in its history", async ({ app }) => {
    const author = await app.make.user({ isAuthor: true });
    const { id: bookId } = await app.make.book({ ownerId: author.id });
    const params = { bookId };

    await app.as(author)(saveGlossary, { params, body: { version: 0, terms } });

    expect(await app.as(null)(getBookGlossary, { params })).toEqual({ terms });
    expect(await app.as(author)(getEditedGlossary, { params })).toEqual({ terms, version: 1 });
    const { changes } = await app.as(author)(publishingContract.listChanges, { params, query: {} });
    expect(changes).toMatchObject([{ field: "glossary", after: ["isnad: The chain of narrators."] }]);
  });

  test("is not changed by two editors at once, by others, or in review", async ({ app }) => {
    const [author, other] = [
      await app.make.user({ isAuthor: true }),
      await app.make.user({ isAuthor: true }),
    ];
    const { id: bookId } = await app.make.book({ ownerId: author.id });
    const { id: inReview } = await app.make.book({ ownerId: author.id, state: "in-review" });
    const { id: draft } = await app.make.book({ ownerId: author.id, state: "draft" });
    const body = { version: 0, terms };

    await app.as(author)(saveGlossary, { params: { bookId }, body });

    await expect(
      app.as(author)(saveGlossary, { params: { bookId }, body: { version: 0, terms: [] } }),
    ).rejects.toMatchObject({ status: 409 });
    await expect(app.as(author)(saveGlossary, { params: { bookId: inReview }, body })).rejects.toMatchObject({
      status: 409,
    });
    await expect(app.as(other)(saveGlossary, { params: { bookId }, body })).rejects.toMatchObject({
      status: 403,
    });
    await expect(app.as(other)(getEditedGlossary, { params: { bookId: draft } })).rejects.toMatchObject({
      status: 404,
    });
    await expect(app.as(null)(getBookGlossary, { params: { bookId: draft } })).rejects.toMatchObject({
      status: 404,
    });
    expect(await app.as(null)(getBookGlossary, { params: { bookId } })).toEqual({ terms });
  });

  test("an earlier state is restored from its history, by its author only", async ({ app }) => {
    const [author, other] = [
      await app.make.user({ isAuthor: true }),
      await app.make.user({ isAuthor: true }),
    ];
    const { id: bookId } = await app.make.book({ ownerId: author.id });
    const { id: neighbour } = await app.make.book({ ownerId: author.id });
    const params = { bookId };
    const save = (version: number, saved: typeof terms) =>
      app.as(author)(saveGlossary, { params, body: { version, terms: saved } });
    const listChanges = async () =>
      (await app.as(author)(publishingContract.listChanges, { params, query: {} })).changes;
    const many = Array.from({ length: 60 }, (_, n) => ({ term: `term ${n}`, definition: "A term." }));
    await save(0, [...terms, ...many]);
    await save(1, []);
    const [removal] = await listChanges();
    expect(removal).toMatchObject({ field: "glossary", after: [], isRestorable: true });
    const changeId = removal?.id ?? "";

    await expect(app.as(other)(restoreGlossary, { params: { bookId, changeId } })).rejects.toMatchObject({
      status: 403,
    });
    await expect(
      app.as(author)(restoreGlossary, { params: { bookId: neighbour, changeId } }),
    ).rejects.toMatchObject({ status: 404 });
    await app.as(author)(restoreGlossary, { params: { bookId, changeId } });

    expect(await app.as(author)(getEditedGlossary, { params })).toEqual({
      terms: [...terms, ...many],
      version: 3,
    });
    expect(await listChanges()).toHaveLength(3);
    await app.as(author)(restoreGlossary, {
      params: { bookId, changeId: (await listChanges())[0]?.id ?? "" },
    });
    expect((await app.as(author)(getEditedGlossary, { params })).terms).toEqual([]);
  });
});
