import { describe, expect, test } from "vitest";
import { convertFraction, findAudioPosition, getAudioFraction } from "./audio-fraction.ts";
import { SentenceId } from "./position.ts";
import {
  type AudibleSentence,
  compareInReadingOrder,
  findSentenceAt,
  getSentenceTime,
} from "./sentence-times.ts";

const parts = [
  { chapterNumber: 1, duration: 60 },
  { chapterNumber: 2, duration: 120 },
  { chapterNumber: 3, duration: 20 },
];

describe("an audio fraction", () => {
  test.each([
    [0.3, 2, 0],
    [0.6, 2, 60],
    [0.95, 3, 10],
    [1, 3, 20],
  ])("of %s lies in chapter %s at %s seconds", (fraction, chapter, offset) => {
    const found = findAudioPosition(fraction, parts);

    expect(found?.chapter).toBe(chapter);
    expect(found?.offset).toBeCloseTo(offset, 6);
    expect(getAudioFraction(chapter, offset, parts)).toBeCloseTo(fraction, 6);
  });

  test("is null without audio", () => {
    expect(findAudioPosition(0.5, [])).toBeNull();
    expect(getAudioFraction(1, 5, [])).toBe(0);
  });

  test("of a missing chapter is its start", () => {
    expect(getAudioFraction(9, 5, parts)).toBe(0);
  });

  test("of a recording without length is its start", () => {
    expect(getAudioFraction(1, 5, [{ chapterNumber: 1, duration: 0 }])).toBe(0);
  });
});

describe("a converted fraction", () => {
  test("stays in its chapter when the counts match", () => {
    expect(convertFraction(0.75, [50, 50], [10, 90])).toBeCloseTo((10 + 45) / 100);
    expect(convertFraction(1, [50, 50], [10, 90])).toBe(1);
  });

  test("is unchanged when the chapters differ", () => {
    expect(convertFraction(0.75, [50, 50, 10], [10, 90])).toBe(0.75);
    expect(convertFraction(0.75, [], [])).toBe(0.75);
    expect(convertFraction(0.75, [0], [10])).toBe(0.75);
    expect(convertFraction(0.75, [10], [0])).toBe(0.75);
  });
});

describe("a sync map", () => {
  const audibleSentences: AudibleSentence[] = [
    [SentenceId.parse("s2-0"), 0.5, 3],
    [SentenceId.parse("s2-9"), 3, 5],
    [SentenceId.parse("s2-10"), 5, 8],
    [SentenceId.parse("s10-0"), 9, 11],
  ];

  test("orders sentences numerically per document", () => {
    expect(compareInReadingOrder(SentenceId.parse("s2-10"), SentenceId.parse("s2-9"))).toBeGreaterThan(0);
    expect(compareInReadingOrder(SentenceId.parse("s2-10"), SentenceId.parse("s10-0"))).toBeLessThan(0);
  });

  test.each([
    ["s2-9", 3],
    ["s2-10", 5],
    ["s3-4", 5],
    ["s10-7", 9],
    ["s1-0", 0],
    ["s2-4", 3],
  ])("has %s at %s seconds", (sentence, time) => {
    expect(getSentenceTime(SentenceId.parse(sentence), audibleSentences)).toBe(time);
  });

  test.each([
    [0, "s2-0"],
    [4.99, "s2-9"],
    [100.3 + 5 - 100.3 - 1e-9, "s2-10"],
    [1000, "s10-0"],
  ])("has at %s seconds %s", (time, sentence) => {
    expect(findSentenceAt(time, audibleSentences)).toBe(sentence);
  });

  test("is empty without alignment", () => {
    expect(findSentenceAt(5, [])).toBeNull();
    expect(getSentenceTime(SentenceId.parse("s2-9"), [])).toBe(0);
  });
});
