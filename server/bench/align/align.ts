import { cpus } from "node:os";
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { minConfidence } from "#shared/alignment/map.ts";
import { alignInWorker } from "#server/align/worker/align-in-worker.ts";
import { AlignmentRejectedError, type FoundAudioChapter } from "#server/align/worker/task.ts";
import type { Bench, Run } from "#server/bench/core/bench.ts";
import { isQuick, percentile, timed, watchMemory } from "#server/bench/core/load.ts";
import type { Goal } from "#server/bench/core/report.ts";
import { readText } from "#server/features/alignment/book-text.ts";
import { installedPrograms } from "#server/features/alignment/required-programs.ts";
import { findSample, importSample } from "#server/testing/books/import-sample.ts";
import { canNarrate } from "#server/testing/books/narrate-epub.ts";
import { type AlignSet, both, generateSets, listSampleSets, narrateScript } from "./align-sets.ts";

/** Median and 95th percentile of the errors of sentence starts, in milliseconds. */
const goals: Readonly<Record<Exclude<AlignSet["kind"], "another book">, readonly [Goal, Goal]>> = {
  generated: ["≤ 50", "≤ 250"],
  damaged: ["≤ 50", "≤ 250"],
  real: ["≤ 150", "≤ 600"],
};

const hour = 3_600;
/** Words in an hour at the pace of the narrator. */
const wordsOfHour = 9_600;
const timeoutMs = { ofHour: 15 * 60_000, ofSet: 2 * 60_000 } as const;

/** First the hour, because the memory of the others would be counted. */
export const alignment: Readonly<Record<string, Run>> = canNarrate
  ? { "align hour": measureHour, "align generated": measureGenerated, "align samples": measureSamples }
  : { align: async (bench) => bench.note("ffmpeg or espeak-ng is not installed") };

async function measureGenerated(bench: Bench): Promise<void> {
  bench.step("making narrations");
  for (const set of generateSets(bench.makeFolder())) await measure(bench, set);
}

async function measureSamples(bench: Bench): Promise<void> {
  const folder = bench.makeFolder();
  for (const set of listSampleSets()) await measure(bench, set, folder);
}

async function find(
  { language, file, seconds, sentences }: AlignSet,
  folder: string,
): Promise<readonly FoundAudioChapter[] | string> {
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
        speechFolder: path.join(folder, "speech"),
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

async function measure(bench: Bench, set: AlignSet, folder = path.dirname(set.file)): Promise<void> {
  const { name, kind, sentences } = set;
  bench.step(name);
  const found = await find(set, folder);
  if (kind === "another book")
    return bench.figures([`${name}: refused`, Number(found === "not-the-same"), "", "≥ 1"]);
  if (typeof found === "string") return bench.note(`${name} was given up: ${found}`);
  const known = found
    .flatMap((chapter) => chapter.sentences)
    .filter((each) => each.confidence >= minConfidence);
  const starts = new Map(known.map(({ sentence, start }) => [sentence, start]));
  const differences = sentences.flatMap(({ start }, n) =>
    typeof start === "number" ? [Math.abs((starts.get(n) ?? Number.NaN) - start) * 1000] : [],
  );
  const errors = differences.filter((difference) => !Number.isNaN(difference));
  bench.figures(
    [`${name}: median`, percentile(errors, 0.5), "ms", goals[kind][0]],
    [`${name}: p95`, percentile(errors, 0.95), "ms", goals[kind][1]],
    [`${name}: known`, (100 * errors.length) / differences.length, "%"],
  );
  if (kind !== "damaged") return;
  const falseMatches = sentences.filter(({ start }, n) => start === null && starts.has(n));
  const flagged = found.flatMap(({ uncertainties }) => uncertainties);
  bench.figures(
    [`${name}: false matches`, falseMatches.length, "", "≤ 0"],
    [`${name}: flagged`, flagged.length, "stretches", "≥ 1"],
  );
}

/** An hour of a long novel, in one chapter. */
async function measureHour(bench: Bench): Promise<void> {
  const novel = findSample("epub/real/se_arthur-conan-doyle_the-adventures-of-sherlock-holmes.epub");
  if (!novel) return bench.note("no hour was aligned: the samples are not beside the project");
  bench.step("making an hour of narration");
  const { sentences } = await readText(bench.services.db, await importSample(bench.services, novel));
  let words = 0;
  const read = sentences.slice(40).filter((text) => {
    words += text.split(" ").length;
    return words < (isQuick ? wordsOfHour / 20 : wordsOfHour);
  });
  const file = path.join(bench.makeFolder(), "hour.mp3");
  const voice = { program: "espeak-ng", name: "en-gb+f3", pace: 160 } as const;
  const effects = { noise: 60 };
  const set = narrateScript(["generated", "an hour", voice, both(read), effects], file, 5);
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  const stop = watchMemory();
  const minutes = (await timed(() => measure(bench, set))) / 60_000;
  bench.figures(
    [`one hour of audio, ${cpus().length} processors`, minutes * (hour / set.seconds), "min", "≤ 10"],
    ["peak memory", stop().peak, "MB", "≤ 1024"],
  );
  const next = sentences.slice(40 + read.length, 40 + 2 * read.length);
  const other = { ...set, name: "an hour of another book", kind: "another book" } as const;
  const ms = await timed(() =>
    measure(bench, { ...other, sentences: next.map((text) => ({ text, start: null })) }),
  );
  bench.figures([`${other.name}: after`, ms / 60_000, "min"]);
}
