import type { BookId } from "#shared/books/book.ts";
import type { SessionKind } from "#shared/reading-activity/session.ts";
import { addDays, type Day, getNextDay, toLocalDay, type Zone } from "#shared/reading-activity/time-zone.ts";

/** A session for the totals; times in milliseconds since 1970. */
export interface Span {
  readonly id: string;
  readonly bookId: BookId | null;
  readonly kind: SessionKind;
  readonly from: number;
  readonly to: number;
  readonly zone: Zone;
  readonly pages: number;
  readonly words: number;
  readonly chapters: number;
  readonly isManual: boolean;
  /** Earlier parts do not count in public. */
  readonly publicFrom: number;
}

export interface DayRow {
  readonly day: Day;
  readonly bookId: BookId | null;
  readonly kind: SessionKind;
  milliseconds: number;
  pages: number;
  words: number;
  chapters: number;
  sessions: number;
  measuredMs: number;
  measuredPages: number;
  publicMs: number;
  publicPages: number;
  publicWords: number;
  publicChapters: number;
}

/**
 * Splits the union of sessions by day, book and kind, counting every instant once. Of overlapping sessions
 * the last started decides book and time zone. Reading and listening to one book at once counts as
 * `readAlong`. Pages, words and chapters are spread over the time.
 */
export function computeDailyTotals(spans: readonly Span[]): DayRow[] {
  const rows = new Rows();
  for (const span of spans)
    rows.getRow(toLocalDay(span.zone, span.from), span.bookId, span.kind).sessions += 1;
  for (const { from, to, active } of splitIntoPieces(spans)) {
    const latest = active.reduce((a, b) => (isBefore(a, b) ? b : a));
    const kind = getKind(latest, active);
    for (let start = from; start < to; ) {
      const end = Math.min(to, getNextDay(latest.zone, start));
      const row = rows.getRow(toLocalDay(latest.zone, start), latest.bookId, kind);
      addPiece(row, active, start, end - start);
      start = end;
    }
  }
  return rows.all();
}

const hourMs = 3_600_000;

export function listChangedDays(from: number, to: number): Day[] {
  const days: Day[] = [];
  const last = toLocalDay("+14:00", to);
  for (let day = toLocalDay("-12:00", from); day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

export function getDayBounds(day: Day): { readonly from: number; readonly to: number } {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  return { from: midnight - 14 * hourMs, to: midnight + 36 * hourMs };
}

interface Piece {
  readonly from: number;
  readonly to: number;
  readonly active: readonly Span[];
}

/** Splits the union at all starts and ends. */
function* splitIntoPieces(spans: readonly Span[]): Generator<Piece> {
  const sorted = [...spans].sort((a, b) => a.from - b.from);
  const boundaries = [...new Set(spans.flatMap(getBoundaries))].sort((a, b) => a - b);
  let next = 0;
  let active: Span[] = [];
  for (const [index, from] of boundaries.entries()) {
    active = active.filter(({ to }) => to > from);
    for (let span = sorted[next]; span && span.from <= from; span = sorted[++next]) {
      if (span.to > from) active.push(span);
    }
    const to = boundaries[index + 1];
    if (to !== undefined && active.length > 0) yield { from, to, active };
  }
}

const getBoundaries = ({ from, to, publicFrom }: Span) =>
  publicFrom > from && publicFrom < to ? [from, publicFrom, to] : [from, to];

const isBefore = (a: Span, b: Span) => (a.from === b.from ? a.id < b.id : a.from < b.from);

function getKind(latest: Span, active: readonly Span[]): SessionKind {
  const { bookId, kind } = latest;
  if (bookId === null) return kind;
  const kinds = new Set(active.filter((span) => span.bookId === bookId).map((span) => span.kind));
  const isHeard = kinds.has("listening") || kinds.has("speech");
  return kinds.has("readAlong") || (kinds.has("reading") && isHeard) ? "readAlong" : kind;
}

function addPiece(row: DayRow, active: readonly Span[], start: number, milliseconds: number): void {
  const measured = active.filter(({ isManual }) => !isManual);
  row.milliseconds += milliseconds;
  row.pages += getMaxRate(active, "pages") * milliseconds;
  row.words += getMaxRate(active, "words") * milliseconds;
  row.chapters += getMaxRate(active, "chapters") * milliseconds;
  if (measured.length === 0) return;
  row.measuredMs += milliseconds;
  row.measuredPages += getMaxRate(measured, "pages") * milliseconds;
  const counted = measured.filter(({ publicFrom }) => start >= publicFrom);
  if (counted.length === 0) return;
  row.publicMs += milliseconds;
  row.publicPages += getMaxRate(counted, "pages") * milliseconds;
  row.publicWords += getMaxRate(counted, "words") * milliseconds;
  row.publicChapters += getMaxRate(counted, "chapters") * milliseconds;
}

const getMaxRate = (spans: readonly Span[], key: "pages" | "words" | "chapters"): number =>
  spans.reduce((max, span) => Math.max(max, span[key] / (span.to - span.from)), 0);

const roundToThousandths = (amount: number) => Math.round(amount * 1000) / 1000;

class Rows {
  readonly #rows = new Map<string, DayRow>();

  getRow(day: Day, bookId: BookId | null, kind: SessionKind): DayRow {
    const key = `${day} ${bookId} ${kind}`;
    const row = this.#rows.get(key) ?? { day, bookId, kind, ...empty };
    this.#rows.set(key, row);
    return row;
  }

  all(): DayRow[] {
    return [...this.#rows.values()].map((row) => ({
      ...row,
      pages: roundToThousandths(row.pages),
      words: roundToThousandths(row.words),
      chapters: roundToThousandths(row.chapters),
      measuredPages: roundToThousandths(row.measuredPages),
      publicPages: roundToThousandths(row.publicPages),
      publicWords: roundToThousandths(row.publicWords),
      publicChapters: roundToThousandths(row.publicChapters),
    }));
  }
}

const empty = {
  milliseconds: 0,
  pages: 0,
  words: 0,
  chapters: 0,
  sessions: 0,
  measuredMs: 0,
  measuredPages: 0,
  publicMs: 0,
  publicPages: 0,
  publicWords: 0,
  publicChapters: 0,
};
