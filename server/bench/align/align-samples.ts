import { readFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "#server/project-root.ts";
import { findSample } from "#server/testing/books/import-sample.ts";
import type { AlignSet, SetSentence } from "./align-sets.ts";

/** Sets of the samples beside the project, as far as they exist. */
export function listSampleSets(): readonly AlignSet[] {
  const readTimings = (file: string | null) =>
    file && (JSON.parse(readFileSync(file, "utf8")) as readonly SetSentence[]);
  const moby = readTimings(path.join(projectRoot, "server/bench/texts/moby-dick.json")) || [];
  const mobyElsewhere = moby.map(({ text }) => ({ text, start: null }));
  const prophet = readTimings(findSample("sync/prophet_en_SYNTHETIC/sentences.json"));
  const sonnet = readTimings(findSample("sync/sonnets/sonnet-i_timings.json"));
  const narration = findSample("sync/prophet_en_SYNTHETIC/narration.mp3");
  const sonnets = findSample("audio/books/sonnets_i-iii.m4b");
  const whale = findSample("audio/books/moby-dick_excerpt.m4b");
  const german = findSample("audio/books/simplicissimus_de.mp3");
  const all = [
    ["generated", "The Prophet", narration, 530, prophet],
    ["real", "Sonnet I", sonnets, 53.3, sonnet],
    ["real", "Moby-Dick, with its preamble", whale, 107, moby],
    ["another book", "the sonnets, Moby-Dick's text", sonnets, 157, mobyElsewhere],
    ["another book", "German, Moby-Dick's text", german, 100, mobyElsewhere],
  ] as const;
  return all.flatMap(([kind, name, file, seconds, sentences]) =>
    file && sentences ? [{ language: "en", kind, name: `samples: ${name}`, file, seconds, sentences }] : [],
  );
}
