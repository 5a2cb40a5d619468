import { spawn } from "node:child_process";
import { once } from "node:events";
import { NarrationRejectedError, type Narrator } from "./narrator.ts";
import { normalizeForSpeech } from "./normalize-text.ts";
import type { SpokenSentence } from "./split-by-script.ts";
import { resample, trimSilence } from "./wav.ts";

/** A sentence to speak; `id` is any identifier. */
export interface ChapterSentence extends SpokenSentence {
  readonly id: string;
}

/** Seconds from the chapter's start. */
export type SentenceSpan = readonly [id: string, start: number, end: number];

export interface SpokenChapter {
  readonly spans: readonly SentenceSpan[];
  readonly seconds: number;
}

/** Pauses in seconds. */
const pauses = { start: 0.4, sentence: 0.28, paragraph: 0.6, heading: 0.9, end: 1.2 };
const versePauseSeconds = { word: 0.45, min: 2, max: 25 };
const defaultRate = 22_050;
const encoderTimeoutMs = 120_000;

/**
 * Speaks a chapter into an AAC file and records the sample range of each sentence. Only the current sentence
 * is in memory.
 *
 * @throws {NarrationRejectedError}
 */
export async function narrateChapter(
  narrator: Narrator,
  sentences: readonly ChapterSentence[],
  { file, ffmpeg, reportProgress, cancelled, language }: SpeakOptions,
): Promise<SpokenChapter> {
  const voice = new Voice(narrator, language, cancelled);
  const first = await speakFirst(voice, sentences);
  const encoder = new Encoder(ffmpeg, first?.rate ?? defaultRate, file);
  try {
    const spans: SentenceSpan[] = [];
    await encoder.addPause(pauses.start);
    for (const [index, sentence] of sentences.entries()) {
      cancelled.throwIfAborted();
      const speech = await speakSentence(voice, sentence, encoder);
      if (speech) {
        spans.push([sentence.id, speech[0], speech[1]]);
        if (index < sentences.length - 1) await encoder.addPause(getPauseAfter(sentence));
      }
      reportProgress(index + 1);
    }
    await encoder.addPause(pauses.end);
    return { spans, seconds: await encoder.finish() };
  } catch (error) {
    encoder.kill();
    throw error;
  }
}

interface SpeakOptions {
  readonly file: string;
  /** The ffmpeg executable. */
  readonly ffmpeg: string;
  readonly language: string;
  readonly reportProgress: (done: number) => void;
  readonly cancelled: AbortSignal;
}

/** Speaks pieces, each in its own language if a voice exists. */
class Voice {
  readonly #narrator: Narrator;
  readonly #bookLanguage: string;
  readonly #cancelled: AbortSignal;

  constructor(narrator: Narrator, bookLanguage: string, cancelled: AbortSignal) {
    this.#narrator = narrator;
    this.#bookLanguage = bookLanguage;
    this.#cancelled = cancelled;
  }

  /** @returns null for text without speech */
  async speak({ text, language }: Extract<SpokenSentence["pieces"][number], { text: string }>) {
    const spokenLanguage = await this.#chooseLanguage(text, language);
    const words = spokenLanguage === null ? "" : normalizeForSpeech(text, spokenLanguage);
    return spokenLanguage === null || words === ""
      ? null
      : this.#narrator.speak(words, spokenLanguage, this.#cancelled);
  }

  async #chooseLanguage(text: string, language: string): Promise<string | null> {
    const fallback = /\p{Script=Arabic}/u.test(text) ? "ar" : this.#bookLanguage;
    if (await this.#narrator.supports(language)) return language;
    return (await this.#narrator.supports(fallback)) ? fallback : null;
  }
}

/** The sample rate of the chapter is that of the first voice. */
async function speakFirst(voice: Voice, sentences: readonly ChapterSentence[]) {
  for (const { pieces } of sentences) {
    for (const piece of pieces) {
      const speech = "verse" in piece ? null : await voice.speak(piece);
      if (speech) return speech;
    }
  }
  return null;
}

const getPauseAfter = ({ isHeading, endsBlock }: ChapterSentence) =>
  isHeading && endsBlock ? pauses.heading : endsBlock ? pauses.paragraph : pauses.sentence;

/** @returns its time; null when it is not spoken. A verse gets a pause. */
async function speakSentence(
  voice: Voice,
  { pieces }: ChapterSentence,
  encoder: Encoder,
): Promise<readonly [number, number] | null> {
  const start = encoder.seconds;
  let end = start;
  let isFirst = true;
  for (const piece of pieces) {
    if ("verse" in piece) {
      const { word, min, max } = versePauseSeconds;
      await encoder.addPause(Math.min(max, Math.max(min, piece.verse * word)));
    } else {
      const pieceSpeech = await voice.speak(piece);
      const speech = pieceSpeech && trimSilence(pieceSpeech);
      if (!speech || speech.samples.length === 0) continue;
      if (!isFirst) await encoder.addPause(pauses.sentence / 4);
      await encoder.write(resample(speech, encoder.rate));
    }
    isFirst = false;
    end = encoder.seconds;
  }
  return end > start ? [start, end] : null;
}

class Encoder {
  readonly rate: number;
  readonly #process;
  readonly #ended: Promise<unknown>;
  #samples = 0;
  #errorOutput = "";

  constructor(program: string, rate: number, file: string) {
    this.rate = rate;
    const input = ["-f", "s16le", "-ar", String(rate), "-ac", "1", "-i", "pipe:0"];
    const output = [
      "-c:a",
      "aac",
      "-b:a",
      "56k",
      "-movflags",
      "+faststart",
      "-f",
      "ipod",
      "-y",
      `file:${file}`,
    ];
    this.#process = spawn(program, ["-hide_banner", "-v", "error", ...input, ...output], {
      stdio: ["pipe", "ignore", "pipe"],
    });
    this.#process.stdin.on("error", () => {});
    this.#process.stderr.on("data", (chunk: Buffer) => {
      this.#errorOutput = (this.#errorOutput + chunk.toString("utf8")).slice(-500);
    });
    this.#ended = new Promise((resolve, reject) => {
      this.#process.once("error", () => reject(new NarrationRejectedError("missing-tools", "ffmpeg")));
      this.#process.once("close", (code) =>
        code === 0 ? resolve(null) : reject(new Error(`ffmpeg ended with ${code}: ${this.#errorOutput}`)),
      );
    });
    this.#ended.catch(() => {});
  }

  get seconds(): number {
    return this.#samples / this.rate;
  }

  async addPause(seconds: number): Promise<void> {
    await this.write(new Int16Array(Math.round(seconds * this.rate)));
  }

  async write(samples: Int16Array): Promise<void> {
    this.#samples += samples.length;
    const bytes = Buffer.alloc(samples.length * 2);
    for (const [at, sample] of samples.entries()) bytes.writeInt16LE(sample, at * 2);
    if (this.#process.stdin.write(bytes)) return;
    await Promise.race([once(this.#process.stdin, "drain"), this.#ended]);
  }

  /** @returns the duration in seconds */
  async finish(): Promise<number> {
    this.#process.stdin.end();
    const killTimer = setTimeout(() => this.kill(), encoderTimeoutMs);
    await this.#ended.finally(() => clearTimeout(killTimer));
    return this.seconds;
  }

  kill(): void {
    this.#process.kill("SIGKILL");
  }
}
