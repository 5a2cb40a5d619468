import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getFixturePath } from "#server/testing/fixtures/fixture.ts";
import { RemuxRequiredError } from "./mp4.ts";
import { readAudio } from "./read-audio.ts";
import { readPlayable } from "./remux.ts";

const hasFfmpeg = findFfmpeg();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "maktaba-audio-test-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const samplePath = (name: string) => getFixturePath(`audio/${name}`);

async function writeTestFile(name: string, content: Buffer | string): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
}

const writeChanged = async (name: string, change: (bytes: Buffer) => Buffer) =>
  writeTestFile(`changed-${name}`, change(await readFile(samplePath(name))));

/** All chapters as "start title". */
const listChapters = (chapters: readonly { title: string; start: number }[]) =>
  chapters.map(({ title, start }) => `${start} ${title}`);

describe("a format that is not supported is named", () => {
  it.each<[string, Buffer | string]>([
    ["WAV", "RIFF\x24\0\0\0WAVEfmt "],
    ["AIFF", "FORM\0\0\0\x24AIFFCOMM"],
    ["WMA", Buffer.from("3026b2758e66cf11a6d900aa0062ce6c", "hex")],
    ["WebM/Matroska", Buffer.from("1a45dfa3010000000000001f", "hex")],
  ])("%s", async (format, start) => {
    const file = await writeTestFile(
      `unsupported-${format.slice(0, 3)}`,
      Buffer.concat([Buffer.from(start), Buffer.alloc(500)]),
    );

    await expect(readAudio(file)).rejects.toMatchObject({
      reason: { code: "audio_format_unsupported", format },
    });
  });
});

it("tags in Windows-1256 are Arabic, in Latin-1 not", async () => {
  const getTitle = async (title: Buffer) => {
    const frame = Buffer.concat([Buffer.from("TIT2\0\0\0\0\0\0\0"), title]);
    frame.writeUInt32BE(title.length + 1, 4);
    const tag = Buffer.concat([Buffer.from("ID3\x03\0\0\0\0\0"), Buffer.from([frame.length]), frame]);
    const audio = await readFile(samplePath("vbr-bare.mp3"));
    return (await readAudio(await writeTestFile("tagged.mp3", Buffer.concat([tag, audio])))).tags.title;
  };

  expect(await getTitle(Buffer.from("c8d3e320c7e1e1e5", "hex"))).toBe("بسم الله");
  expect(await getTitle(Buffer.from("L'été à Öland", "latin1"))).toBe("L'été à Öland");
});

