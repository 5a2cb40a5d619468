import { expect, test } from "vitest";
import { computeReach, type ReachSession } from "./book-reach.ts";

/** An hour of audio, 10,000 words. */
const size = { audioMs: 3_600_000, words: 10_000, pages: 40 };
const allCredited = { listenedMs: 3_600_000, words: 10_000, pages: 40 };
const none = { ms: 0, words: 0, pages: 0 };

const read = (from: number, to: number, words: number, pages = 0): ReachSession => ({
  ...none,
  kind: "reading",
  from,
  to,
  words,
  pages,
});
const hear = (
  from: number,
  to: number,
  ms: number,
  kind: ReachSession["kind"] = "listening",
): ReachSession => ({
  ...none,
  kind,
  from,
  to,
  ms,
});
const reach = (sessions: readonly ReachSession[], changes: object = {}, credited = allCredited) => {
  const { textReach, audioReach, coverage } = computeReach(sessions, { ...size, ...changes }, credited);
  return [textReach, audioReach, Number(coverage.toFixed(6))];
};

test.each([
  ["nothing", [], [0, 0, 0]],
  ["a range that was read", [read(0, 0.2, 2_000)], [0.2, 0, 0.2]],
  ["half of its words", [read(0, 0.2, 1_000)], [0.2, 0, 0.2]],
  ["fewer words", [read(0, 0.2, 999)], [0, 0, 0]],
  ["ranges with a gap", [read(0.5, 0.6, 1_000), read(0, 0.2, 2_000)], [0.6, 0, 0.3]],
  ["overlapping ranges", [read(0.1, 0.3, 2_000), read(0, 0.2, 2_000)], [0.3, 0, 0.3]],
  ["a range in another", [read(0, 0.5, 5_000), read(0.1, 0.2, 1_000)], [0.5, 0, 0.5]],
  ["a range that was heard", [hear(0, 0.5, 1_800_000)], [0, 0.5, 0.5]],
  ["the highest rate, half of the range", [hear(0, 0.7, 360_000)], [0, 0.7, 0.7]],
  ["less", [hear(0, 0.7, 359_999)], [0, 0, 0]],
  ["read-along", [hear(0, 0.5, 1_800_000, "readAlong")], [0, 0.5, 0.5]],
  ["text-to-speech, which is not the audio", [hear(0, 0.5, 1_800_000, "speech")], [0, 0, 0]],
  ["both", [read(0, 0.2, 2_000), hear(0, 0.5, 1_800_000)], [0.2, 0.5, 0.5]],
])("the reach of %s", (_name, sessions, expected) => {
  expect(reach(sessions)).toEqual(expected);
});

test("a text without words is measured in pages, and a book without audio has no audio reach", () => {
  expect(reach([read(0, 0.5, 0, 10)], { words: 0 })).toEqual([0.5, 0, 0.5]);
  expect(reach([read(0, 0.5, 0, 9)], { words: 0 })).toEqual([0, 0, 0]);
  expect(reach([hear(0, 0.5, 1_800_000)], { audioMs: 0 })).toEqual([0, 0, 0]);
});

test("coverage is at most what counted in public", () => {
  const sessions = [read(0, 0.8, 8_000), hear(0, 0.6, 3_600_000)];
  const credit = { listenedMs: 0, words: 0, pages: 0 };
  expect(reach(sessions, {}, credit)).toEqual([0.8, 0.6, 0]);
  expect(reach(sessions, {}, { ...credit, words: 3_000 })).toEqual([0.8, 0.6, 0.3]);
  expect(reach(sessions, {}, { ...credit, listenedMs: 360_000 })).toEqual([0.8, 0.6, 0.35]);
  expect(reach(sessions, { audioMs: 0 }, { ...credit, listenedMs: 360_000 })).toEqual([0.8, 0, 0]);
  expect(reach([read(0, 0.8, 0, 32)], { words: 0 }, { ...credit, pages: 8 })).toEqual([0.8, 0, 0.2]);
  expect(reach([read(0, 0.8, 0, 0)], { words: 0, pages: 0 }, { ...credit, pages: 8 })).toEqual([0.8, 0, 0]);
});
