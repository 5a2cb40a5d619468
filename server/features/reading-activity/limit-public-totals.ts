import type { BookId } from "#shared/books/book.ts";
import type { DayRow } from "./daily-totals.ts";

/** The size of a book, and what counted of it on other days of the same month. */
export interface BookLimits {
  /** Milliseconds of audio; 0 without audio. */
  readonly audioMs: number;
  /** Words of its text; 0 for a text of images. */
  readonly words: number;
  readonly hasText: boolean;
  /** By month, such as `2026-03`. */
  readonly wordsOnOtherDays: ReadonlyMap<string, number>;
}

const maxDayMs = 16 * 3_600_000;
const maxListensPerDay = 3;
const maxReadingsPerMonth = 3;
/** Words per minute; slower reading counts no time in public. */
const minWordsPerMinute = 20;
/** For texts of images. */
const maxPageMs = 5 * 60_000;

/**
 * Limits what counts in public: 16 hours a day; listening to one book 3 × its duration a day; reading 3 × its
 * words a month, and no more time than these words need at a slow pace.
 */
export function limitPublicTotals(
  rows: readonly DayRow[],
  limits: ReadonlyMap<BookId, BookLimits>,
): DayRow[] {
  const usedWords = new Map<string, number>();
  const listened = new Map<string, number>();
  const limited = rows.toSorted(compareDays).map((row) => {
    const book = row.bookId === null ? undefined : limits.get(row.bookId);
    if (!book) return { ...row, publicMs: 0, publicPages: 0, publicWords: 0, publicChapters: 0 };
    const read = limitWords(row, book, usedWords);
    return isListening(row) ? limitListening(read, book, listened) : limitReading(read, book);
  });
  return limitDays(limited);
}

const compareDays = (a: DayRow, b: DayRow) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0);

const isListening = ({ kind }: DayRow) => kind === "listening" || kind === "readAlong";

function limitWords(row: DayRow, { words, wordsOnOtherDays }: BookLimits, used: Map<string, number>): DayRow {
  if (words === 0 || row.publicWords === 0) return row;
  const month = row.day.slice(0, 7);
  const key = `${row.bookId} ${month}`;
  const before = used.get(key) ?? wordsOnOtherDays.get(month) ?? 0;
  const allowed = Math.min(row.publicWords, Math.max(0, words * maxReadingsPerMonth - before));
  used.set(key, before + allowed);
  const fraction = allowed / row.publicWords;
  return { ...row, publicWords: allowed, publicPages: roundToThousandths(row.publicPages * fraction) };
}

function limitListening(row: DayRow, { audioMs }: BookLimits, listened: Map<string, number>): DayRow {
  const key = `${row.bookId} ${row.day}`;
  const before = listened.get(key) ?? 0;
  const publicMs = Math.min(row.publicMs, Math.max(0, audioMs * maxListensPerDay - before));
  listened.set(key, before + publicMs);
  return { ...row, publicMs: Math.round(publicMs) };
}

function limitReading(row: DayRow, { words, hasText }: BookLimits): DayRow {
  if (!hasText) return { ...row, publicMs: 0 };
  const maxMs = words === 0 ? row.publicPages * maxPageMs : (row.publicWords / minWordsPerMinute) * 60_000;
  return { ...row, publicMs: Math.round(Math.min(row.publicMs, maxMs)) };
}

function limitDays(rows: readonly DayRow[]): DayRow[] {
  const sums = new Map<string, number>();
  for (const { day, publicMs } of rows) sums.set(day, (sums.get(day) ?? 0) + publicMs);
  return rows.map((row) => {
    const sum = sums.get(row.day) ?? 0;
    return sum <= maxDayMs ? row : { ...row, publicMs: Math.floor((row.publicMs * maxDayMs) / sum) };
  });
}

const roundToThousandths = (amount: number) => Math.round(amount * 1000) / 1000;
