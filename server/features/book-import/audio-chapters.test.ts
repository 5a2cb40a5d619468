import { describe, expect, it } from "vitest";
import { type AudioPart, getChapters, getSampleEnd, sortByName, splitAt, toTitle } from "./audio-chapters.ts";
import { getChapterType } from "./chapter-type.ts";

const makePart = (
  file: string,
  input: Partial<AudioPart["tags"]> & { chapters?: AudioPart["chapters"]; duration?: number } = {},
) => {
  const { chapters = [], duration = 100, ...tags } = input;
  return { file, chapters, duration, tags: { title: "", album: "", track: null, disc: null, ...tags } };
};

describe("the order of audio files", () => {
  it("is the natural order of names", () => {
    const parts = ["/b/10 Ten.mp3", "/b/2 Two.mp3", "/b/1 One.mp3"].map((file) => makePart(file));

    expect(sortByName(parts).map(({ file }) => file)).toEqual([
      "/b/1 One.mp3",
      "/b/2 Two.mp3",
      "/b/10 Ten.mp3",
    ]);
  });

  it("is disc and track when each file has its own", () => {
    const parts = [
      makePart("a", { disc: 2, track: 1 }),
      makePart("b", { disc: 1, track: 2 }),
      makePart("c", { disc: 1, track: 1 }),
    ];

    expect(sortByName(parts).map(({ file }) => file)).toEqual(["c", "b", "a"]);
  });

  it("is by name when track numbers repeat", () => {
    const parts = [makePart("CD2/1", { track: 1 }), makePart("CD1/1", { track: 1 })];

    expect(sortByName(parts).map(({ file }) => file)).toEqual(["CD1/1", "CD2/1"]);
  });
});

describe("the chapters of an audiobook", () => {
  it("are its files, titled by file name", () => {
    const chapters = getChapters([makePart("01 Sonnet I.mp3"), makePart("02 Sonnet II.mp3")], "Sonnets");

    expect(chapters).toMatchObject([
      { chapterNumber: 1, title: "Sonnet I", part: 0, start: 0, end: 100, chapterType: "chapter" },
      { chapterNumber: 2, title: "Sonnet II", part: 1, start: 0, end: 100 },
    ]);
  });

  it("are titled by tags when these differ", () => {
    const chapters = getChapters(
      [makePart("01.mp3", { title: "Prologue" }), makePart("02.mp3", { title: "The Road" })],
      "B",
    );

    expect(chapters.map(({ title, chapterType }) => [title, chapterType])).toEqual([
      ["Prologue", "prologue"],
      ["The Road", "chapter"],
    ]);
  });

  it("are not all titled like the book", () => {
    const chapters = getChapters(
      [makePart("01 One.mp3", { title: "B" }), makePart("02.mp3", { title: "B" })],
      "B",
    );

    expect(chapters.map(({ title }) => title)).toEqual(["One", "Chapter 2"]);
  });

  it("are those inside a file, numbered through the book", () => {
    const own = [
      { title: "A", start: 0, end: 40 },
      { title: "B", start: 40, end: 100 },
    ];

    const chapters = getChapters(
      [makePart("1.m4b", { chapters: own }), makePart("2.m4b", { chapters: own })],
      "Book",
    );

    expect(chapters.map(({ chapterNumber, part, start }) => [chapterNumber, part, start])).toEqual([
      [1, 0, 0],
      [2, 0, 40],
      [3, 1, 0],
      [4, 1, 40],
    ]);
  });

  it.each([
    ["01 Sonnet I.mp3", "Sonnet I"],
    ["01 - The Road.mp3", "The Road"],
    ["CD1 03. The_Road.flac", "The Road"],
    ["Book 07 The Road.mp3", "The Road"],
    ["1984.mp3", ""],
  ])("%s is called %j", (file, title) => {
    expect(toTitle(file, "Book")).toBe(title);
  });

  it.each([
    ["Prologue", "prologue"],
    ["12. Epilogue: Home", "epilogue"],
    ["Opening Credits", "opening_credits"],
    ["Introduction by the author", "introduction"],
    ["Acknowledgments", "acknowledgements"],
    ["مقدمة المؤلف", "introduction"],
    ["Intromission", "chapter"],
    ["Call me Ishmael", "chapter"],
  ])("%s is of the type %s", (title, type) => {
    expect(getChapterType(title)).toBe(type);
  });
});

describe("the sample of an audiobook", () => {
  const createChapters = (...lengths: number[]) =>
    getChapters(
      lengths.map((duration, i) => makePart(`${i}.mp3`, { duration })),
      "Book",
    );

  it.each([
    ["its first chapter", [300, 900], 300],
    ["at least a minute", [20, 900], 61],
    ["never more than there is", [20, 30], 50],
    ["a tenth where one chapter is all", [3600], 360],
    ["a minute of a short book in one chapter", [300], 61],
  ])("is %s", (_, lengths, end) => {
    expect(getSampleEnd(createChapters(...lengths), lengths)).toBe(end);
  });

  it("is spread over the files", () => {
    expect(splitAt(60, [20, 100, 100])).toEqual([20, 40, 0]);
  });
});
