import { readFileSync } from "node:fs";
import path from "node:path";
import { splitSentences } from "#shared/reader/sentences.ts";
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

const getBlocks = (name: string) =>
  readFileSync(path.join(projectRoot, "server", "bench", "texts", name), "utf8").split(/\n\s*\n/u);

/** The sentences of a text that the bench generates. */
function getSentences(name: string): readonly string[] {
  return getBlocks(name).flatMap((block) =>
    splitSentences(block).map(({ start, end }) => block.slice(start, end).replace(/\s+/gu, " ")),
  );
}

const vowelMarks = /[\u064B-\u0652\u0670\u0640]/gu;

interface AlignSetOptions extends Pick<AlignSet, "name" | "language" | "kind"> {
  readonly voice: NarratorVoice;
  readonly passages: readonly Passage[];
  readonly written?: readonly SetSentence[];
  readonly effects?: Parameters<typeof narrate>[3];
}

const toPassages = (texts: readonly string[]): Passage[] => texts.map((text) => ({ text }));
const toUnwrittenPassages = (texts: readonly string[]): Passage[] =>
  texts.map((text) => ({ text, isWritten: false }));
const espeak = (name: string, pace = 150): NarratorVoice => ({ program: "espeak-ng", name, pace });
const flite = (name: string): NarratorVoice => ({ program: "flite", name });

