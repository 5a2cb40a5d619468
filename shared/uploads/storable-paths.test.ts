import { describe, expect, test } from "vitest";
import { findUnstorablePath } from "./storable-paths.ts";

describe("paths that cannot be stored", () => {
  test.each<[string, string[], ReturnType<typeof findUnstorablePath>]>([
    ["ordinary ones", ["CD 1/01.mp3", "CD 1/02.mp3", "CD 10/01.mp3"], null],
    [
      "a file that is also a folder",
      ["a.epub", "a.epub/b.mp3"],
      { path: "a.epub/b.mp3", problem: "folder_and_file" },
    ],
    [
      "in any order and depth",
      ["x/a.mp3/b/c.mp3", "x/a.mp3"],
      { path: "x/a.mp3/b/c.mp3", problem: "folder_and_file" },
    ],
    [
      "the folder that a ZIP is unpacked into",
      ["a.zip", "a.zip.unpacked/b.mp3"],
      { path: "a.zip.unpacked/b.mp3", problem: "folder_and_file" },
    ],
    ["a name of 240 bytes", [`${"ن".repeat(118)}.mp3`], null],
    [
      "a longer one",
      [`${"ن".repeat(119)}.mp3`],
      { path: `${"ن".repeat(119)}.mp3`, problem: "name_too_long" },
    ],
    [
      "a long folder",
      [`${"a".repeat(400)}/1.mp3`],
      { path: `${"a".repeat(400)}/1.mp3`, problem: "name_too_long" },
    ],
  ])("%s", (_name, paths, expected) => {
    expect(findUnstorablePath(paths)).toEqual(expected);
  });
});
