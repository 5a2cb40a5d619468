import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseSamples } from "#server/align/worker/espeak.ts";

export interface NarratorVoice {
  readonly program: "espeak-ng" | "flite" | "text2wave";
  readonly name: string;
  /** Words a minute; of espeak-ng alone. */
  readonly pace?: number;
}

/** A passage to speak; `isWritten` is false for audio without text. */
export interface Passage {
  readonly text: string;
  readonly isWritten?: boolean;
  readonly voice?: NarratorVoice;
}

interface Options {
  /** The amplitude of added noise, in 16-bit samples. */
  readonly noise?: number;
  readonly seed?: number;
  /** Raises formants and pitch by this factor without a change of speed. */
  readonly pitchFactor?: number;
}

export interface Narration {
  /** The start and end of each passage, in seconds. */
  readonly times: ReadonlyArray<readonly [start: number, end: number]>;
  readonly seconds: number;
}

const sampleRate = 22_050;

const isInstalled = (program: string, flag: string) => !spawnSync(program, [flag], { stdio: "ignore" }).error;

export const canNarrate = isInstalled("ffmpeg", "-version") && isInstalled("espeak-ng", "--version");
if (!canNarrate) {
  process.stderr.write(
    "SKIPPED: ffmpeg or espeak-ng is not installed (Debian: apt-get install ffmpeg espeak-ng), so no narration was aligned.\n",
  );
}

/** The installed text-to-speech programs. */
export const hasVoice = (voice: NarratorVoice) => isInstalled(voice.program, "--version");

/** Writes a narration with exact times and pauses of different lengths as an MP3. */
export function narrate(
  passages: readonly Passage[],
  voice: NarratorVoice,
  file: string,
  { noise = 0, seed = 1, pitchFactor = 1 }: Options = {},
): Narration {
  const random = createRandom(seed);
  const parts: Int16Array[] = [new Int16Array(sampleRate)];
  let length = sampleRate;
  const times = passages.map(({ text, voice: passageVoice }): [number, number] => {
    const spoken = speak(text, passageVoice ?? voice, random);
    const start = length / sampleRate;
    const pause = new Int16Array(Math.round(sampleRate * (0.25 + random() * 0.75)));
    parts.push(spoken, pause);
    length += spoken.length + pause.length;
    return [start, start + spoken.length / sampleRate];
  });
  writeMp3(file, joinSamples(parts, length, noise, random), pitchFactor);
  return { times, seconds: length / sampleRate };
}

/** Pseudo-random numbers from 0 to 1 for a seed. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
}

function speak(text: string, { program, name, pace = 155 }: NarratorVoice, random: () => number): Int16Array {
  const stretch = 1 + (random() - 0.5) * 0.16;
  const asciiQuotes = text.replace(/[“”]/gu, '"').replace(/[‘’]/gu, "'");
  const folder = mkdtempSync(path.join(tmpdir(), "maktaba-voice-"));
  const [textFile, audioFile] = ["text.txt", "audio.wav"].map((each) => path.join(folder, each)) as [
    string,
    string,
  ];
  const commands: Readonly<Record<NarratorVoice["program"], readonly string[]>> = {
    "espeak-ng": [
      "-v",
      name,
      "-s",
      String(Math.round(pace / stretch)),
      "-b",
      "1",
      "-f",
      textFile,
      "-w",
      audioFile,
    ],
    flite: ["-voice", name, "--setf", `duration_stretch=${stretch}`, "-f", textFile, "-o", audioFile],
    text2wave: ["-eval", `(Parameter.set 'Duration_Stretch ${stretch})`, textFile, "-o", audioFile],
  };
  try {
    writeFileSync(textFile, asciiQuotes);
    spawnSync(program, [...commands[program]], { stdio: "ignore" });
    return trimSilence(resample(audioFile));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function resample(file: string): Int16Array {
  const args = [
    "-nostdin",
    "-v",
    "error",
    "-i",
    file,
    "-ac",
    "1",
    "-ar",
    String(sampleRate),
    "-f",
    "s16le",
    "-",
  ];
  return parseSamples(spawnSync("ffmpeg", args, { maxBuffer: 1e9 }).stdout);
}

const silenceThreshold = 200;

function trimSilence(samples: Int16Array): Int16Array {
  const first = samples.findIndex((sample) => Math.abs(sample) >= silenceThreshold);
  const last = samples.findLastIndex((sample) => Math.abs(sample) >= silenceThreshold);
  return first < 0 ? samples : samples.slice(first, last + 1);
}

function joinSamples(
  parts: readonly Int16Array[],
  length: number,
  noise: number,
  random: () => number,
): Int16Array {
  const joined = new Int16Array(length);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  if (noise === 0) return joined;
  return joined.map((sample) => {
    const gaussian = Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random());
    return Math.max(-32_768, Math.min(32_767, Math.round(sample + gaussian * noise)));
  });
}

function writeMp3(file: string, samples: Int16Array, pitchFactor: number): void {
  const raw = ["-f", "s16le", "-ar", String(sampleRate), "-ac", "1", "-i", "pipe:0"];
  const shift = `asetrate=${Math.round(sampleRate * pitchFactor)},aresample=${sampleRate},atempo=${1 / pitchFactor}`;
  const result = spawnSync(
    "ffmpeg",
    [
      "-v",
      "error",
      "-y",
      ...raw,
      ...(pitchFactor === 1 ? [] : ["-af", shift]),
      "-c:a",
      "libmp3lame",
      "-b:a",
      "48k",
      file,
    ],
    { input: Buffer.from(samples.buffer), maxBuffer: 1e9 },
  );
  if (result.status !== 0) throw new Error(`ffmpeg could not write ${file}: ${result.stderr}`);
}
