import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { readWav, trimSilence } from "#server/tts/wav.ts";

/** A narrated chapter. */
export interface Narration {
  readonly samples: Int16Array;
  /** Seconds from the chapter's start, one pair per sentence. */
  readonly times: ReadonlyArray<readonly [start: number, end: number]>;
}

export const sampleRate = 16_000;

const silenceThreshold = 221;
const pauseSeconds = { before: 0.6, between: 0.45, afterHeading: 0.9, after: 0.8 };

/** Voices of Debian's `flite`, such as `slt` or `rms`; `espeak-ar` is the Arabic one of `espeak-ng`. */
export interface Voices {
  readonly narrator: string;
  /** Speaks the sentences that begin inside quotation marks. */
  readonly dialogue?: string;
}

/** Speaks sentence by sentence, so that their times are exact. */
export function narrate(sentences: readonly string[], { narrator, dialogue = narrator }: Voices): Narration {
  const parts: Int16Array[] = [pause(pauseSeconds.before)];
  const times: [number, number][] = [];
  let at = parts[0]?.length ?? 0;
  let isQuoted = false;
  sentences.forEach((sentence, index) => {
    const samples = speak(sentence, isQuoted || /^["“]/.test(sentence) ? dialogue : narrator);
    const marks = sentence.match(/["“”]/g)?.length ?? 0;
    if (marks % 2 === 1) isQuoted = !isQuoted;
    const isLast = index === sentences.length - 1;
    const silence = pause(
      isLast ? pauseSeconds.after : index === 0 ? pauseSeconds.afterHeading : pauseSeconds.between,
    );
    times.push([toSeconds(at), toSeconds(at + samples.length)]);
    parts.push(samples, silence);
    at += samples.length + silence.length;
  });
  return { samples: join(parts), times };
}

/** Writes samples as a WAV file. */
export function writeWav(samples: Int16Array, file: string): void {
  const header = Buffer.alloc(44);
  const bytes = samples.byteLength;
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + bytes, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36);
  header.writeUInt32LE(bytes, 40);
  writeFileSync(file, Buffer.concat([header, Buffer.from(samples.buffer, samples.byteOffset, bytes)]));
}

function speak(sentence: string, voice: string): Int16Array {
  const folder = mkdtempSync(path.join(tmpdir(), "narrate-"));
  try {
    const [text, wav] = [path.join(folder, "text"), path.join(folder, "wav")];
    writeFileSync(text, toSpokenText(sentence));
    if (voice === "espeak-ar") speakArabic(text, wav);
    else execFileSync("flite", ["-voice", voice, "-f", text, "-o", wav]);
    const speech = readWav(readFileSync(wav));
    if (speech?.rate !== sampleRate) throw new Error(`The voice does not speak at ${sampleRate} Hz`);
    return trimSilence(speech, silenceThreshold).samples;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function speakArabic(text: string, wav: string): void {
  execFileSync("espeak-ng", ["-v", "ar", "-s", "120", "-f", text, "-w", `${wav}.raw`]);
  execFileSync("ffmpeg", [
    "-v",
    "error",
    "-i",
    `${wav}.raw`,
    "-ar",
    `${sampleRate}`,
    "-ac",
    "1",
    "-bitexact",
    "-f",
    "wav",
    wav,
  ]);
}

function toSpokenText(sentence: string): string {
  return sentence
    .replace(/["“”]/g, "")
    .replace(/[‘’]/g, "'")
    .replaceAll("Qur'an", "Kor aan")
    .replaceAll("jumu'ah", "joomoo ah")
    .replaceAll("Qasr", "Kasser")
    .replaceAll("rak'ah", "rak ah")
    .replaceAll("wudu", "woo doo")
    .replaceAll("Dhuhr", "Zoohr")
    .replaceAll("Isha", "Ee shah")
    .replaceAll("Fajr", "Fajjer")
    .replaceAll("Asr", "Asser")
    .replaceAll("al-Fatiha", "al Faatiha")
    .replaceAll("alif", "aleef")
    .replaceAll("Alif", "Aleef");
}

const pause = (seconds: number) => new Int16Array(Math.round(seconds * sampleRate));
const toSeconds = (count: number) => Math.round((count / sampleRate) * 1000) / 1000;

function join(parts: readonly Int16Array[]): Int16Array {
  const samples = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    samples.set(part, at);
    at += part.length;
  }
  return samples;
}
