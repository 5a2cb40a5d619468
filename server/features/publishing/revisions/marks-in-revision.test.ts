import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { expect } from "vitest";
import type { BookId } from "#shared/books/book.ts";
import { marksContract } from "#shared/marks/contract.ts";
import { removeSpace } from "#shared/marks/locate-quote.ts";
import { isTextAnchor, maxContext, type TextPoint } from "#shared/marks/mark.ts";
import { SentenceId } from "#shared/positions/position.ts";
import { readSentence } from "#shared/positions/sentence-times.ts";
import { getSentenceId } from "#shared/reader/sentences.ts";
import { ebookTexts } from "#server/db/schema/books/formats.ts";
import {
  type Chapter,
  createRandom,
  Editor,
  readDemoBook,
  toChapters,
  toXhtml,
} from "#server/testing/books/new-edition.ts";
import { put, setUp } from "#server/testing/books/revised-book.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

const marksPerBook = 200;

/** A stored document, with the words of the book that it has. */
class StoredDocument {
  readonly spineIndex: number;
  readonly sentences: readonly string[];
  /** The offset of the first character of the chapter after its heading. */
  readonly #bodyStart: number;
  readonly #words: readonly { readonly id: number | null; readonly from: number; readonly to: number }[];

  constructor(spineIndex: number, sentences: readonly string[], chapter: Chapter) {
    this.spineIndex = spineIndex;
    this.sentences = sentences;
    const text = removeSpace(sentences.join(""));
    const body = chapter.flat().map((word) => removeSpace(word.text));
    this.#bodyStart = text.length - body.join("").length;
    expect(text.slice(this.#bodyStart)).toBe(body.join(""));
    let at = this.#bodyStart;
    this.#words = chapter.flat().map(({ id }, n) => {
      const from = at;
      at += body[n]?.length ?? 0;
      return { id, from, to: at };
    });
  }

  get wordCount(): number {
    return this.#words.length;
  }