function createSetOptions(): readonly AlignSetOptions[] {
  const [weaver, observatory] = [getSentences("weaver.en.txt"), getSentences("observatory.en.txt")];
  const [garden, harbour] = [getSentences("garden.ar.txt"), getSentences("harbour.ar.txt")];
  const [en, ar] = [{ language: "en" }, { language: "ar" }];
  const generated = { kind: "generated" } as const;
  const damaged = { kind: "damaged" } as const;
  const festival: NarratorVoice = { program: "text2wave", name: "" };
  return [
    { ...en, ...generated, name: "flite slt", voice: flite("slt"), passages: toPassages(weaver) },
    {
      ...en,
      ...generated,
      name: "flite rms, noise 150",
      voice: flite("rms"),
      passages: toPassages(observatory),
      effects: { noise: 150 },
    },
    {
      ...en,
      ...generated,
      name: "flite kal16, noise 300",
      voice: flite("kal16"),
      passages: toPassages(weaver),
      effects: { noise: 300 },
    },
    { ...en, ...generated, name: "flite awb", voice: flite("awb"), passages: toPassages(observatory) },
    { ...en, ...generated, name: "festival", voice: festival, passages: toPassages(observatory) },
    { ...en, ...generated, name: "espeak en-gb+f3", voice: espeak("en-gb+f3"), passages: toPassages(weaver) },
    { ...ar, ...generated, name: "espeak ar+f3", voice: espeak("ar+f3", 140), passages: toPassages(garden) },
    {
      ...ar,
      ...generated,
      name: "espeak ar+m3, text without marks",
      voice: espeak("ar+m3", 140),
      passages: toPassages(harbour),
      written: harbour.map((text) => ({ text: text.replace(vowelMarks, "") })),
    },
    {
      ...ar,
      ...generated,
      name: "espeak ar+klatt2, raised, noise 100",
      voice: espeak("ar+klatt2"),
      passages: toPassages(harbour),
      effects: { noise: 100, pitchFactor: 1.15 },
    },
    {
      ...en,
      ...damaged,
      name: "preamble",
      voice: flite("slt"),
      passages: [...toUnwrittenPassages(observatory.slice(0, 6)), ...toPassages(weaver)],
    },
    {
      ...en,
      ...damaged,
      name: "passage added",
      voice: flite("rms"),
      passages: [
        ...toPassages(weaver.slice(0, 20)),
        ...toUnwrittenPassages(observatory.slice(8, 14)),
        ...toPassages(weaver.slice(20)),
      ],
    },
    {
      ...en,
      ...damaged,
      name: "passage skipped",
      voice: flite("slt"),
      passages: [...toPassages(weaver.slice(0, 18)), ...toPassages(weaver.slice(26))],
      written: weaver.map((text, at) => (at >= 18 && at < 26 ? { text, start: null } : { text })),
    },
    {
      ...ar,
      ...damaged,
      name: "Arabic, skipped and added",
      voice: espeak("ar+f2", 140),
      passages: [
        ...toPassages(garden.slice(0, 10)),
        ...toPassages(garden.slice(14, 20)),
        ...toUnwrittenPassages(harbour.slice(3, 6)),
        ...toPassages(garden.slice(20)),
      ],
      written: garden.map((text, at) => (at >= 10 && at < 14 ? { text, start: null } : { text })),
    },
    ...createMixedDamageOptions([...weaver, ...observatory], [...garden, ...harbour]),
    {
      ...en,
      kind: "another book",
      name: "another book",
      voice: flite("rms"),
      passages: toUnwrittenPassages(observatory),
      written: weaver.map((text) => ({ text, start: null })),
    },
    {
      ...ar,
      kind: "another book",
      name: "another book, Arabic",
      voice: espeak("ar+f3"),
      passages: toUnwrittenPassages(harbour),
      written: garden.map((text) => ({ text, start: null })),
    },
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

/**
 * Chapters with a preamble or an insertion of 11 to 16 s, and an omitted passage of over a minute.
 */
function createMixedDamageOptions(
  english: readonly string[],
  arabic: readonly string[],
): readonly AlignSetOptions[] {
  const voices: readonly ["en" | "ar", NarratorVoice][] = [
    ["en", flite("rms")],
    ["en", flite("kal16")],
    ["en", espeak("en-gb+f3")],
    ["ar", espeak("ar+m3")],
    ["ar", espeak("ar+klatt2", 140)],
  ];
  return voices.flatMap(([language, voice]) => {
    const text = language === "en" ? english : arabic;
    const from = Math.floor(text.length / 4);
    const to = from + 20;
    const added = Math.floor((to + text.length) / 2);
    const others = toUnwrittenPassages(announcements[language]);
    const shape = {
      ...({ language, kind: "damaged", voice, effects: { noise: 60 } } as const),
      written: text.map((sentence, at) =>
        at >= from && at < to ? { text: sentence, start: null } : { text: sentence },
      ),
    };
    const name = `${voice.program} ${voice.name}, 20 sentences skipped`;
    return [
      {
        ...shape,
        name: `${name}, preamble`,
        passages: [...others.slice(0, 2), ...toPassages(text.slice(0, from)), ...toPassages(text.slice(to))],
      },
      {
        ...shape,
        name: `${name}, insertion`,
        passages: [
          ...toPassages(text.slice(0, from)),
          ...toPassages(text.slice(to, added)),
          ...others,
          ...toPassages(text.slice(added)),
        ],
      },
    ];
  });
}

/** Generated sets with exact times; they need the programs that speak them. */
export function generateSets(
  folder: string,
  hasVoice: (voice: NarratorVoice) => boolean,
): readonly AlignSet[] {
  return createSetOptions()
    .filter(({ voice }) => hasVoice(voice))
    .map(({ name, language, kind, voice, passages, written, effects }, at) => {
      const file = path.join(folder, `${at}.mp3`);
      const { times, seconds } = narrate(passages, voice, file, { seed: at + 20, ...effects });
      const result = passages.flatMap(({ text, isWritten = true }, index) =>
        isWritten ? [{ text, start: times[index]?.[0] ?? 0 }] : [],
      );
      const remaining = [...result];
      const sentences = written?.map(({ text, start }) => ({
        text,
        start: start === null ? null : remaining.shift()?.start,
      }));
      return {
        name,
        language,
        kind,
        file,
        seconds,
        sentences: (sentences ?? result) as readonly SetSentence[],
      };
    });
}
