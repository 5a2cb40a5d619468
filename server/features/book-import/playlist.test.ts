import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { readPlaylist } from "./playlist.ts";

test.each<[string, string | Buffer, string[]]>([
  ["a.m3u8", "\uFEFF#EXTM3U\n#EXTINF:4,One\nالثاني.mp3\nCD 1/One.MP3\n", ["الثاني.mp3", "CD 1/one.mp3"]],
  ["a.m3u", Buffer.from([0xc7, 0xe1, 0xcb, 0xc7, 0xe4, 0xed, ...Buffer.from(".mp3")]), ["الثاني.mp3"]],
  ["a.m3u", "file:///music/CD%201/one.mp3\n50% off.mp3", ["CD 1/one.mp3", "50% off.mp3"]],
  ["a.m3u", "CD 2/two.mp3\n../two.mp3\ntwo.mp3", ["CD 2/two.mp3"]],
  [
    "a.cue",
    'FILE "CD 2\\two.mp3" MP3\n  TRACK 01 AUDIO\nFILE الثاني.mp3 MP3',
    ["CD 2/two.mp3", "الثاني.mp3"],
  ],
  ["a.m3u", "http://example.org/other.mp3", []],
])("%s of %j names %j", async (name, content, expected) => {
  const folder = mkdtempSync(path.join(tmpdir(), "maktaba-playlist-"));
  writeFileSync(path.join(folder, name), content);
  const audio = ["CD 1/one.mp3", "CD 1/two.mp3", "CD 2/two.mp3", "الثاني.mp3", "50% off.mp3"];

  const found = await readPlaylist(
    path.join(folder, name),
    audio.map((file) => path.join(folder, file)),
  );

  expect(found.map((file) => path.relative(folder, file))).toEqual(expected);
});