  /** The range of some of its words, as the reader stores a selection. */
  createAnchor(first: number, last: number) {
    const from = this.#words[first]?.from ?? 0;
    const to = this.#words[last]?.to ?? 0;
    const [start, end] = [this.#toPoint(from), this.#toPoint(to - 1)];
    const [a, b] = [readSentence(start.sentence).number, readSentence(end.sentence).number];
    const inside = this.sentences.slice(a, b + 1).join(" ");
    const [left, right] = [cut(inside, start.offset), cutEnd(inside, this.#lengthAfter(b, to))];
    const exact = inside.slice(left, right).trim();
    return {
      start,
      end: { ...end, offset: end.offset + 1 },
      quote: {
        exact,
        prefix: `${this.sentences[a - 1] ?? ""} ${inside.slice(0, left)}`.trim().slice(-maxContext),
        suffix: `${inside.slice(right)} ${this.sentences[b + 1] ?? ""}`.trim().slice(0, maxContext),
      },
      ids: this.#words.slice(first, last + 1).flatMap(({ id }) => id ?? []),
    };
  }

  /** The words that two points enclose, partly or whole. */
  listWords(start: TextPoint, end: TextPoint): (number | null)[] {
    const [from, to] = [this.#toOffset(start), this.#toOffset(end)];
    return this.#words.filter((word) => word.to > from && word.from < to).map(({ id }) => id);
  }

  listIds(): (number | null)[] {
    return this.#words.map(({ id }) => id);
  }

  #lengthAfter(sentence: number, offset: number): number {
    return removeSpace(this.sentences.slice(0, sentence + 1).join("")).length - offset;
  }

  #toOffset({ sentence, offset }: TextPoint): number {
    return removeSpace(this.sentences.slice(0, readSentence(sentence).number).join("")).length + offset;
  }

  #toPoint(offset: number): TextPoint {
    let rest = offset;
    const number = this.sentences.findIndex((sentence) => {
      const { length } = removeSpace(sentence);
      if (rest < length) return true;
      rest -= length;
      return false;
    });
    return { sentence: SentenceId.parse(getSentenceId(this.spineIndex, number)), offset: rest };
  }
}

/** Where the n-th character that is no space stands. */
function cut(text: string, n: number): number {
  let at = 0;
  for (let counted = 0; at < text.length; at++) {
    if (/\s/u.test(text.charAt(at))) continue;
    if (counted === n) return at;
    counted += 1;
  }
  return at;
}

const cutEnd = (text: string, n: number) => text.length - cut([...text].reverse().join(""), n);

async function readDocuments(app: TestApp, bookId: BookId, chapters: readonly Chapter[]) {
  const rows = await app.db
    .select({ spineIndex: ebookTexts.spineIndex, text: ebookTexts.text })
    .from(ebookTexts)
    .where(eq(ebookTexts.bookId, bookId))
    .orderBy(asc(ebookTexts.spineIndex));
  return rows.map((row, n) => new StoredDocument(row.spineIndex, row.text.split("\n"), chapters[n] ?? []));
}

/** From one word to a page. */
const lengths = [1, 2, 3, 4, 5, 7, 9, 12, 15, 20, 30, 45, 80];

for (const [name, additions] of [
  ["the-four-keys", "ships-of-the-monsoon"],
  ["hikayat-al-suq", "katib-al-rasail"],
] as const) {
  test(`a revised edition keeps the marks in their places: ${name}`, async ({ app }) => {
    const before = toChapters(readDemoBook(name));
    const after = new Editor(readDemoBook(additions)).revise(before);
    const { author, reader, bookId, ebook, publish } = await setUp(app, { chapters: toXhtml(before) });
    const { version } = await ebook();
    const documents = await readDocuments(app, bookId, before);
    const random = createRandom(3);
    const created = Array.from({ length: marksPerBook }, (_, n) => {
      const document = documents[Math.floor(random() * documents.length)];
      const length = lengths[n % lengths.length] ?? 1;
      const first = Math.floor(random() * Math.max(1, (document?.wordCount ?? 0) - length));
      const last = Math.min(first + length, document?.wordCount ?? 0) - 1;
      const { ids, ...anchor } = document?.createAnchor(first, last) ?? { ids: [] };
      return { markId: randomUUID(), ids, anchor: { ...anchor, fraction: 0, version } };
    });
    for (let from = 0; from < created.length; from += 100) {
      const changes = created.slice(from, from + 100).map(({ markId, anchor }) => {
        return { id: randomUUID(), markId, bookId, at: new Date(), anchor, style: "yellow" };
      });
      const { refused, marks } = await app.as(reader)(marksContract.saveMarks, { body: { changes } });
      expect(refused).toEqual([]);
      expect(new Set(marks.map(({ placement }) => placement))).toEqual(new Set(["exact"]));
    }

    await publish(await put(app, author, { chapters: toXhtml(after) }, bookId));
    const revised = await readDocuments(app, bookId, after);
    const remaining = new Set(revised.flatMap((document) => document.listIds()));
    const { marks } = await app.as(reader)(marksContract.listMarksOfBook, { params: { bookId }, query: {} });
    const byId = new Map(marks.map((mark) => [String(mark.id), mark]));
    expect(marks).toHaveLength(marksPerBook);

    const misses = created.filter(({ markId, ids, anchor }) => {
      const mark = byId.get(markId);
      expect(mark?.anchor.quote).toEqual(anchor.quote);
      const kept = ids.filter((id) => remaining.has(id));
      // All of its words were removed.
      if (kept.length === 0) return mark?.placement === "exact";
      const place = mark?.anchor;
      if (!place || mark.placement === "lost" || !isTextAnchor(place)) return true;
      const { spineIndex } = readSentence(place.start.sentence);
      const document = revised.find((each) => each.spineIndex === spineIndex);
      const found = document?.listWords(place.start, place.end).filter((id) => id !== null);
      return found?.join() !== kept.join();
    });
    expect(misses.length).toBeLessThanOrEqual(marksPerBook * 0.02);
  });
}
