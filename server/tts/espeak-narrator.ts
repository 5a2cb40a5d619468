import { chooseVoice, parseVoices } from "./espeak-voices.ts";
import { NarrationRejectedError, type Narrator, type Speech } from "./narrator.ts";
import { ProgramFailedError, runProgram } from "./run-program.ts";
import { readWav } from "./wav.ts";

const wordsPerMinute = 155;
const limits = { milliseconds: 60_000, outputBytes: 200_000_000, memoryBytes: 500_000_000 };
const settings = ["-s", String(wordsPerMinute), "-a", "120", "-g", "1", "-b", "1"];

/** Offline text-to-speech with espeak-ng in a process per sentence, which keeps its licence separate. */
export class EspeakNarrator implements Narrator {
  readonly name = "eSpeak NG";
  readonly identity = `espeak-ng ${settings.join(" ")}`;
  readonly #program: string;
  #voices: Promise<readonly string[]> | null = null;

  constructor(program = "espeak-ng") {
    this.#program = program;
  }

  async findMissingProgram(): Promise<string | null> {
    return (await this.#list()).length > 0 ? null : "espeak-ng";
  }

  async supports(language: string): Promise<boolean> {
    return chooseVoice(language, await this.#list()) !== null;
  }

  async speak(text: string, language: string, cancelled: AbortSignal): Promise<Speech> {
    const voice = chooseVoice(language, await this.#list());
    if (voice === null) throw new NarrationRejectedError("language", language);
    const command = [this.#program, "-v", voice, ...settings, "--stdin", "--stdout"];
    return synthesize(command, text, limits, cancelled);
  }

  #list(): Promise<readonly string[]> {
    this.#voices ??= runProgram([this.#program, "--voices"], "", limits).then(parseVoices, () => []);
    return this.#voices;
  }
}

/**
 * Reads the WAV output of a program.
 *
 * @throws {NarrationRejectedError} when it fails
 */
export async function synthesize(
  command: readonly string[],
  text: string,
  programLimits: Parameters<typeof runProgram>[2],
  cancelled: AbortSignal,
): Promise<Speech> {
  const file = await runProgram(command, text, programLimits, cancelled).catch((error: unknown) => {
    if (!(error instanceof ProgramFailedError)) throw error;
    if (error.isMissing) throw new NarrationRejectedError("missing-tools", command[0]);
    throw new NarrationRejectedError("voice-failed", error.message);
  });
  const speech = readWav(file);
  if (!speech) throw new NarrationRejectedError("voice-failed", "its output is not a 16-bit WAV file");
  return speech;
}
