import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { readCueSheet } from "./cue-sheet.ts";

const read = async (text: string) => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "maktaba-cue-")), "a.cue");
  writeFileSync(file, text);
  return readCueSheet(file, 30);
};

const sheet = `TITLE "The book"\r\nFILE "whole.mp3" MP3
  TRACK 01 AUDIO\r\n    TITLE "Opening"\r\n    INDEX 01 00:00:00
  TRACK 02 AUDIO\n    TITLE "الوسط"\n    INDEX 00 00:09:50\n    INDEX 01 00:10:15
  TRACK 03 AUDIO\n    INDEX 01 00:20:00
  TRACK 04 AUDIO\n    TITLE "After the end"\n    INDEX 01 01:00:00\n`;

test("a cue sheet has the chapters of its file", async () => {
  expect(await read(sheet)).toEqual([
    { title: "Opening", start: 0, end: 10.2 },
    { title: "الوسط", start: 10.2, end: 20 },
    { title: "", start: 20, end: 30 },
  ]);
});

test.each([
  ["of several files", `${sheet}FILE "other.mp3" MP3\n`],
  ["without tracks", "REM nothing"],
])("a cue sheet %s has none", async (_, text) => {
  expect(await read(text)).toEqual([]);
});
