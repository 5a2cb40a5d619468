import { describe, expect, it } from "vitest";
import { alignBook } from "./align-book.ts";
import { checkDurations } from "./check-durations.ts";
import { AlignmentRejectedError, type AlignTask } from "./task.ts";

const english = "The river was quiet, and nobody on the bridge spoke a word.";
const arabic = "كَانَ النَّهْرُ سَاكِنًا، وَلَمْ يَنْطِقْ أَحَدٌ عَلَى الْجِسْرِ بِكَلِمَة.";

/** @param seconds of audio */
const getTask = (sentence: string, language: string, count: number, seconds: number): AlignTask => ({
  language,
  sentences: new Array<string>(count).fill(sentence),
  partStarts: [0],
  files: [{ path: "/no/sound.mp3", name: "sound.mp3", chapters: [{ number: 1, start: 0, end: seconds }] }],
  requested: null,
  anchors: [],
  firstSentences: [],
  speechFolder: "/no/folder",
  programs: { ffmpeg: "no-such-ffmpeg", "espeak-ng": "no-such-espeak" },
});

function getReason(task: AlignTask): string | null {
  try {
    checkDurations(task);
    return null;
  } catch (error) {
    if (error instanceof AlignmentRejectedError) return error.reason;
    throw error;
  }
}

describe.each([
  ["English", english, "en-GB", 4.2],
  ["Arabic", arabic, "ar", 5.5],
])("text and audio in %s", (_, sentence, language, defaults) => {
  const checkDuration = (seconds: number, count = 1_000) => getTask(sentence, language, count, seconds);

  it("a book is rejected when its audio is a hundredth or a multiple of the text", () => {
    expect(getReason(checkDuration(15))).toBe("too-little-audio");
    expect(getReason(checkDuration(defaults * 30, 30))).toBeNull();
    expect(getReason(checkDuration(40 * 3_600, 60))).toBe("too-much-audio");
  });

  it.each([
    ["at the usual pace", 1],
    ["half as fast again", 1 / 1.5],
    ["twice as fast", 1 / 2],
    ["by a slow reciter", 4],
    ["abridged to a tenth", 0.1],
    ["of which only a chapter in thirty is there", 1 / 30],
    ["with as much music again, slowly", 8],
  ])("may be narrated %s", (__, times) => {
    for (const count of [40, 1_000])
      expect(getReason(checkDuration(defaults * count * times, count))).toBeNull();
  });

  it("a book with manual anchors, or of which a part is requested, may differ", () => {
    const longDuration = checkDuration(15);
    expect(getReason({ ...longDuration, anchors: [{ chapter: 1, sentence: 7, at: 3 }] })).toBeNull();
    expect(getReason({ ...longDuration, requested: [1] })).toBeNull();
  });

  it("durations are checked before any speech synthesis", async () => {
    const reporter = { onProgress: () => expect.unreachable(), onDecoder: () => expect.unreachable() };
    await expect(alignBook(checkDuration(15), reporter)).rejects.toMatchObject({
      reason: "too-little-audio",
    });
  });
});
