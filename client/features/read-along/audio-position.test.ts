import { describe, expect, test } from "vitest";
import { SentenceId } from "#shared/positions/position.ts";
import { type AudibleChapter, toAudioPosition } from "./audio-position.ts";

const toSentenceId = (id: string) => SentenceId.parse(`s${id}`);

const chapters: readonly AudibleChapter[] = [
  {
    chapterNumber: 1,
    sentences: [
      [toSentenceId("1-1"), 2, 4, 1],
      [toSentenceId("1-2"), 4, 6, 1],
    ],
  },
  { chapterNumber: 2, sentences: [[toSentenceId("1-4"), 3, 5, 1]] },
  { chapterNumber: 3, sentences: [] },
  { chapterNumber: 4, sentences: [[toSentenceId("2-0"), 1, 2, 1]] },
];

describe("a sentence", () => {
  test.each([
    ["1-1", 1, 2],
    ["1-2", 1, 4],
    ["1-4", 2, 3],
    ["2-0", 4, 1],
    ["1-0", 1, 2],
    ["1-3", 2, 3],
    // After the last sentence of its document: where that sentence ends.
    ["1-9", 2, 3],
    ["2-5", 4, 1],
  ])("%s: in chapter %i at %i s", (sentence, chapterNumber, time) => {
    expect(toAudioPosition(toSentenceId(sentence), chapters)).toEqual({ chapterNumber, time });
  });

  test("is in its own chapter when the audio order differs", () => {
    const [one, two, three, four] = chapters;
    const shuffled = [four, two, three, one].flatMap((chapter) => (chapter ? [chapter] : []));
    expect(toAudioPosition(toSentenceId("2-5"), shuffled)).toEqual({ chapterNumber: 4, time: 1 });
    expect(toAudioPosition(toSentenceId("1-2"), shuffled)).toEqual({ chapterNumber: 1, time: 4 });
    expect(toAudioPosition(toSentenceId("1-3"), shuffled)).toEqual({ chapterNumber: 2, time: 3 });
  });

  test("is not found before the first spoken one or without audio", () => {
    expect(toAudioPosition(toSentenceId("0-0"), chapters)).toBeNull();
    expect(toAudioPosition(toSentenceId("1-0"), [])).toBeNull();
  });
});
