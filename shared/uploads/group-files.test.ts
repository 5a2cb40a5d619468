import { describe, expect, test } from "vitest";
import { getCommonTitle, groupFiles, isUploadable } from "./group-files.ts";

const groupByTitle = (paths: readonly string[]) =>
  Object.fromEntries(groupFiles(paths).map(({ title, paths: own }) => [title, own]));

describe("files are grouped into books", () => {
  test.each<[string, string[], Record<string, string[]>]>([
    ["one EPUB", ["My_book.epub"], { "My book": ["My_book.epub"] }],
    ["several EPUBs", ["a.epub", "b.epub"], { a: ["a.epub"], b: ["b.epub"] }],
    [
      "numbered parts",
      ["Journey 02.mp3", "Journey 01.mp3"],
      { Journey: ["Journey 02.mp3", "Journey 01.mp3"] },
    ],
    [
      "a folder with text, audio and a cover",
      ["The Well/book.epub", "The Well/CD 1/01.mp3", "The Well/CD 2/01.mp3", "The Well/cover.jpg"],
      {
        "The Well": [
          "The Well/book.epub",
          "The Well/CD 1/01.mp3",
          "The Well/CD 2/01.mp3",
          "The Well/cover.jpg",
        ],
      },
    ],
    [
      "an EPUB beside its audiobook, and others",
      ["One.epub", "one.m4b", "Two.m4b", "one.cue"],
      { One: ["One.epub", "one.m4b", "one.cue"], Two: ["Two.m4b"] },
    ],
    [
      "Arabic disc folders",
      ["رحلة/القرص ١/01.mp3", "رحلة/القرص ٢/01.mp3"],
      { رحلة: ["رحلة/القرص ١/01.mp3", "رحلة/القرص ٢/01.mp3"] },
    ],
    [
      "numbered tracks with a common word",
      ["01 Sonnet I.mp3", "02 Sonnet II.mp3", "03 Sonnet III.mp3"],
      { Sonnet: ["01 Sonnet I.mp3", "02 Sonnet II.mp3", "03 Sonnet III.mp3"] },
    ],
    [
      "tracks without a common name",
      ["01 Dawn.mp3", "02 Noon.mp3", "03 Dusk.mp3"],
      { "": ["01 Dawn.mp3", "02 Noon.mp3", "03 Dusk.mp3"] },
    ],
    [
      "audio with its cue sheet and playlist",
      ["The Well/whole.mp3", "The Well/whole.cue", "The Well/all.m3u8"],
      { "The Well": ["The Well/whole.mp3", "The Well/whole.cue", "The Well/all.m3u8"] },
    ],
    [
      "several audiobooks with their cue sheets",
      ["One.m4b", "one.cue", "Two.epub", "two.cue", "Side 1.mp3", "Side 2.mp3", "side.m3u"],
      {
        One: ["One.m4b", "one.cue"],
        Two: ["Two.epub"],
        Side: ["Side 1.mp3", "Side 2.mp3", "two.cue", "side.m3u"],
      },
    ],
    ["a cover beside other pictures", ["a.mp3", "a.png", "cover.jpg"], { a: ["a.mp3", "cover.jpg"] }],
    ["hidden files are left out", ["Well/a.mp3", "Well/._a.mp3"], { Well: ["Well/a.mp3"] }],
    ["a cue sheet without audio", ["a.epub", "a.cue"], { a: ["a.epub"] }],
  ])("%s", (_name, paths, expected) => {
    expect(groupByTitle(paths)).toEqual(expected);
  });

  test.each(["cd 1", "CD1", "Disc_02", "disk-3", "DVD. 1", "Part 3", "side 123", "قرص ١", "اسطوانة 1"])(
    "%s is a part of the folder above",
    (disc) => {
      expect(groupFiles([`The Well/${disc}/1.mp3`, "The Well/2.mp3"])).toEqual([
        { title: "The Well", folder: "The Well", paths: [`The Well/${disc}/1.mp3`, "The Well/2.mp3"] },
      ]);
    },
  );

  test.each(["CD", "CD 1000", "My CD 1", "CD 1 bonus"])("%s is a folder of its own", (folder) => {
    expect(groupFiles([`The Well/${folder}/1.mp3`, "The Well/2.mp3"]).map(({ title }) => title)).toEqual([
      folder,
      "The Well",
    ]);
  });

  test("a disc at the top has no title of its own", () => {
    expect(groupFiles(["CD 1/Side 2/Well 1.mp3", "CD 2/Well 2.mp3"])).toEqual([
      { title: "Well", folder: "", paths: ["CD 1/Side 2/Well 1.mp3", "CD 2/Well 2.mp3"] },
    ]);
  });

  test.each([
    [["b/1.mp3", "b/photo.png", "b/Front.JPG", "b/cover.webp"], "b/Front.JPG"],
    [["b/1.mp3", "b/discover.jpg", "b/photo.jpeg"], "b/discover.jpg"],
    [["b/1.mp3", "b/folder.jpeg.txt", "b/my.folder.jpeg"], "b/my.folder.jpeg"],
  ])("of %j the cover is %s", (paths, cover) => {
    expect(groupFiles(paths)).toEqual([{ title: "b", folder: "b", paths: ["b/1.mp3", cover] }]);
  });

  test.each<[string, string[], [string, string, number][]]>([
    ["one whole audiobook and its text", ["x/a.epub", "x/b.m4b"], [["x", "x", 2]]],
    [
      "two whole audiobooks and loose parts",
      ["x/One_a.m4b", "x/Two.zip", "x/1.mp3", "x/2.mp3"],
      [
        ["One a", "", 1],
        ["Two", "", 1],
        ["x", "x", 2],
      ],
    ],
    [
      "one whole audiobook and loose parts",
      ["One.m4b", "Side 1.mp3", "Side 2.mp3"],
      [
        ["One", "", 1],
        ["Side", "", 2],
      ],
    ],
    [
      "two texts and loose parts",
      ["a.epub", "b.epub", "1 Well.mp3"],
      [
        ["a", "", 1],
        ["b", "", 1],
        ["Well", "", 1],
      ],
    ],
    ["one text and parts without a folder", ["A_text.epub", "01.mp3", "02.mp3"], [["A text", "", 3]]],
    ["one part without a folder", ["1984.v2.mp3"], [["1984.v2", "", 1]]],
    ["only images", ["x/cover.jpg"], []],
  ])("%s", (_name, paths, expected) => {
    expect(groupFiles(paths).map(({ title, folder, paths }) => [title, folder, paths.length])).toEqual(
      expected,
    );
  });

  test.each([
    "epub",
    "mp3",
    "m4a",
    "m4b",
    "mp4",
    "ogg",
    "oga",
    "opus",
    "flac",
    "aac",
    "zip",
    "jpg",
    "jpeg",
    "png",
    "webp",
    "cue",
    "m3u",
    "m3u8",
  ])("files of type %s are taken", (type) => {
    expect([`A.${type}`, `x.y/a.b.${type.toUpperCase()}`].every(isUploadable)).toBe(true);
    expect([`a.${type}x`, `a${type}`, `a.${type}.txt`].some(isUploadable)).toBe(false);
  });

  test.each<[string[], string]>([
    [["01 - Sonnet I", "02 - Sonnet II"], "Sonnet"],
    [["Dawn song", "Dawn sonata"], "Dawn"],
    [["Well", "Wells"], ""],
    [["Journey, part 1", "Journey, part 2"], "Journey, part"],
    [["رحلة ١", "رحلة ٢"], "رحلة"],
  ])("the common title of %j is %j", (names, title) => {
    expect(getCommonTitle(names)).toBe(title);
  });

  test("hidden files are left out", () => {
    expect(
      ["__MACOSX/a.epub", "x/__MACOSX/a.epub", ".a.epub", "x/.b.mp3", ".x/b.mp3"].some(isUploadable),
    ).toBe(false);
    expect(["my__MACOSX/a.epub", "x.y/b.mp3"].every(isUploadable)).toBe(true);
  });
});
