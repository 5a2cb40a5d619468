import { describe, expect, test } from "vitest";
import { BookId } from "#shared/books/book.ts";
import type { SessionKind } from "#shared/reading-activity/session.ts";
import type { Zone } from "#shared/reading-activity/time-zone.ts";
import { computeDailyTotals, type DayRow, type Span } from "./daily-totals.ts";
import { limitPublicTotals } from "./limit-public-totals.ts";

const [bookA, bookB] = [1, 2].map((n) => BookId.parse(`00000000-0000-4000-8000-00000000000${n}`));
const minute = 60_000;
let serial = 0;

const makeSpan = (from: string, minutes: number, input: Partial<Span> = {}): Span => ({
  id: String(++serial).padStart(6, "0"),
  bookId: bookA ?? null,
  kind: "reading",
  from: Date.parse(from),
  to: Date.parse(from) + minutes * minute,
  zone: "UTC",
  pages: 0,
  words: 0,
  chapters: 0,
  isManual: false,
  publicFrom: 0,
  ...input,
});

const getMinutes = (rows: readonly DayRow[]) =>
  rows
    .filter(({ milliseconds }) => milliseconds > 0)
    .map(({ day, kind, milliseconds }) => [day, kind, milliseconds / minute])
    .sort();

describe("daily totals", () => {
  test("count overlapping time on two devices once", () => {
    const rows = computeDailyTotals([
      makeSpan("2026-03-01T10:00:00Z", 30),
      makeSpan("2026-03-01T10:10:00Z", 30),
    ]);

    expect(getMinutes(rows)).toEqual([["2026-03-01", "reading", 40]]);
    expect(rows.reduce((all, { sessions }) => all + sessions, 0)).toBe(2);
  });

  test("count simultaneous reading and listening once, as read-along", () => {
    const rows = computeDailyTotals([
      makeSpan("2026-03-01T10:00:00Z", 30),
      makeSpan("2026-03-01T10:20:00Z", 30, { kind: "listening" }),
    ]);

    expect(getMinutes(rows)).toEqual([
      ["2026-03-01", "listening", 20],
      ["2026-03-01", "readAlong", 10],
      ["2026-03-01", "reading", 20],
    ]);
  });

  test("count the later of two simultaneous books", () => {
    const rows = computeDailyTotals([
      makeSpan("2026-03-01T10:00:00Z", 60, { kind: "listening" }),
      makeSpan("2026-03-01T10:20:00Z", 10, { bookId: bookB ?? null }),
    ]);

    expect(rows.find(({ bookId }) => bookId === bookA)).toMatchObject({ milliseconds: 50 * minute });
    expect(rows.find(({ bookId }) => bookId === bookB)).toMatchObject({ milliseconds: 10 * minute });
  });

  test("count one of two books that began together, independent of their order", () => {
    const first = makeSpan("2026-03-01T10:00:00Z", 30);
    const second = { ...makeSpan("2026-03-01T10:00:00Z", 30), bookId: bookB ?? null };
    for (const spans of [
      [first, second],
      [second, first],
    ]) {
      const counted = computeDailyTotals(spans).filter(({ milliseconds }) => milliseconds > 0);
      expect(counted.map(({ bookId }) => bookId)).toEqual([bookB]);
    }
  });

  test("in public are not limited by the words of a book where none were read", () => {
    const [row] = computeDailyTotals([makeSpan("2026-03-01T10:00:00Z", 30, { kind: "listening" })]);
    const limits = { audioMs: 60 * minute, words: 100, hasText: true, wordsOnOtherDays: new Map() };
    const listened = { ...(row ?? expect.fail()), publicPages: 2 };

    expect(limitPublicTotals([listened], new Map([[bookA as BookId, limits]]))).toMatchObject([
      { publicPages: 2, publicMs: 30 * minute },
    ]);
    const read = { ...listened, kind: "reading", publicWords: 50 } as const;
    expect(limitPublicTotals([read], new Map([[bookA as BookId, { ...limits, words: 0 }]]))).toMatchObject([
      { publicWords: 50 },
    ]);
  });

  test("split a session at local midnight", () => {
    const rows = computeDailyTotals([
      makeSpan("2026-03-01T20:30:00Z", 60, { zone: "Asia/Riyadh", pages: 10 }),
    ]);

    expect(getMinutes(rows)).toEqual([
      ["2026-03-01", "reading", 30],
      ["2026-03-02", "reading", 30],
    ]);
    expect(rows.map(({ pages }) => pages)).toEqual([5, 5]);
  });

  test.each([
    // The day of the change has 23 hours in spring and 25 in autumn; in Cairo clocks change at midnight.
    [
      "Europe/London",
      "2026-03-28T22:00:00Z",
      26 * 60,
      { "2026-03-28": 120, "2026-03-29": 23 * 60, "2026-03-30": 60 },
    ],
    [
      "Europe/London",
      "2026-10-24T22:00:00Z",
      28 * 60,
      { "2026-10-24": 60, "2026-10-25": 25 * 60, "2026-10-26": 120 },
    ],
    [
      "Africa/Cairo",
      "2026-04-23T21:00:00Z",
      26 * 60,
      { "2026-04-23": 60, "2026-04-24": 23 * 60, "2026-04-25": 120 },
    ],
  ])("handles the length of days in %s from %s", (zone: Zone, from, minutes, expected) => {
    expect(
      Object.fromEntries(
        getMinutes(computeDailyTotals([makeSpan(from, minutes, { zone })])).map(([day, , many]) => [
          day,
          many,
        ]),
      ),
    ).toEqual(expected);
  });

  test("count pages shown in two tabs once", () => {
    const rows = computeDailyTotals([
      makeSpan("2026-03-01T10:00:00Z", 10, { pages: 10, words: 2500 }),
      makeSpan("2026-03-01T10:00:00Z", 10, { pages: 8, words: 2000 }),
    ]);

    expect(rows).toMatchObject([{ pages: 10, words: 2500 }]);
  });

  test("separate measured and manual time", () => {
    const rows = computeDailyTotals([
      makeSpan("2026-03-01T10:00:00Z", 30, { pages: 6, isManual: true }),
      makeSpan("2026-03-01T10:20:00Z", 20, { pages: 2 }),
    ]);

    expect(rows).toMatchObject([
      { milliseconds: 40 * minute, measuredMs: 20 * minute, pages: 7, measuredPages: 2 },
    ]);
  });
});

