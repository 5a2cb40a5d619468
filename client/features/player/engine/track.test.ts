import { beforeAll, describe, expect, test } from "vitest";
import { formatClockTime, formatRate } from "#client/features/player/format-time.ts";
import { loadMessages, setLanguage } from "#client/lib/i18n/i18n.ts";
import { getChapterLabel, getChapterTitle } from "./track.ts";

beforeAll(() => loadMessages("player"));

const makeChapter = (chapterType: string, title = "") => ({
  chapterNumber: 3,
  chapterType,
  title,
  audioUrl: "",
  start: 0,
  end: 1,
  isLocked: false,
});

describe("a chapter label", () => {
  test.each([
    ["chapter", "Chapter 3"],
    ["prologue", "Prologue"],
    ["opening_credits", "Opening Credits"],
    ["part_two_of_three", "Part Two Of Three"],
  ])("of type %s is %s", (type, label) => {
    expect(getChapterLabel(makeChapter(type))).toBe(label);
  });

  test("of a known type is translated", async () => {
    await setLanguage("ar");
    expect(getChapterLabel(makeChapter("opening_credits"))).toBe("شارة البداية");
    expect(getChapterTitle(makeChapter("introduction", "مقدمة"))).toBeNull();
    await setLanguage("en");
  });

  test("stands alone when the title repeats it", () => {
    expect(getChapterTitle(makeChapter("chapter", "Chapter 3"))).toBeNull();
    expect(getChapterTitle(makeChapter("chapter", " "))).toBeNull();
    expect(getChapterTitle(makeChapter("prologue", "Chapter 3"))).toBeNull();
    expect(getChapterTitle(makeChapter("chapter", "The Well"))).toBe("The Well");
  });
});

describe("remaining time", () => {
  test.each([
    [0, "0:00"],
    [63.9, "1:03"],
    [3_723, "1:02:03"],
    [-4, "0:00"],
  ])("of %s seconds reads %s", (seconds, text) => {
    expect(formatClockTime(seconds)).toBe(text);
  });

  test("is divided by the speed and formatted", () => {
    expect([1, 1.25, 0.5, 1.1 + 0.1].map(formatRate)).toEqual(["1", "1.25", "0.5", "1.2"]);
  });
});
