import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { BookId } from "#shared/books/book.ts";
import type { DayRow } from "./daily-totals.ts";
import { type BookLimits, limitPublicTotals } from "./limit-public-totals.ts";

const hour = 3_600_000;
const [text, audio, images] = [randomUUID(), randomUUID(), randomUUID()].map((id) => BookId.parse(id));
if (!text || !audio || !images) throw new Error("three books");

const makeRow = (input: Partial<DayRow>): DayRow => ({
  day: "2026-03-10",
  bookId: text,
  kind: "reading",
  milliseconds: 0,
  pages: 0,
  words: 0,
  chapters: 0,
  sessions: 1,
  measuredMs: 0,
  measuredPages: 0,
  publicMs: 0,
  publicPages: 0,
  publicWords: 0,
  publicChapters: 0,
  ...input,
});

const makeLimits = (input: Partial<BookLimits>): BookLimits => ({
  audioMs: 0,
  words: 0,
  hasText: true,
  wordsOnOtherDays: new Map(),
  ...input,
});

const limits = new Map([
  [text, makeLimits({ words: 1_000, wordsOnOtherDays: new Map([["2026-03", 500]]) })],
  [audio, makeLimits({ audioMs: hour, hasText: false })],
  [images, makeLimits({})],
]);

const limit = (...rows: Partial<DayRow>[]) => limitPublicTotals(rows.map(makeRow), limits);

test("a book counts three times a month, its first days before later ones", () => {
  const read = { publicWords: 2_000, publicPages: 10, publicMs: 10 * hour };
  const rows = limit(
    { ...read, day: "2026-03-11" },
    { ...read, day: "2026-03-10" },
    { ...read, day: "2026-04-01" },
  );
  expect(
    rows.map(({ day, publicWords, publicPages, publicMs }) => [day, publicWords, publicPages, publicMs]),
  ).toEqual([
    ["2026-03-10", 2_000, 10, (2_000 / 20) * 60_000],
    ["2026-03-11", 500, 2.5, (500 / 20) * 60_000],
    ["2026-04-01", 2_000, 10, (2_000 / 20) * 60_000],
  ]);
});

test("an audiobook counts three times its length a day, listened to and read along", () => {
  const rows = limit(
    { bookId: audio, kind: "listening", publicMs: 2 * hour },
    { bookId: audio, kind: "readAlong", publicMs: 2 * hour },
    { bookId: audio, kind: "listening", publicMs: 2 * hour },
    { bookId: audio, kind: "listening", publicMs: 2 * hour, day: "2026-03-11" },
    { bookId: audio, kind: "reading", publicMs: 2 * hour },
  );
  expect(rows.map(({ publicMs }) => publicMs / hour)).toEqual([2, 1, 0, 0, 2]);
});

test("pages of images count five minutes each, and what is in no book of this library nothing", () => {
  const counted = { publicMs: hour, publicPages: 3, publicWords: 9, publicChapters: 1, milliseconds: hour };
  const [ofImages, elsewhere] = limit({ ...counted, bookId: images }, { ...counted, bookId: null });
  expect(ofImages).toEqual(makeRow({ ...counted, bookId: images, publicMs: 15 * 60_000 }));
  expect(elsewhere).toEqual(makeRow({ bookId: null, milliseconds: hour }));
});

test("a day counts sixteen hours, shared by its books", () => {
  const long = { bookId: images, publicPages: 1_000 };
  const day = (first: number, second: number, more = {}) =>
    limit({ ...long, publicMs: first * hour }, { ...long, publicMs: second * hour, ...more }).map(
      ({ publicMs }) => publicMs / hour,
    );
  expect(day(12, 4)).toEqual([12, 4]);
  expect(day(15, 5)).toEqual([12, 4]);
  expect(day(15, 5, { day: "2026-03-11" })).toEqual([15, 5]);
});
