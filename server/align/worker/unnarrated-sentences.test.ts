import { describe, expect, it } from "vitest";
import type { AlignTask, FoundAudioChapter } from "./task.ts";
import { markUnnarrated } from "./unnarrated-sentences.ts";

const makeChapter = (number: number, ...sentences: number[]): FoundAudioChapter => ({
  number,
  matchedFraction: 1,
  uncertainties: [],
  sentences: sentences.map((sentence, index) => ({
    sentence,
    start: index,
    end: index + 0.9,
    confidence: 1,
  })),
});

const makeTask = (part: Partial<AlignTask> = {}) => ({
  sentences: new Array<string>(20).fill("A sentence."),
  files: [1, 2, 3, 4].map((number) => ({
    path: "",
    name: "",
    chapters: [{ number, start: 0, end: 60 }],
  })),
  requested: null,
  firstSentences: [],
  ...part,
});

const listGaps = (found: readonly FoundAudioChapter[], part?: Partial<AlignTask>) =>
  markUnnarrated(found, makeTask(part)).map(({ uncertainties }) =>
    uncertainties.map(({ sentences }) => sentences),
  );

describe("unnarrated sentences", () => {
  it("are between two chapters and after the last", () => {
    expect(
      listGaps([makeChapter(1, 0, 1), makeChapter(2, 4, 5), makeChapter(3, 6), makeChapter(4, 7, 8)]),
    ).toEqual([[[2, 3]], [], [], [[9, 19]]]);
  });

  it("exclude those of another chapter in any order", () => {
    const found = [
      makeChapter(1, 10, 11),
      makeChapter(2, 0, 1),
      makeChapter(3, 15, 16, 17, 18, 19),
      makeChapter(4, 3, 4),
    ];
    const between: unknown = [
      [2, 2],
      [5, 9],
      [12, 14],
    ];
    expect(listGaps(found)).toEqual([[], between, [], []]);
  });

  it("are found after a chapter that matches no text", () => {
    expect(listGaps([makeChapter(1, 0), makeChapter(2), makeChapter(3, 3), makeChapter(4, 4, 19)])).toEqual([
      [[1, 2]],
      [],
      [],
      [],
    ]);
  });

  it("exclude those of chapters that were not aligned now", () => {
    const firstSentences = [
      [1, 0],
      [2, 5],
      [3, 10],
      [4, 15],
    ] as const;
    expect(
      listGaps([makeChapter(1, 0, 1, 2), makeChapter(4, 15, 16)], { requested: [1, 4], firstSentences }),
    ).toEqual([[[3, 4]], []]);
  });
});