describe("reading audio", () => {
  it.each([
    ["chap-cbr.mp3", "audio/mpeg", 4.075],
    ["vbr-xing.mp3", "audio/mpeg", 4.075],
    ["vbr-bare.mp3", "audio/mpeg", 4.075],
    ["end-moov.m4b", "audio/mp4", 4],
    ["front-moov.m4b", "audio/mp4", 4],
    ["chap.opus", "audio/ogg", 4],
    ["vorbis.ogg", "audio/ogg", 4],
    ["tone.flac", "audio/flac", 2],
  ])("has the exact length of %s", async (name, mediaType, seconds) => {
    const { audio } = await readAudio(samplePath(name));

    expect(audio.mediaType).toBe(mediaType);
    expect(Math.abs(audio.duration - seconds)).toBeLessThan(0.05);
    expect(audio.endsEarly).toBe(false);
  });

  it.each([
    ["chap-cbr.mp3", 2.5],
    ["end-moov.m4b", 2.5],
    ["front-moov.m4b", 2.5],
    ["chap.opus", 3.5],
  ])("finds the chapters of %s", async (name, last) => {
    const { chapters, audio } = await readAudio(samplePath(name));

    expect(listChapters(chapters)).toEqual(["0 Introduction", "1 الباب الأول", `${last} Epilogue`]);
    expect(chapters.at(-1)?.end).toBe(audio.duration);
  });

  it("finds Nero chapters without a text track", async () => {
    const file = await writeChanged("end-moov.m4b", (bytes) => {
      bytes.write("free", bytes.indexOf("tref"), "latin1");
      return bytes;
    });

    const { chapters } = await readAudio(file);

    expect(listChapters(chapters)).toEqual(["0 Introduction", "1 الباب الأول", "2.5 Epilogue"]);
  });

  it("reads tags and cover", async () => {
    const { tags } = await readAudio(samplePath("front-moov.m4b"));

    expect(tags).toMatchObject({
      title: "A Small Book",
      artists: ["Ann Author"],
      narrators: ["Nora Narrator"],
      genres: ["Tales"],
      year: 2021,
    });
    expect(tags.picture?.subarray(1, 4).toString()).toBe("PNG");
  });

  it("detects the format by content, not by name", async () => {
    const file = await writeTestFile("really-opus.mp3", await readFile(samplePath("chap.opus")));

    expect((await readAudio(file)).audio).toMatchObject({ mediaType: "audio/ogg", codec: "opus" });
  });

  it.skipIf(!hasFfmpeg)("counts the last frame of a FLAC file that ends in silence", async () => {
    const file = path.join(folder, "silence.flac");
    const input = ["-f", "lavfi", "-i", "anullsrc=r=16000:cl=mono", "-t", "4.096", "-frame_size", "16384"];
    execFileSync("ffmpeg", ["-v", "error", ...input, file]);

    expect((await readAudio(file)).audio).toMatchObject({ duration: 4.096, endsEarly: false });
  });

  it("plays a truncated MP3 up to its end, with a mark", async () => {
    const { audio } = await readAudio(
      await writeChanged("chap-cbr.mp3", (bytes) => bytes.subarray(0, 9_000)),
    );

    expect(audio.duration).toBeGreaterThan(1.5);
    expect(audio.duration).toBeLessThan(2.5);
    expect(audio.endsEarly).toBe(true);
  });

  it.each([
    ["text.mp3", "Just words, many of them. ".repeat(1000), "not an audio file"],
    ["page.mp3", "<!doctype html><script>alert(1)</script>", "not an audio file"],
    ["empty.mp3", "", "empty"],
    [
      "noise.mp3",
      Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * i * 2654435761) % 251)),
      "not an audio",
    ],
    ["tag.mp3", Buffer.from("ID3\x03\0\0\x7f\x7f\x7f\x7fTIT2", "latin1"), "larger than the file"],
    ["loop.m4b", makeLoopingBoxes(), "damaged"],
  ])("refuses %s", async (name, content, reason) => {
    await expect(readAudio(await writeTestFile(name, content))).rejects.toMatchObject({
      code: "unprocessable_file",
      message: expect.stringContaining(reason),
    });
  });

  it("rejects a truncated M4B with the available length", async () => {
    const file = await writeChanged("front-moov.m4b", (bytes) => bytes.subarray(0, 12_000));

    await expect(readAudio(file)).rejects.toThrow(/ends too early \(only about 6\d% is there\)/);
  });

  it.each([
    ["vorbis.ogg", (bytes: Buffer) => bytes.writeBigUInt64LE(2n ** 62n, bytes.lastIndexOf("OggS") + 6)],
    ["front-moov.m4b", (bytes: Buffer) => bytes.writeUInt32BE(0xfffffff0, bytes.indexOf("elst") + 12)],
  ])("refuses %s with a duration of years before any processing", async (name, change) => {
    const file = await writeChanged(name, (bytes) => {
      change(bytes);
      return bytes;
    });

    await expect(readAudio(file)).rejects.toMatchObject({
      code: "unprocessable_file",
      message: "This audio file is damaged: it claims to be longer than 200 hours.",
    });
  });

  it("rejects a FLAC file with metadata blocks only", async () => {
    const file = await writeChanged("tone.flac", (bytes) =>
      Buffer.concat([bytes.subarray(0, 42), Buffer.alloc(40_000, Buffer.from([1, 0, 0, 0]))]),
    );

    await expect(readAudio(file)).rejects.toMatchObject({ code: "unprocessable_file" });
  });

  it("rejects an M4B without an index", async () => {
    const file = await writeChanged("end-moov.m4b", (bytes) => bytes.subarray(0, bytes.indexOf("moov") - 4));

    await expect(readAudio(file)).rejects.toThrow("no index");
  });

  it("rejects an M4B whose tables exceed the file", async () => {
    const file = await writeChanged("end-moov.m4b", (bytes) => {
      bytes.writeUInt32BE(0xffffffff, bytes.indexOf("stsz") + 12);
      return bytes;
    });

    await expect(readAudio(file)).rejects.toThrow("index is inconsistent");
  });

  it("rejects an audiobook with DRM", async () => {
    const file = await writeChanged("end-moov.m4b", (bytes) => {
      bytes.write("aavd", bytes.indexOf("mp4a", bytes.indexOf("stsd")), "latin1");
      return bytes;
    });

    await expect(readAudio(file)).rejects.toThrow("copy-protected");
  });
});

