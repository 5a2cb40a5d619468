import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { samplesFolder } from "#server/testing/books/samples.ts";
import { readAudio } from "./read-audio.ts";

const rows = readManifest().filter(({ file }) => file.startsWith("audio/"));

describe.skipIf(rows.length === 0)("the audio of the shared samples", () => {
  it("is complete", () => {
    expect(rows.length).toBeGreaterThanOrEqual(12);
  });

  it.each(rows.filter(({ outcome }) => outcome.startsWith("OPEN ") || outcome.startsWith("OPEN_SANITISED")))(
    "$file plays as its row says",
    async ({ file, expected }) => {
      const { audio, chapters, tags } = await readAudio(path.join(samplesFolder, file));
      const getExpected = (word: string) => new RegExp(`${word} "([^"]*)"`).exec(expected)?.[1];
      const seconds = Number(/duration ([\d.]+) s/.exec(expected)?.[1] ?? audio.duration);

      expect(Math.abs(audio.duration - seconds)).toBeLessThan(0.1);
      expect(audio.codec).toBe(/codec (\w+)/.exec(expected)?.[1] ?? audio.codec);
      expect(chapters.map(({ start, title }) => `${start.toFixed(1)}s '${title}'`)).toEqual(
        listExpectedChapters(expected),
      );
      expect(tags.title).toBe(getExpected("title") ?? tags.title);
      expect(tags.artists[0] ?? "").toBe(getExpected("artist") ?? tags.artists[0] ?? "");
      expect(tags.picture !== null).toBe(/embedded cover yes/.test(expected));
    },
  );

  it.each(rows.filter(({ outcome }) => /^(REFUSE|OPEN_OR_REFUSE)/.test(outcome)))(
    "$file is refused with the reason, or plays",
    async ({ file, outcome }) => {
      const read = readAudio(path.join(samplesFolder, file));

      if (outcome.startsWith("REFUSE")) await expect(read).rejects.toThrow("not an audio file");
      else await expect(read).rejects.toMatchObject({ code: "unprocessable_file" });
    },
  );

  it("keeps hostile tags as plain text", async () => {
    const { tags } = await readAudio(path.join(samplesFolder, "audio/hostile/xss-tags.mp3"));

    expect(tags.title).toBe('<img src=x onerror="window.__XSS=1">');
  });
});

const listExpectedChapters = (expected: string) =>
  [...expected.matchAll(/[\d.]+s '[^']*'/g)].map(([found]) => found);

function readManifest() {
  const manifest = path.join(samplesFolder, "MANIFEST.tsv");
  if (!existsSync(manifest)) {
    process.stderr.write(`SKIPPED: ${samplesFolder} is not there, so its audio was not tried.\n`);
    return [];
  }
  return readFileSync(manifest, "utf8")
    .split("\n")
    .slice(1)
    .map((line) => line.split("\t"))
    .map(([file = "", , , , , , expected = ""]) => ({ file, outcome: expected, expected }));
}
