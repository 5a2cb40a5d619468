import { describe, expect, test } from "vitest";
import { SentenceId } from "#shared/positions/position.ts";
import { combinePositions, type KnownPosition } from "./combine-positions.ts";

const toSentenceId = (number: number) => SentenceId.parse(`s1-${number}`);

/** Two chapters of 100 s; the first is unaligned from 8 to 90 s. */
const known: KnownPosition = {
  chapters: [
    {
      chapterNumber: 1,
      sentences: [
        [toSentenceId(0), 2, 4, 1],
        [toSentenceId(1), 4, 8, 1],
        [toSentenceId(5), 90, 98, 1],
      ],
    },
    { chapterNumber: 2, sentences: [[toSentenceId(6), 1, 5, 1]] },
  ],
  parts: [1, 2].map((chapterNumber) => ({ chapterNumber, duration: 100 })),
  isPlaying: true,
};

describe("a position that is read and heard", () => {
  test("is reported by the audio, with its sentence", () => {
    expect(combinePositions({ chapter: 1, offset: 5, fraction: 0.025 }, known)).toEqual({
      chapter: 1,
      offset: 5,
      fraction: 0.025,
      sentence: toSentenceId(1),
    });
  });

  test("has no sentence when none is known", () => {
    const locator = { chapter: 1, offset: 40, fraction: 0.2 };

    expect(combinePositions(locator, known)).toEqual(locator);
    expect(combinePositions({ ...locator, chapter: 3 }, known)).toEqual({ ...locator, chapter: 3 });
  });

  test("is not reported by the page during playback", () => {
    expect(
      combinePositions({ cfi: "epubcfi(/6/4!/4)", sentence: toSentenceId(5), fraction: 0.9 }, known),
    ).toBeNull();
  });

  test("is reported by a page turned in silence, with its time and the audio fraction", () => {
    const locator = { cfi: "epubcfi(/6/4!/4)", sentence: toSentenceId(6), fraction: 0.9 };

    expect(combinePositions(locator, { ...known, isPlaying: false })).toEqual({
      ...locator,
      chapter: 2,
      offset: 1,
      fraction: 0.505,
    });
    expect(combinePositions(locator, { ...known, chapters: [], isPlaying: false })).toEqual(locator);
  });
});
