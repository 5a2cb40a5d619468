import { describe, expect, test } from "vitest";
import type { AudioPart } from "#shared/positions/audio-fraction.ts";
import type { SpineItem } from "#shared/reader/contract.ts";
import { approximateAudioPosition, approximateTextPosition } from "./approximate-position.ts";

const makeSpineItem = (index: number, wordCount: number): SpineItem => ({
  index,
  path: `${index}.xhtml`,
  isLinear: true,
  wordCount,
  sentenceCount: 1,
  isMissing: false,
  isLocked: false,
});
const makeAudioPart = (chapterNumber: number, duration: number): AudioPart => ({ chapterNumber, duration });

/** A cover, and three chapters of different lengths. */
const spine = [makeSpineItem(0, 3), makeSpineItem(1, 100), makeSpineItem(2, 300), makeSpineItem(3, 100)];

describe("without a sync map", () => {
  test("an audio chapter maps to the text chapter of the same number when the counts match", () => {
    const parts = [makeAudioPart(1, 60), makeAudioPart(2, 60), makeAudioPart(3, 120)];

    expect(approximateTextPosition(2, parts, spine)).toEqual({ from: 0.2, to: 0.8 });
    expect(approximateAudioPosition(0.5, parts, spine)).toEqual({ chapterNumber: 2, time: 30 });
  });

  test("the fraction is used when they do not", () => {
    const parts = [makeAudioPart(1, 50), makeAudioPart(2, 50)];

    expect(approximateTextPosition(2, parts, spine)).toEqual({ from: 0.5, to: 1 });
    expect(approximateAudioPosition(0.75, parts, spine)).toEqual({ chapterNumber: 2, time: 25 });
    expect(approximateAudioPosition(0.75, [], spine)).toBeNull();
  });
});
