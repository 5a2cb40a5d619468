import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { minConfidence } from "#shared/alignment/map.ts";
import { alignInWorker } from "#server/align/worker/align-in-worker.ts";
import { AlignmentRejectedError, type FoundAudioChapter } from "#server/align/worker/task.ts";
import type { Bench, Report, Section } from "#server/bench/section.ts";
import { readText } from "#server/features/alignment/book-text.ts";
import { installedPrograms } from "#server/features/alignment/required-programs.ts";
import { findSample, importSample } from "#server/testing/books/import-sample.ts";
import { canNarrate, hasVoice, narrate } from "#server/testing/books/narrate-epub.ts";
import { sampleSets } from "./align-samples.ts";
import { type AlignSet, generateSets } from "./align-sets.ts";

/** Median and 95th percentile of the errors of sentence starts, in milliseconds. */
const goals = {
  generated: { median: { max: 50 }, worst: { max: 250 } },
  damaged: { median: { max: 50 }, worst: { max: 250 } },
  real: { median: { max: 150 }, worst: { max: 600 } },
} as const;

/** The results of the prototype, from stack/media.md § 4. */
const before =
  "The prototype before it, median / p95 / max in ms: flite awb 10/86/98, kal16 11/52/59, noise 250 55/120/1267, Sonnet 40/440, Moby-Dick 80/563; 8 sentences added 93 % under 300 ms, 8 skipped 85 %; 71 min in 51-55 s of processor, 725 MB.";

export const align: Section = {
  name: "align",
  parts: ["hour", "made", "samples"],
  async run(report, bench, isRequested) {
    if (!canNarrate) return report.note("skipped: ffmpeg or espeak-ng is not installed");
    const folder = mkdtempSync(path.join(tmpdir(), "maktaba-bench-align-"));
    try {
      // First, because the memory of the others would be counted.
      if (isRequested("hour")) await measureHour(report, bench, folder);
      if (isRequested("made")) {
        report.step("making narrations");
        for (const set of generateSets(folder, hasVoice)) await measure(report, set);
      }
      if (isRequested("samples")) for (const set of sampleSets()) await measure(report, set);
      if (isRequested("made") || isRequested("samples")) report.note(before);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

const timeoutMs = { ofHour: 15 * 60_000, ofSet: 2 * 60_000 } as const;

async function find({
  language,
  file,
  seconds,
  sentences,
}: AlignSet): Promise<readonly FoundAudioChapter[] | string> {
  const timeoutSignal = AbortSignal.timeout(seconds > hour / 2 ? timeoutMs.ofHour : timeoutMs.ofSet);
  try {
    return await alignInWorker(
      {
        language,
        sentences: sentences.map(({ text }) => text),
        partStarts: [0],
        programs: installedPrograms,
        files: [{ path: file, name: path.basename(file), chapters: [{ number: 1, start: 0, end: seconds }] }],
        requested: null,
        anchors: [],
        firstSentences: [],
        speechFolder: path.join(path.dirname(file), "speech"),
      },
      () => {},
      timeoutSignal,
    );
  } catch (error) {
    if (timeoutSignal.aborted) return "not in time";
    if (error instanceof AlignmentRejectedError) return error.reason;
    throw error;
  }
}

async function measure(report: Report, set: AlignSet): Promise<void> {
  report.step(set.name);
  const found = await find(set);
  if (set.kind === "another book") {
    report.metric(`${set.name}: refused`, found === "not-the-same" ? 1 : 0, "", { min: 1 });
    return;
  }
  if (typeof found === "string") return report.note(`${set.name} was given up: ${found}`);
  const confidentStarts = new Map(
    found.flatMap(({ sentences }) =>
      sentences.flatMap(({ sentence, start, confidence }) =>
        confidence >= minConfidence ? [[sentence, start] as const] : [],
      ),
    ),
  );
  const timed = set.sentences.flatMap(({ start }, at) => (typeof start === "number" ? [{ start, at }] : []));
  const errors = timed
    .flatMap(({ start, at }) => {
      const measured = confidentStarts.get(at);
      return measured === undefined ? [] : [Math.abs(measured - start) * 1000];
    })
    .sort((a, b) => a - b);
  const rank = (fraction: number) =>
    errors[Math.min(errors.length - 1, Math.floor(fraction * errors.length))] ?? Number.NaN;
  report.metric(`${set.name}: median`, rank(0.5), "ms", goals[set.kind].median);
  report.metric(`${set.name}: p95`, rank(0.95), "ms", goals[set.kind].worst);
  report.metric(`${set.name}: most`, errors.at(-1) ?? Number.NaN, "ms");
  report.metric(`${set.name}: known`, (100 * errors.length) / timed.length, "%");
  const missingSentences = set.sentences.flatMap(({ start }, at) =>
    start === null && confidentStarts.has(at) ? [at] : [],
  );
  if (set.kind !== "damaged") return;
  report.metric(`${set.name}: false matches`, missingSentences.length, "", { max: 0 });
  report.metric(
    `${set.name}: flagged`,
    found.flatMap(({ uncertainties }) => uncertainties).length,
    "stretches",
    {
      min: 1,
    },
  );
}

const hour = 3_600;

/** An hour of a long novel, in one chapter. */
async function measureHour(report: Report, bench: Bench, folder: string): Promise<void> {
  const novel = findSample("epub/real/se_arthur-conan-doyle_the-adventures-of-sherlock-holmes.epub");
  if (!novel) return report.note("no hour was aligned: the samples are not beside the project");
  report.step("making an hour of narration");
  const bookId = await importSample(bench.services, novel);
  const { sentences } = await readText(bench.services.db, bookId);
  const countWords = (text: string) => text.split(" ").length;
  let count = 0;
  const read = sentences.slice(40).filter((text) => {
    count += countWords(text);
    return count < 9_600;
  });
  const file = path.join(folder, "hour.mp3");
  const { times, seconds } = narrate(
    read.map((text) => ({ text })),
    { program: "espeak-ng", name: "en-gb+f3", pace: 160 },
    file,
    { noise: 60, seed: 5 },
  );
  const set: AlignSet = {
    name: "an hour",
    language: "en",
    kind: "generated",
    file,
    seconds,
    sentences: read.map((text, at) => ({ text, start: times[at]?.[0] ?? 0 })),
  };
  const [from, memory] = [performance.now(), watchMemory()];
  await measure(report, set);
  const elapsedSeconds = (performance.now() - from) / 1000;
  report.metric(
    `one hour of audio, ${cpus().length} processors`,
    (elapsedSeconds / 60) * (hour / seconds),
    "min",
    {
      max: 10,
    },
  );
  report.metric("peak memory", memory.stop(), "MB", { max: 1_024 });
  const next = sentences.slice(40 + read.length, 40 + 2 * read.length);
  const other = { ...set, name: "an hour of another book", kind: "another book" as const };
  const startedAt = performance.now();
  await measure(report, { ...other, sentences: next.map((text) => ({ text, start: null })) });
  report.metric(`${other.name}: after`, (performance.now() - startedAt) / 60_000, "min");
}

function watchMemory() {
  collectGarbage();
  let max = 0;
  const sample = () => {
    max = Math.max(max, process.memoryUsage().rss / 2 ** 20);
  };
  const timer = setInterval(sample, 250);
  return {
    stop: () => {
      clearInterval(timer);
      return max;
    },
  };
}

function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
}
