import { describe, expect, test } from "vitest";
import { SentenceId } from "#shared/positions/position.ts";
import type { SyncedSentence } from "#shared/reader/contract.ts";
import type { OverlayMark } from "#shared/reader/overlay.ts";
import { findAdjacentPosition, getAdjacentSentences, type SyncedAudioChapter } from "./adjacent-sentences.ts";

const makeSentence = (number: number, start: number, end: number): SyncedSentence => [
  SentenceId.parse(`s1-${number}`),
  start,
  end,
  1,
];
const mark = (id: string, start: number, end: number, kind: OverlayMark[4] = ""): OverlayMark => [
  1,
  id,
  start,
  end,
  kind,
];
const getNames = (steps: SyncedAudioChapter["steps"]) => steps.map(([name]) => name);

/** An unaligned title, two sentences with a pause between them, an unaligned 10 s, and a last sentence. */
const first = {
  chapterNumber: 1,
  steps: [makeSentence(0, 4, 6), makeSentence(1, 6.5, 8.5), makeSentence(7, 18.5, 20.5)],
};
const chapters: readonly SyncedAudioChapter[] = [
  first,
  { chapterNumber: 2, steps: [] },
  { chapterNumber: 3, steps: [makeSentence(8, 1, 5), makeSentence(9, 5, 9)] },
];

describe("one sentence forward or back", () => {
  test.each([
    [1, 5, 1, 1, 6.5],
    [1, 7, -1, 1, 4],
    [1, 2, 1, 1, 4],
    [1, 12, -1, 1, 6.5],
    [1, 8.6, -1, 1, 4],
    [1, 12, 1, 1, 18.5],
    // The media clock reports slightly less than the time that was set.
    [1, 6.4999, 1, 1, 18.5],
    [3, 3, 1, 3, 5],
    [1, 19, 1, 2, 0],
    [3, 3, -1, 2, 0],
    [1, 5, -1, 1, 4],
    [1, 2, -1, 1, 0],
  ] as const)("from chapter %i at %s s, %i, leads to chapter %i at %s s", (from, at, direction, to, time) => {
    expect(findAdjacentPosition({ chapterNumber: from, time: at }, chapters, direction)).toEqual({
      chapterNumber: to,
      time,
    });
  });

  test("stays within the book and skips chapters without sentences", () => {
    expect(findAdjacentPosition({ chapterNumber: 3, time: 7 }, chapters, 1)).toBeNull();
    expect(findAdjacentPosition({ chapterNumber: 2, time: 7 }, chapters, 1)).toBeNull();
    expect(findAdjacentPosition({ chapterNumber: 9, time: 7 }, chapters, 1)).toBeNull();
  });

  test("goes back from the first sentence to the last of the previous chapter", () => {
    const [, , last] = chapters;
    const both = [first, ...(last ? [{ ...last, chapterNumber: 2 }] : [])];

    expect(findAdjacentPosition({ chapterNumber: 2, time: 2 }, both, -1)).toEqual({
      chapterNumber: 1,
      time: 18.5,
    });
  });
});

describe("navigation steps", () => {
  test("are sentences when the book marks words or lines", () => {
    const sentences = [makeSentence(0, 0, 2), makeSentence(1, 2, 4)];
    const words = [mark("w1", 0, 1), mark("w2", 1, 2), mark("w3", 2.001, 4)];

    expect(getAdjacentSentences(sentences, words)).toBe(sentences);
  });

  test("are paragraphs when sentence times are unknown", () => {
    const marks = [mark("p1", 0, 9), mark("p2", 10, 30), mark("p3", 33, 40)];

    expect(getNames(getAdjacentSentences([makeSentence(4, 10, 12)], marks))).toEqual([
      "1 p1",
      "s1-4",
      "1 p3",
    ]);
  });

  test("exclude page numbers", () => {
    expect(getAdjacentSentences([], [mark("page7", 3, 4, "page")])).toEqual([]);
  });
});