const zones: readonly Zone[] = [
  "UTC",
  "Asia/Riyadh",
  "Europe/London",
  "America/New_York",
  "Africa/Cairo",
  "Asia/Kathmandu",
  "Pacific/Apia",
  "Pacific/Pago_Pago",
  "America/St_Johns",
  "Australia/Lord_Howe",
  "+05:30",
  "-11:00",
];
const kinds: readonly SessionKind[] = ["reading", "listening", "speech", "readAlong"];

function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 13), 0x297a2d39);
    mixed ^= mixed >>> 16;
    return (mixed >>> 0) % below;
  };
}

/** Sessions of some days around a clock change, on several devices and in several time zones. */
function makeSpans(seed: number): Span[] {
  const pick = createRandom(seed);
  const changes = ["2026-03-08", "2026-03-29", "2026-04-24", "2026-10-25", "2026-11-01", "2026-01-01"];
  const center = Date.parse(`${changes[pick(changes.length)]}T00:00:00Z`);
  return Array.from({ length: 1 + pick(25) }, () => {
    const from = center + (pick(5 * 86_400) - 2 * 86_400) * 1000 + pick(1000);
    const maxMs = pick(4) === 0 ? 24 * 3_600_000 : 2 * 3_600_000;
    return makeSpan("2026-01-01T00:00:00Z", 0, {
      from,
      to: from + 3_000 + pick(maxMs - 3_000),
      pages: pick(40),
      words: pick(9_000),
      chapters: pick(3),
      kind: kinds[pick(4)] ?? "reading",
      zone: zones[pick(zones.length)] ?? "UTC",
      bookId: [bookA, bookB, null][pick(3)] ?? null,
      isManual: pick(4) === 0,
    });
  });
}

/** The length of the union, computed differently: from each session to the end of the overlapping ones. */
function getUnion(spans: readonly Span[]): number {
  let [all, reached] = [0, Number.NEGATIVE_INFINITY];
  for (const { from, to } of [...spans].sort((a, b) => a.from - b.from)) {
    all += Math.max(0, to - Math.max(from, reached));
    reached = Math.max(reached, to);
  }
  return all;
}

const sumRows = (rows: readonly DayRow[], of: "milliseconds" | "measuredMs" | "sessions" | "pages") =>
  rows.reduce((all, row) => all + row[of], 0);

const seeds = Array.from({ length: 300 }, (_, seed) => seed);

describe("for any sessions, zones and clocks", () => {
  test("the days add up to the union of the sessions", () => {
    for (const seed of seeds) {
      const spans = makeSpans(seed);
      const rows = computeDailyTotals(spans);

      expect([seed, sumRows(rows, "milliseconds")]).toEqual([seed, getUnion(spans)]);
      expect([seed, sumRows(rows, "measuredMs")]).toEqual([
        seed,
        getUnion(spans.filter((one) => !one.isManual)),
      ]);
      expect(sumRows(rows, "sessions")).toBe(spans.length);
    }
  });

  test("pages are at most those turned, and at least those of one session", () => {
    for (const seed of seeds) {
      const spans = makeSpans(seed);
      const pages = sumRows(computeDailyTotals(spans), "pages");
      const all = spans.reduce((sum, each) => sum + each.pages, 0);

      expect(pages).toBeLessThanOrEqual(all + 0.1);
      expect(pages).toBeGreaterThanOrEqual(Math.max(...spans.map((each) => each.pages)) - 0.1);
    }
  });

  test("in one zone a day is its local day", () => {
    for (const seed of seeds.slice(0, 60)) {
      const zone = zones[seed % zones.length] ?? "UTC";
      if (/^[+-]/.test(zone)) continue;
      const spans = makeSpans(seed).map((one) => ({
        ...one,
        zone,
        to: Math.min(one.to, one.from + 3 * 3_600_000),
      }));
      const clock = new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" });
      const quarters = new Map<string, number>();
      for (const [from, to] of joinSpans(spans)) {
        for (let at = from; at < to; ) {
          // Clock changes and days begin at quarters of an hour.
          const next = Math.min(to, (Math.floor(at / 900_000) + 1) * 900_000);
          const day = clock.format(at);
          quarters.set(day, (quarters.get(day) ?? 0) + next - at);
          at = next;
        }
      }

      const days = new Map<string, number>();
      for (const { day, milliseconds } of computeDailyTotals(spans)) {
        if (milliseconds > 0) days.set(day, (days.get(day) ?? 0) + milliseconds);
      }
      expect([seed, [...days].sort()]).toEqual([seed, [...quarters].sort()]);
    }
  });
});

function joinSpans(spans: readonly Span[]): Array<[number, number]> {
  const runs: Array<[number, number]> = [];
  for (const { from, to } of [...spans].sort((a, b) => a.from - b.from)) {
    const last = runs.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else runs.push([from, to]);
  }
  return runs;
}
