import { readFileSync } from "node:fs";
import path from "node:path";
import { splitSentences } from "#shared/reader/sentences.ts";
import { isQuick } from "#server/bench/core/load.ts";
import { projectRoot } from "#server/project-root.ts";
import { type NarratorVoice, narrate, type Passage } from "#server/testing/books/narrate-epub.ts";

/** `start` is null for sentences that are not spoken, undefined when unknown. */
export interface SetSentence {
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

function getSentences(name: string): readonly string[] {
  const blocks = readFileSync(path.join(projectRoot, "server/bench/texts", name), "utf8").split(/\n\s*\n/u);
  return blocks.flatMap((block) =>
    splitSentences(block).map(({ start, end }) => block.slice(start, end).replace(/\s+/gu, " ")),
  );
}

const vowelMarks = /[\u064B-\u0652\u0670\u0640]/gu;

interface AlignSetOptions extends Pick<AlignSet, "name" | "language" | "kind"> {
  readonly voice: NarratorVoice;
  readonly passages: readonly Passage[];
  /** The text, where it differs from what is spoken. */
  readonly written?: readonly SetSentence[];
  readonly effects?: Parameters<typeof narrate>[3];
}

type Rest = Pick<AlignSetOptions, "written" | "effects">;

const toPassages = (texts: readonly string[]): Passage[] => texts.map((text) => ({ text }));
const toUnwrittenPassages = (texts: readonly string[]): Passage[] =>
  texts.map((text) => ({ text, isWritten: false }));
/** The sentences of a text; those those from `first` to before `end` are not spoken. */
export const omit = (texts: readonly string[], first = 0, end = texts.length): SetSentence[] =>
  texts.map((text, n) => (n >= first && n < end ? { text, start: null } : { text }));
const espeak = (name: string, pace = 150): NarratorVoice => ({ program: "espeak-ng", name, pace });
const flite = (name: string): NarratorVoice => ({ program: "flite", name });

const [weaver, observatory] = [getSentences("weaver.en.txt"), getSentences("observatory.en.txt")];
const [garden, harbour] = [getSentences("garden.ar.txt"), getSentences("harbour.ar.txt")];

function makeSet(
  kind: AlignSet["kind"],
  name: string,
  voice: NarratorVoice,
  passages: readonly Passage[],
  rest: Rest = {},
): AlignSetOptions {
  return { language: voice.name.startsWith("ar") ? "ar" : "en", kind, name, voice, passages, ...rest };
}

const generate = (name: string, voice: NarratorVoice, texts: readonly string[], rest: Rest = {}) =>
  makeSet("generated", name, voice, toPassages(texts), rest);

function createSetOptions(): readonly AlignSetOptions[] {
  const unmarked = harbour.map((text) => ({ text: text.replace(vowelMarks, "") }));
  const raised = { noise: 100, pitchFactor: 1.15 };
  const preamble = [...toUnwrittenPassages(observatory.slice(0, 6)), ...toPassages(weaver)];
  const added = [
    ...toPassages(weaver.slice(0, 20)),
    ...toUnwrittenPassages(observatory.slice(8, 14)),
    ...toPassages(weaver.slice(20)),
  ];
  const skippedAndAdded = [
    ...toPassages([...garden.slice(0, 10), ...garden.slice(14, 20)]),
    ...toUnwrittenPassages(harbour.slice(3, 6)),
    ...toPassages(garden.slice(20)),
  ];
  return [
    generate("flite slt", flite("slt"), weaver),
    generate("flite rms, noise 150", flite("rms"), observatory, { effects: { noise: 150 } }),
    generate("flite kal16, noise 300", flite("kal16"), weaver, { effects: { noise: 300 } }),
    generate("flite awb", flite("awb"), observatory),
    generate("festival", { program: "text2wave", name: "" }, observatory),
    generate("espeak en-gb+f3", espeak("en-gb+f3"), weaver),
    generate("espeak ar+f3", espeak("ar+f3", 140), garden),
    generate("espeak ar+m3, text without marks", espeak("ar+m3", 140), harbour, { written: unmarked }),
    generate("espeak ar+klatt2, raised, noise 100", espeak("ar+klatt2"), harbour, { effects: raised }),
    makeSet("damaged", "preamble", flite("slt"), preamble),
    makeSet("damaged", "passage added", flite("rms"), added),
    makeSet("damaged", "passage skipped", flite("slt"), toPassages(weaver.toSpliced(18, 8)), {
      written: omit(weaver, 18, 26),
    }),
    makeSet("damaged", "Arabic, skipped and added", espeak("ar+f2", 140), skippedAndAdded, {
      written: omit(garden, 10, 14),
    }),
    ...[flite("rms"), flite("kal16"), espeak("en-gb+f3"), espeak("ar+m3"), espeak("ar+klatt2", 140)].flatMap(
      createMixedDamage,
    ),
    makeSet("another book", "another book", flite("rms"), toUnwrittenPassages(observatory), {
      written: omit(weaver),
    }),
    makeSet("another book", "another book, Arabic", espeak("ar+f3"), toUnwrittenPassages(harbour), {
      written: omit(garden),
    }),
  ];
}

const announcements = {
  en: [
    "This recording is in the public domain and was made by volunteers for everyone who likes to listen to books.",
    "For more information, or to help with the work, please write to the editor at the address printed on the cover.",
    "The second part of the recording follows after a short musical interlude.",
  ],
  ar: [
    "هذا التسجيل متاح للجميع وقد أعده متطوعون يحبون القراءة والاستماع إلى الكتب.",
    "لمزيد من المعلومات أو للمساعدة في العمل يرجى مراسلة المحرر على العنوان المطبوع على الغلاف.",
    "شكرا لاستماعكم ونتمنى لكم وقتا طيبا مع بقية الفصول.",
  ],
};

/** Chapters with a preamble or an insertion of 11 to 16 s, and an omitted passage of over a minute. */
function createMixedDamage(voice: NarratorVoice): readonly AlignSetOptions[] {
  const isArabic = voice.name.startsWith("ar");
  const text = isArabic ? [...garden, ...harbour] : [...weaver, ...observatory];
  const from = Math.floor(text.length / 4);
  const to = from + 20;
  const added = Math.floor((to + text.length) / 2);
  const others = toUnwrittenPassages(announcements[isArabic ? "ar" : "en"]);
  const rest = { written: omit(text, from, to), effects: { noise: 60 } };
  const name = `${voice.program} ${voice.name}, 20 sentences skipped`;
  const preamble = [...others.slice(0, 2), ...toPassages(text.toSpliced(from, 20))];
  const insertion = [
    ...toPassages([...text.slice(0, from), ...text.slice(to, added)]),
    ...others,
    ...toPassages(text.slice(added)),
  ];
  return [
    makeSet("damaged", `${name}, preamble`, voice, preamble, rest),
    makeSet("damaged", `${name}, insertion`, voice, insertion, rest),
  ];
}

/** Generated sets with exact times; they need the programs that speak them. */
export function generateSets(folder: string, hasVoice: (voice: NarratorVoice) => boolean): AlignSet[] {
  const sets = createSetOptions().filter(({ voice }) => hasVoice(voice));
  return sets
    .filter((_, n) => !isQuick || n % 4 === 0)
    .map(({ voice, passages, written, effects, ...set }, n) => {
      const file = path.join(folder, `${n}.mp3`);
      const { times, seconds } = narrate(passages, voice, file, { seed: n + 20, ...effects });
      const spoken = passages.flatMap(({ text, isWritten = true }, at) =>
        isWritten ? [{ text, start: times[at]?.[0] ?? 0 }] : [],
      );
      let next = 0;
      const sentences = written?.map(({ text, start }) =>
        start === null ? { text, start } : { text, start: spoken[next++]?.start ?? 0 },
      );
      return { ...set, file, seconds, sentences: sentences ?? spoken };
    });
}