describe("sample byte ranges", () => {
  it.each(["chap-cbr.mp3", "vbr-bare.mp3", "vbr-xing.mp3", "vorbis.ogg", "tone.flac"])(
    "end in %s where the sample ends",
    async (name) => {
      const { audio } = await readAudio(samplePath(name));
      const [range, ...rest] = audio.rangesUpTo(1.5);
      const head = await writeChanged(name, (bytes) => bytes.subarray(0, range?.[1]));

      const sample = await readAudio(head);

      expect(rest).toEqual([]);
      expect(sample.audio.duration).toBeLessThanOrEqual(1.5);
      expect(sample.audio.duration).toBeGreaterThan(name === "vorbis.ogg" ? 0.4 : 1.3);
    },
  );

  it.each(["front-moov.m4b", "end-moov.m4b"])("keep the index of %s and drop later audio", async (name) => {
    const bytes = await readFile(samplePath(name));
    const { audio } = await readAudio(samplePath(name));

    const ranges = audio.rangesUpTo(1);

    const index = bytes.indexOf("moov");
    expect(ranges.some(([from, to]) => from <= index && index < to)).toBe(true);
    const input = ranges.reduce((sum, [from, to]) => sum + to - from, 0);
    const mdatBytes = bytes.readUInt32BE(bytes.indexOf("mdat") - 4);
    expect(bytes.length - input).toBeGreaterThan(mdatBytes * 0.6);
  });

  it("are the whole file when all of it is in the sample", async () => {
    const { audio } = await readAudio(samplePath("chap-cbr.mp3"));

    expect(audio.rangesUpTo(audio.duration)).toEqual([
      [0, (await readFile(samplePath("chap-cbr.mp3"))).length],
    ]);
  });
});

describe("audio that browsers cannot play", () => {
  it.each(["raw.aac", "frag.m4a"])("%s must be rewritten", async (name) => {
    await expect(readAudio(samplePath(name))).rejects.toBeInstanceOf(RemuxRequiredError);
  });

  it.skipIf(!hasFfmpeg)("is rewritten where ffmpeg is installed, and the copy is deleted", async () => {
    const playable = await readPlayable(samplePath("raw.aac"));

    expect(playable.audio).toMatchObject({ mediaType: "audio/mp4", codec: "aac" });
    expect(Math.abs(playable.audio.duration - 4)).toBeLessThan(0.1);
    await playable.release();
    expect(existsSync(playable.path)).toBe(false);
  });

  it("is rejected with install hints without ffmpeg", async () => {
    await expect(readPlayable(samplePath("raw.aac"), "/nowhere/ffmpeg")).rejects.toMatchObject({
      code: "unprocessable_file",
      message: expect.stringContaining("Install ffmpeg"),
    });
  });
});

function findFfmpeg(): boolean {
  try {
    execFileSync("ffmpeg", ["-version"], { stdio: "ignore" });
    return true;
  } catch {
    process.stderr.write("SKIPPED: ffmpeg is not installed, so rewriting audio was not tried.\n");
    return false;
  }
}

/** A box of length 0 after one of 2^63 bytes. */
function makeLoopingBoxes(): Buffer {
  const bytes = Buffer.alloc(48);
  bytes.writeUInt32BE(16, 0);
  bytes.write("ftypM4B ", 4);
  bytes.writeUInt32BE(1, 16);
  bytes.write("moov", 20);
  bytes.writeBigUInt64BE(2n ** 63n - 1n, 24);
  return bytes;
}
