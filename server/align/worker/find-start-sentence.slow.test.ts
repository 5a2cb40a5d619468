import { expect, test } from "vitest";
import { type AudioFeatures, loudnessPerFrame } from "#server/align/feature-extractor.ts";
import { framesPerSecond } from "#server/align/frames.ts";
import { bands } from "#server/align/mel.ts";
import { getPart, type SpokenText } from "#server/align/spoken-text.ts";
import { createRandom } from "#server/testing/books/new-edition.ts";
import { type AudioSpan, findStartSentence } from "./find-start-sentence.ts";
import type { AlignmentRejectedError, AlignTask } from "./task.ts";

const sentenceFrames = 3 * framesPerSecond;
const textSeconds = 3_660;
const chapterSeconds = 600;

/** Random spectra that change every 80 to 240 ms, as those of speech sounds do. */
function makeSpectra(seconds: number, seed: number): Uint8Array {
  const random = createRandom(seed);
  const values = new Uint8Array(seconds * framesPerSecond * bands);
  for (let from = 0; from < values.length; ) {
    const shape = Array.from({ length: bands / 4 }, () => 40 + 160 * random());
    const to = Math.min(values.length, from + (4 + Math.floor(8 * random())) * bands);
    for (; from < to; from++) values[from] = shape[Math.floor((from % bands) / 4)] ?? 0;
  }
  return values;
}

const textValues = makeSpectra(textSeconds, 1);
const text: SpokenText = {
  spectra: { count: textValues.length / bands, values: textValues },
  offsets: Int32Array.from(
    { length: (textSeconds * framesPerSecond) / sentenceFrames + 1 },
    (_, index) => index * sentenceFrames,
  ),
};

const file = { path: "a.mp3", name: "a.mp3", chapters: [{ number: 1, start: 0, end: chapterSeconds }] };
const task: AlignTask = {
  language: "en",
  sentences: [],
  partStarts: [0],
  files: [file],
  requested: null,
  anchors: [],
  firstSentences: [],
  programs: { ffmpeg: "", "espeak-ng": "" },
  speechFolder: "",
};

/** Another voice at another pace: the spectra of a text with noise, every tenth frame twice. */
function listenTo(values: Uint8Array, first: number): (span: AudioSpan) => Promise<AudioFeatures> {
  return async ({ from, to }) => {
    const random = createRandom(from + 1);
    const count = (to - from) * framesPerSecond;
    const spoken = new Uint8Array(count * bands);
    for (let frame = 0; frame < count; frame++) {
      const source = first + Math.floor(((from * framesPerSecond + frame) * 10) / 11);
      for (let band = 0; band < bands; band++)
        spoken[frame * bands + band] = (values[source * bands + band] ?? 0) * 0.8 + 40 * random();
    }
    // It begins with silence.
    const length = count * loudnessPerFrame;
    const loudness = Float32Array.from({ length }, (_, index) => (index < length / 10 ? 0 : 10));
    return { spectra: { count, values: spoken }, loudness };
  };
}

test("an excerpt begins a little after the returned sentence", async () => {
  const first = 500;

  const sentence = await findStartSentence(task, text, listenTo(textValues, first * sentenceFrames));

  expect(sentence).toBeGreaterThan(first - 40);
  expect(sentence).toBeLessThanOrEqual(first);
});

test("an excerpt of another book is refused after five spans", { timeout: 240_000 }, async () => {
  const listen = listenTo(makeSpectra(chapterSeconds, 2), 0);
  let seconds = 0;

  const finding = findStartSentence(task, text, (span) => {
    seconds += span.to - span.from;
    return listen(span);
  });

  await expect(finding).rejects.toMatchObject({ reason: "not-the-same" });
  expect(seconds).toBe(5 * 90);
});

test("a full-length narration is compared until a span is found", { timeout: 240_000 }, async () => {
  const seconds = 960;
  const chapters = [{ number: 1, start: 0, end: seconds }];
  const wholeTask = { ...task, files: [{ ...file, chapters }] };
  const part = getPart(text, 0, (seconds * framesPerSecond) / sentenceFrames);
  const compare = async (values: Uint8Array, comparedText: SpokenText) => {
    const lengths: number[] = [];
    const listen = listenTo(values, 0);
    const result = await findStartSentence(wholeTask, comparedText, (span) => {
      lengths.push(Math.round(span.to - span.from));
      return listen(span);
    }).catch((error: AlignmentRejectedError) => error.reason);
    return { lengths, result };
  };
  const five = (length: number) => Array.from({ length: 5 }, () => length);

  expect(await compare(textValues, part)).toEqual({ lengths: [90], result: 0 });
  const halfPart = getPart(part, 0, 160);
  expect(await compare(makeSpectra(seconds, 3), halfPart)).toEqual({
    lengths: [...five(180), ...five(90)],
    result: "not-the-same",
  });
});

test("a chosen chapter, an anchored book and a short text are not judged", async () => {
  const listen = () => Promise.reject(new Error("No span is needed."));
  const anchor = { chapter: 1, sentence: 0, at: 0 };
  const shortText = { ...text, spectra: { ...text.spectra, count: 1_800 * framesPerSecond } };

  expect(await findStartSentence({ ...task, requested: [1] }, text, listen)).toBe(0);
  expect(await findStartSentence({ ...task, anchors: [anchor] }, text, listen)).toBe(0);
  expect(await findStartSentence(task, shortText, listen)).toBe(0);
});
