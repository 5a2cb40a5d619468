import { describe, expect, test } from "vitest";
import { groupFiles, isUploadable } from "./group-files.ts";

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
      ["One.epub", "one.m4b", "Two.m4b"],
      { One: ["One.epub", "one.m4b"], Two: ["Two.m4b"] },
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
    ["nothing that is a book", ["notes.txt", "photo.jpg"], {}],
  ])("%s", (_name, paths, expected) => {
    expect(groupByTitle(paths)).toEqual(expected);
  });

  test("hidden files are left out", () => {
    expect(["__MACOSX/a.epub", ".a.epub", "x/.b.mp3"].some(isUploadable)).toBe(false);
  });
});
