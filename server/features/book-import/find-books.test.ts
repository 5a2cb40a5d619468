import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { findBooks, findCover } from "./find-books.ts";

test.each([
  [["a/1.jpg", "a/my cover.png", "a/folder.webp"], "a/folder.webp"],
  [["a/1.jpg", "a/Book - Front Cover.png"], "a/Book - Front Cover.png"],
  [["a/1.jpg", "a/غلاف الكتاب.jpg"], "a/غلاف الكتاب.jpg"],
  [["a/1.mp3", "a/scan.avif"], "a/scan.avif"],
  [["a/1.jpg", "a/discover.jpg"], null],
  [["a/1.mp3", "a/cover.txt"], null],
])("the cover among %j is %s", (files, cover) => {
  expect(findCover(files)).toBe(cover);
});

test("each of several books in one folder has the cue sheet and image of its name", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "maktaba-find-"));
  for (const name of [
    "A.m4b",
    "A.cue",
    "A.jpg",
    "B.m4b",
    "B.m4b.cue",
    "B.PNG",
    "C.m4b",
    "other.cue",
    "note.txt",
  ])
    await writeFile(path.join(folder, name), "");
  const books = await findBooks(folder);
  await rm(folder, { recursive: true });

  const toName = (file: string | null) => file && path.basename(file);
  expect(
    books.map(({ name, cover, cue, playlists }) => [name, cover, cue, ...playlists].map(toName)),
  ).toEqual([
    ["A.m4b", "A.jpg", "A.cue", "A.cue"],
    ["B.m4b", "B.PNG", "B.m4b.cue", "B.m4b.cue"],
    ["C.m4b", null, null],
  ]);
});
