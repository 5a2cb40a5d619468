import { spawnSync } from "node:child_process";
import { type AudioFeatures, FeatureExtractor } from "#server/align/feature-extractor.ts";
import { normalizeForSpeech } from "#server/align/normalize-text.ts";
import { chooseVoice, parseVoices } from "#server/tts/espeak-voices.ts";
import { AlignmentRejectedError } from "./task.ts";

const wordsPerMinute = 165;
const timeoutMs = 30_000;
const maxBytes = 100_000_000;

/**
 * Speaks sentences with espeak-ng in a process each: its licence stays separate, and hanging processes are
 * killed.
 */
export class Espeak {
  readonly #program: string;
  readonly #voice: string;
  /** Voice, pace and version: the same text is spoken alike when they are equal. */
  readonly identity: string;

  /**
   * @param language a BCP 47 tag
   * @throws {AlignmentRejectedError} when the program is missing or does not support the language
   */
  constructor(program: string, language: string) {
    this.#program = program;
    const voice = chooseVoice(language, getVoices(program));
    if (voice === null) throw new AlignmentRejectedError("language", language);
    this.#voice = voice;
    this.identity = [voice, wordsPerMinute, run(program, ["--version"]).stdout?.toString().trim()].join(" ");
  }

  /** @returns null for text without speech */
  speak(sentence: string): AudioFeatures | null {
    const text = normalizeForSpeech(sentence);
    if (text === "") return null;
    const args = ["-v", this.#voice, "-s", String(wordsPerMinute), "-b", "1", "--stdin", "--stdout"];
    const { stdout, error } = run(this.#program, args, text);
    if (error || stdout.length < 200) return null;
    const extractor = new FeatureExtractor(stdout.readUInt32LE(24));
    extractor.process(parseSamples(stdout.subarray(44)));
    return extractor.finish();
  }
}

function run(program: string, args: readonly string[], input = "") {
  return spawnSync(program, args, {
    input,
    timeout: timeoutMs,
    maxBuffer: maxBytes,
    killSignal: "SIGKILL" as const,
    stdio: ["pipe", "pipe", "ignore"],
  });
}

function getVoices(program: string): readonly string[] {
  const { stdout, error } = run(program, ["--voices"]);
  if (error) throw new AlignmentRejectedError("missing-tools");
  return parseVoices(stdout);
}

/** 16 bits, little-endian. */
export function parseSamples(bytes: Buffer): Int16Array {
  const samples = new Int16Array(bytes.length >> 1);
  for (let index = 0; index < samples.length; index++) samples[index] = bytes.readInt16LE(index * 2);
  return samples;
}
