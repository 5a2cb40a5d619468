import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bands } from "#server/align/mel.ts";
import { canNarrate } from "#server/testing/books/narrate-epub.ts";
import { decodeChapters } from "./ffmpeg.ts";
import type { AudioFileRow } from "./task.ts";

describe.skipIf(!canNarrate)("the chapters of a file", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), "maktaba-chapters-"));
    const source = "anoisesrc=d=40:c=pink:seed=4,volume='0.3+0.3*sin(3*t)':eval=frame";
    for (const name of ["a.m4b", "a.mp3"]) {
      spawnSync("ffmpeg", [
        "-nostdin",
        "-v",
        "error",
        "-f",
        "lavfi",
        "-i",
        source,
        "-ac",
        "1",
        "-ar",
        "22050",
        ...(name.endsWith("m4b") ? ["-c:a", "aac", "-f", "mp4"] : []),
        path.join(folder, name),
      ]);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function decode(name: string, requested: readonly number[]) {
    const file: AudioFileRow = {
      path: path.join(folder, name),
      name,
      chapters: [0, 1, 2, 3].map((n) => ({ number: n + 1, start: n * 10, end: n * 10 + 10 })),
    };
    const chunks = new Map<number, Uint8Array>();
    const chapters = decodeChapters(
      "ffmpeg",
      file,
      ({ number }) => requested.includes(number),
      () => {},
    );
    for await (const { chapter, features } of chapters) {
      chunks.set(chapter.number, features.spectra.values.slice(0, features.spectra.count * bands));
    }
    return chunks;
  }

  it.each(["a.m4b", "a.mp3"])("are the same alone as with those before them, in %s", async (name) => {
    const allChapters = await decode(name, [1, 2, 3, 4]);
    const requestedChapters = await decode(name, [2, 4]);
    expect([...requestedChapters.keys()]).toEqual([2, 4]);
    for (const [number, values] of requestedChapters) {
      const expected = allChapters.get(number) ?? new Uint8Array();
      expect(values).toHaveLength(expected.length);
      const difference = values.reduce(
        (sum, value, index) => sum + Math.abs(value - (expected[index] ?? 0)),
        0,
      );
      // The decoder and the resampler differ in their first frames.
      expect(difference / values.length).toBeLessThan(0.5);
    }
  });
});
