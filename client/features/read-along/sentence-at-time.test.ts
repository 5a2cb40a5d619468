import { describe, expect, test } from "vitest";
import { SentenceId } from "#shared/positions/position.ts";
import type { AudibleSentence } from "#shared/positions/sentence-times.ts";
import { findSentenceAtTime, isUnaligned } from "./sentence-at-time.ts";

const toSentenceId = (number: number) => SentenceId.parse(`s1-${number}`);

/** A preamble of 4 s, two sentences with a pause between them, an unaligned 10 s, and a last sentence. */
const audibleSentences: readonly AudibleSentence[] = [
  [toSentenceId(0), 4, 6],
  [toSentenceId(1), 6.5, 8.5],
  [toSentenceId(7), 18.5, 20.5],
];

describe("the sentence at a time", () => {
  test.each([
    [4, 0, 0],
    [5, 0, 0.5],
    [6, 0, 1],
    [6.4, 0, 1],
    [6.5, 1, 0],
    [9, 1, 1],
    [19.5, 7, 0.5],
  ])("at %s s is sentence %s, until %s", (time, number, fraction) => {
    expect(findSentenceAtTime(time, audibleSentences)).toEqual({
      sentence: toSentenceId(number),
      fraction,
    });
  });

  test.each([0, 3.9, 9.4, 15, 18.4, 22])("at %s s is not known", (time) => {
    expect(findSentenceAtTime(time, audibleSentences)).toBeNull();
  });

  test("is the requested one although the clock is slightly early", () => {
    expect(findSentenceAtTime(6.4999999, audibleSentences)).toEqual({
      sentence: toSentenceId(1),
      fraction: 0,
    });
  });

  test("is the last one up to a near chapter end", () => {
    expect(findSentenceAtTime(22, audibleSentences, 22.5)).toEqual({
      sentence: toSentenceId(7),
      fraction: 1,
    });
    expect(findSentenceAtTime(22, audibleSentences, 40)).toBeNull();
  });

  test("is unknown without a map", () => {
    expect(findSentenceAtTime(5, [])).toBeNull();
  });
});

describe("audio without text", () => {
  test.each([
    [0, false],
    [5, false],
    [7, false],
    [15, true],
    [22, false],
  ])("at %s s is reported: %s", (time, isReported) => {
    expect(isUnaligned(time, audibleSentences, 25)).toBe(isReported);
  });

  test("is reported for a whole chapter or its rest", () => {
    expect(isUnaligned(5, [], 60)).toBe(true);
    expect(isUnaligned(40, audibleSentences, 60)).toBe(true);
  });
});
