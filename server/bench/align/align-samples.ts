import { readFileSync } from "node:fs";
import { findSample } from "#server/testing/books/import-sample.ts";
import type { AlignSet, SetSentence } from "./align-sets.ts";

const moby: readonly SetSentence[] = [
  { text: "Call me Ishmael.", start: 29.268 },
  {
    text: "Some years ago—never mind how long precisely—having little or no money in my purse, and nothing particular to interest me on shore, I thought I would sail about a little and see the watery part of the world.",
  },
  { text: "It is a way I have of driving off the spleen and regulating the circulation.", start: 44.783 },
  {
    text: "Whenever I find myself growing grim about the mouth; whenever it is a damp, drizzly November in my soul; whenever I find myself involuntarily pausing before coffin warehouses, and bringing up the rear of every funeral I meet; and especially whenever my hypos get such an upper hand of me, that it requires a strong moral principle to prevent me from deliberately stepping into the street, and methodically knocking people’s hats off—then, I account it high time to get to sea as soon as I can.",
    start: 50.45,
  },
  { text: "This is my substitute for pistol and ball." },
  {
    text: "With a philosophical flourish Cato throws himself upon his sword; I quietly take to the ship.",
    start: 88,
  },
  { text: "There is nothing surprising in this." },
  {
    text: "If they but knew it, almost all men in their degree, some time or other, cherish very nearly the same feelings towards the ocean with me.",
  },
];

export function sampleSets(): readonly AlignSet[] {
  const timings = (name: string) => JSON.parse(readFileSync(name, "utf8")) as SetSentence[];
  const sonnet = findSample("sync/sonnets/sonnet-i_timings.json");
  const sonnets = findSample("audio/books/sonnets_i-iii.m4b");
  const prophet = findSample("sync/prophet_en_SYNTHETIC/sentences.json");
  const narration = findSample("sync/prophet_en_SYNTHETIC/narration.mp3");
  const whale = findSample("audio/books/moby-dick_excerpt.m4b");
  const german = findSample("audio/books/simplicissimus_de.mp3");
  const en = { language: "en" } as const;
  const another = moby.map(({ text }) => ({ text, start: null }));
  const all: readonly (AlignSet | null | "")[] = [
    prophet &&
      narration && {
        ...en,
        kind: "generated",
        name: "samples: The Prophet",
        file: narration,
        seconds: 530,
        sentences: timings(prophet),
      },
    sonnet &&
      sonnets && {
        ...en,
        kind: "real",
        name: "samples: Sonnet I",
        file: sonnets,
        seconds: 53.3,
        sentences: timings(sonnet),
      },
    whale && {
      ...en,
      kind: "real",
      name: "samples: Moby-Dick, with its preamble",
      file: whale,
      seconds: 107,
      sentences: moby,
    },
    sonnets && {
      ...en,
      kind: "another book",
      name: "samples: the sonnets, Moby-Dick's text",
      file: sonnets,
      seconds: 157,
      sentences: another,
    },
    german && {
      ...en,
      kind: "another book",
      name: "samples: German, Moby-Dick's text",
      file: german,
      seconds: 100,
      sentences: another,
    },
  ];
  return all.flatMap((set) => (set ? [set] : []));
}
