import { describe, expect, it } from "vitest";
import type { AlignTask, FoundAudioChapter } from "./task.ts";
import { markUnnarrated } from "./unnarrated-sentences.ts";

const chapter = (number: number, ...sentences: number[]): FoundAudioChapter => ({
  ...{ number, matchedFraction: 1, uncertainties: [] },
  sentences: sentences.map((sentence, index) => ({
    sentence,
    start: index,
    end: index + 0.9,
    confidence: 1,
  })),
});

const book = (part: Partial<AlignTask> = {}) => ({
  sentences: new Array<string>(20).fill("A sentence."),
  files: [1, 2, 3, 4].map((number) => ({
    ...{ path: "", name: "", chapters: [{ number, start: 0, end: 60 }] },
  })),
  ...{ requested: null, firstSentences: [], ...part },
});

const gaps = (found: readonly FoundAudioChapter[], part?: Partial<AlignTask>) =>
  markUnnarrated(found, book(part)).map(({ uncertainties }) =>
    uncertainties.map(({ sentences }) => sentences),
  );

describe("unnarrated sentences", () => {
  it("are between two chapters and after the last", () => {
    expect(gaps([chapter(1, 0, 1), chapter(2, 4, 5), chapter(3, 6), chapter(4, 7, 8)])).toEqual([
      [[2, 3]],
      ...[[], [], [[9, 19]]],
    ]);
  });

  it("exclude those of another chapter in any order", () => {
    const found = [chapter(1, 10, 11), chapter(2, 0, 1), chapter(3, 15, 16, 17, 18, 19), chapter(4, 3, 4)];
    const between: unknown = [
      [2, 2],
      [5, 9],
      [12, 14],
    ];
    expect(gaps(found)).toEqual([[], between, [], []]);
  });

  it("are found after a chapter that matches no text", () => {
    expect(gaps([chapter(1, 0), chapter(2), chapter(3, 3), chapter(4, 4, 19)])).toEqual([
      [[1, 2]],
      ...[[], [], []],
    ]);
  });

  it("exclude those of chapters that were not aligned now", () => {
    const firstSentences = [
      [1, 0],
      [2, 5],
      [3, 10],
      [4, 15],
    ] as const;
    expect(gaps([chapter(1, 0, 1, 2), chapter(4, 15, 16)], { requested: [1, 4], firstSentences })).toEqual([
      [[3, 4]],
      [],
    ]);
  });
});
