import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { splitSentences } from "#shared/reader/sentences.ts";
import { canNarrate, narrate } from "#server/testing/books/narrate-epub.ts";
import { type AudioFeatures, loudnessPerFrame } from "./feature-extractor.ts";
import { framesPerSecond } from "./frames.ts";
import { bands } from "./mel.ts";
import { createSpanLocator } from "./span-locator.ts";
import { decodeSpan } from "./worker/ffmpeg.ts";
import { synthesizeText } from "./worker/synthesize-text.ts";

const demoBooks = path.resolve("server/demo/library");

function readSentences(book: string): string[] {
  const folder = path.join(demoBooks, book, "text");
  const text = readdirSync(folder).map((file) => readFileSync(path.join(folder, file), "utf8"));
  const plain = text
    .join("\n\n")
    .replaceAll(/^---.*?---/gms, "")
    .replaceAll(/[#*_>]/g, "");
  return plain
    .split(/\n\s*\n/)
    .flatMap((block) => splitSentences(block).map(({ start, end }) => block.slice(start, end)))
    .filter((sentence) => /[a-z]{2}/i.test(sentence));
}

const programs = { ffmpeg: "ffmpeg", "espeak-ng": "espeak-ng" };
const text = readSentences("the-carpet-with-one-mistake").slice(0, 60);
const otherText = readSentences("the-ferrymans-ledger").slice(0, 25);

/** Repeats every frame. */
function slowDown({ spectra, loudness }: AudioFeatures, factor: number): AudioFeatures {
  const count = spectra.count * factor;
  const values = new Uint8Array(count * bands);
  for (let frame = 0; frame < count; frame++) {
    const from = Math.floor(frame / factor) * bands;
    values.set(spectra.values.subarray(from, from + bands), frame * bands);
  }
  const slow = Float32Array.from({ length: loudness.length * factor }, (_, index) => {
    const frame = Math.floor(index / loudnessPerFrame / factor);
    return loudness[frame * loudnessPerFrame + (index % loudnessPerFrame)] ?? 0;
  });
  return { spectra: { count, values }, loudness: slow };
}

describe.skipIf(!canNarrate)("a span of a narration", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), "maktaba-spans-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function narrateSpan(sentences: readonly string[], name: string, pitchFactor: number) {
    const file = path.join(folder, `${name}.mp3`);
    const passages = sentences.map((sentence) => ({ text: sentence }));
    narrate(passages, { program: "espeak-ng", name, pace: 160 }, file, { pitchFactor });
    return decodeSpan(programs.ffmpeg, { path: file, name, chapters: [] }, { from: 0, to: 90 }, () => {});
  }

  it("is found after a span of another voice and when spoken slowly", { timeout: 240_000 }, async () => {
    const task = {
      sentences: text,
      partStarts: [0],
      files: [],
      requested: null,
      anchors: [],
      firstSentences: [],
    };
    const spoken = await synthesizeText(
      { ...task, language: "en", programs, speechFolder: folder },
      () => {},
    );
    const locate = createSpanLocator(spoken.text);
    locate(await narrateSpan(otherText, "en-gb+m3", 0.85));
    const span = await narrateSpan(text.slice(30), "en-gb+f2", 1.2);

    for (const located of [locate(span), locate(slowDown(span, 3), 3)]) {
      expect(located.distinctness).toBeGreaterThan(0.1);
      // It is 1 when the span is longer than the text.
      expect(located.distinctness).toBeLessThan(1);
      expect(Math.abs(located.start - (spoken.text.offsets[30] ?? 0))).toBeLessThan(2 * framesPerSecond);
    }
  });
});
