import { describe, expect, it } from "vitest";
import { Backtrace } from "./backtrace.ts";
import { solve } from "./gaussian-elimination.ts";
import { findLowConfidence } from "./low-confidence.ts";
import { normalizeForSpeech } from "./normalize-text.ts";

describe("the reference text", () => {
  it.each([
    ["Chapter IV.", "Chapter 4."],
    ["II", "2"],
    ["XCIX", "99"],
    ["I am here, in the garden.", "I am here, in the garden."],
    ["MIX", "MIX"],
    ["He recited ﴿قُلْ هُوَ ٱللَّهُ أَحَدٌ﴾ and was silent.", "He recited and was silent."],
    ["﴿ الْحَمْدُ لِلَّهِ ﴾", ""],
    ["* * *", ""],
    ["[[fonemes]]", "fonemes"],
  ])("of %s is %s", (written, spoken) => expect(normalizeForSpeech(written)).toBe(spoken));
});

describe("linear equations", () => {
  it("are solved, also with a zero pivot", () => {
    const matrix = Float64Array.from([0, 2, 1, 1, 1, 0, 3, 0, 1]);
    const right = Float64Array.from([7, 14, 3, 6, 6, 12]);
    expect([...solve(matrix, right, 3, 2)].map((value) => Math.round(value * 1e9) / 1e9)).toEqual([
      1, 2, 2, 4, 3, 6,
    ]);
  });
});

describe("a backtrace", () => {
  it("keeps the steps of surviving paths", () => {
    const backtrace = new Backtrace(4);
    const first = backtrace.add(0, false, 10, -1);
    backtrace.add(9, false, 11, first);
    const last = backtrace.add(1, true, 20, first);
    const stored = Int32Array.from([-1, last]);
    expect(backtrace.hasSpace(2)).toBe(false);
    backtrace.removeUnreachable([stored], 4);
    expect(backtrace.hasSpace(4)).toBe(true);
    backtrace.add(2, false, 30, stored[1] ?? -1);
    expect([...backtrace.traceBack(stored[1] ?? -1)]).toEqual([
      { sentence: 1, frame: 20, isEnd: true },
      { sentence: 0, frame: 10, isEnd: false },
    ]);
  });
});

describe("uncertain spans", () => {
  const found = [
    { sentence: 3, start: 10, end: 12, confidence: 0.9 },
    { sentence: 4, start: 12.5, end: 15, confidence: 0.3 },
    { sentence: 5, start: 15.5, end: 18, confidence: 0.2 },
    { sentence: 8, start: 30, end: 33, confidence: 0.9 },
    { sentence: 11, start: 34, end: 36, confidence: 0.8 },
    { sentence: 12, start: 50, end: 52, confidence: 0.8 },
    { sentence: 14, start: 60, end: 62, confidence: 0.8 },
  ];
  const unknown = [
    { start: 1, end: 9 },
    { start: 20, end: 28 },
    { start: 38, end: 48 },
    { start: 53, end: 59 },
    { start: 70, end: 80 },
  ];
  const result = findLowConfidence(
    { found, unknown, matchedFraction: 0.5, speech: 60, voice: null },
    { getLength: (index) => (index === 6 ? 30 : 10), isUnspoken: (index) => index === 13 },
  );

  it("are spoken but unwritten, written but unspoken, or unclear parts", () => {
    expect(
      result.uncertainties.map(({ kind, start, end, sentences }) => [kind, start, end, sentences]),
    ).toEqual([
      ["not-in-text", 1, 9, null],
      ["unclear", 12.5, 18, [4, 5]],
      ["unclear", 20, 28, [6, 7]],
      ["not-narrated", 33, 33, [9, 10]],
      ["not-in-text", 38, 48, null],
      ["not-in-text", 70, 80, null],
    ]);
  });

  it("leave a guess for sentences sharing a sound, by length", () => {
    const guesses = result.sentences.filter(({ sentence }) => sentence === 6 || sentence === 7);
    expect(guesses.map(({ start, end, confidence }) => [start, end, confidence])).toEqual([
      [20, 26, 0.1],
      [26, 28, 0.1],
    ]);
  });

  it("exclude a passage without reference speech between two certain sentences", () => {
    expect(result.sentences.find(({ sentence }) => sentence === 13)).toEqual({
      sentence: 13,
      start: 53,
      end: 59,
      confidence: 0.7,
    });
  });
});
