import { readFileSync } from "node:fs";
import path from "node:path";
import { splitSentences } from "#shared/reader/sentences.ts";
import { isQuick } from "#server/bench/core/load.ts";
import { projectRoot } from "#server/project-root.ts";
import { findSample } from "#server/testing/books/import-sample.ts";
import { hasVoice, type NarratorVoice, narrate } from "#server/testing/books/narrate-epub.ts";

/** `start` is null for sentences that are not spoken, undefined when unknown. */
interface SetSentence {
  readonly text: string;
  readonly start?: number | null;
}

export interface AlignSet {
  readonly name: string;
  readonly language: string;
  readonly kind: "generated" | "damaged" | "real" | "another book";
  readonly file: string;
  readonly seconds: number;
  readonly sentences: readonly SetSentence[];
}

/** What is spoken, and what the text says: one of them, or both. */
interface Line {
  readonly spoken?: string;
  readonly written?: string;
}

type Script = readonly [
  kind: AlignSet["kind"],
  name: string,
  voice: NarratorVoice,
  lines: readonly Line[],
  effects?: Parameters<typeof narrate>[3],
];

const textFolder = path.join(projectRoot, "server/bench/texts");
const vowelMarks = /[\u064B-\u0652\u0670\u0640]/gu;

type Texts = readonly string[];
export const both = (texts: Texts, from = 0, to?: number): Line[] =>
  texts.slice(from, to).map((text) => ({ spoken: text, written: text }));
const onlySpoken = (texts: Texts, from = 0, to?: number): Line[] =>
  texts.slice(from, to).map((spoken) => ({ spoken }));
const onlyWritten = (texts: Texts, from = 0, to?: number): Line[] =>
  texts.slice(from, to).map((written) => ({ written }));

const espeak = (name: string, pace = 150): NarratorVoice => ({ program: "espeak-ng", name, pace });
const flite = (name: string): NarratorVoice => ({ program: "flite", name });
const isArabic = ({ name }: NarratorVoice) => name.startsWith("ar");

function getSentences(name: string): readonly string[] {
  const blocks = readFileSync(path.join(textFolder, name), "utf8").split(/\n\s*\n/u);
  return blocks.flatMap((block) =>
    splitSentences(block).map(({ start, end }) => block.slice(start, end).replace(/\s+/gu, " ")),
  );
}

const [weaver, observatory] = [getSentences("weaver.en.txt"), getSentences("observatory.en.txt")];
const [garden, harbour] = [getSentences("garden.ar.txt"), getSentences("harbour.ar.txt")];

function createScripts(): readonly Script[] {
  const unmarked = harbour.map((spoken) => ({ spoken, written: spoken.replace(vowelMarks, "") }));
  const raised = { noise: 100, pitchFactor: 1.15 };
  const preamble = [...onlySpoken(observatory, 0, 6), ...both(weaver)];
  const added = [...both(weaver, 0, 20), ...onlySpoken(observatory, 8, 14), ...both(weaver, 20)];
  const skipped = [...both(weaver, 0, 18), ...onlyWritten(weaver, 18, 26), ...both(weaver, 26)];
  const skippedGarden = [...both(garden, 0, 10), ...onlyWritten(garden, 10, 14), ...both(garden, 14, 20)];
  const bothInArabic = [...skippedGarden, ...onlySpoken(harbour, 3, 6), ...both(garden, 20)];
  const [english, arabic] = [flite("rms"), espeak("ar+f3")];
  return [
    ["generated", "flite slt", flite("slt"), both(weaver)],
    ["generated", "flite rms, noise 150", english, both(observatory), { noise: 150 }],
    ["generated", "flite kal16, noise 300", flite("kal16"), both(weaver), { noise: 300 }],
    ["generated", "flite awb", flite("awb"), both(observatory)],
    ["generated", "festival", { program: "text2wave", name: "" }, both(observatory)],
    ["generated", "espeak en-gb+f3", espeak("en-gb+f3"), both(weaver)],
    ["generated", "espeak ar+f3", espeak("ar+f3", 140), both(garden)],
    ["generated", "espeak ar+m3, text without marks", espeak("ar+m3", 140), unmarked],
    ["generated", "espeak ar+klatt2, raised, noise 100", espeak("ar+klatt2"), both(harbour), raised],
    ["damaged", "preamble", flite("slt"), preamble],
    ["damaged", "passage added", english, added],
    ["damaged", "passage skipped", flite("slt"), skipped],
    ["damaged", "Arabic, skipped and added", espeak("ar+f2", 140), bothInArabic],
    ...[english, flite("kal16"), espeak("en-gb+f3"), espeak("ar+m3"), espeak("ar+klatt2", 140)].flatMap(
      createMixedDamage,
    ),
    ["another book", "another book", english, [...onlySpoken(observatory), ...onlyWritten(weaver)]],
    ["another book", "another book, Arabic", arabic, [...onlySpoken(harbour), ...onlyWritten(garden)]],
  ];
}

const announcements = { en: getSentences("announcements.en.txt"), ar: getSentences("announcements.ar.txt") };

/** Chapters with a preamble or an insertion of 11 to 16 s, and an omitted passage of over a minute. */
function createMixedDamage(voice: NarratorVoice): readonly Script[] {
  const text = isArabic(voice) ? [...garden, ...harbour] : [...weaver, ...observatory];
  const from = Math.floor(text.length / 4);
  const to = from + 20;
  const added = Math.floor((to + text.length) / 2);
  const others = onlySpoken(announcements[isArabic(voice) ? "ar" : "en"]);
  const name = `${voice.program} ${voice.name}, 20 sentences skipped`;
  const start = [...both(text, 0, from), ...onlyWritten(text, from, to)];
  const effects = { noise: 60 };
  const insertion = [...start, ...both(text, to, added), ...others, ...both(text, added)];
  return [
    ["damaged", `${name}, preamble`, voice, [...others.slice(0, 2), ...start, ...both(text, to)], effects],
    ["damaged", `${name}, insertion`, voice, insertion, effects],
  ];
}

/** Writes the narration of a script. @returns the set with the exact times of its sentences */
export function narrateScript(
  [kind, name, voice, lines, effects]: Script,
  file: string,
  seed: number,
): AlignSet {
  const spoken = lines.filter((line) => line.spoken !== undefined);
  const passages = spoken.map((line) => ({ text: line.spoken ?? "" }));
  const { times, seconds } = narrate(passages, voice, file, { seed, ...effects });
  const starts = new Map(spoken.map((line, n) => [line, times[n]?.[0] ?? 0]));
  const sentences = lines.flatMap((line) =>
    line.written === undefined ? [] : [{ text: line.written, start: starts.get(line) ?? null }],
  );
  return { name, kind, language: isArabic(voice) ? "ar" : "en", file, seconds, sentences };
}

/** The sets of the programs that are installed. */
export function generateSets(folder: string): AlignSet[] {
  return createScripts()
    .filter(([, , voice]) => hasVoice(voice))
    .filter((_, n) => !isQuick || n % 4 === 0)
    .map((script, n) => narrateScript(script, path.join(folder, `${n}.mp3`), n + 20));
}

/** Sets of the samples beside the project, as far as they exist. */
export function listSampleSets(): readonly AlignSet[] {
  const readTimings = (file: string | null) =>
    file && (JSON.parse(readFileSync(file, "utf8")) as readonly SetSentence[]);
  const moby = readTimings(path.join(textFolder, "moby-dick.json")) || [];
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
