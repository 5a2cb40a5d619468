import { createHash } from "node:crypto";
import type { Settings } from "#server/settings.ts";
import { describeNarrator } from "./espeak-narrator.ts";
import type { Narrator, Speech } from "./narrator.ts";
import { ProgramFailedError, runProgram } from "./run-program.ts";

type NarratorSettings = NonNullable<Settings["narrator"]>;

const maxOutput = 500_000_000;

/**
 * A voice that an operator has installed: a program that is given words and writes a WAV. It is run without a shell, and
 * ended when it takes too long or too much memory.
 */
export class CommandNarrator implements Narrator {
  readonly name: string;
  readonly identity: string;
  readonly #settings: NarratorSettings;

  constructor(settings: NarratorSettings) {
    this.name = settings.name;
    this.identity = createHash("sha256").update(JSON.stringify(settings.command)).digest("hex");
    this.#settings = settings;
  }

  /** It is there when it can be started, whatever it makes of it. */
  async missing(): Promise<string | null> {
    const [program = ""] = this.#settings.command;
    const limits = { milliseconds: 5_000, outputBytes: 1_000_000, memoryBytes: this.#settings.memoryBytes };
    const isMissing = await runProgram([program, "--help"], "", limits).then(
      () => false,
      (error: unknown) => error instanceof ProgramFailedError && error.isMissing,
    );
    return isMissing ? program : null;
  }

  async speaks(language: string): Promise<boolean> {
    const [primary] = language.toLowerCase().split("-");
    const { languages } = this.#settings;
    return languages.length === 0 || languages.some((each) => each.split("-")[0] === primary);
  }

  speak(words: string, language: string, cancelled: AbortSignal): Promise<Speech> {
    const { command, milliseconds, memoryBytes } = this.#settings;
    const [primary = language] = language.toLowerCase().split("-");
    const filled = command.map((word) => word.replaceAll("{language}", safe(primary)));
    return describeNarrator(
      filled,
      `${words}\n`,
      { milliseconds, memoryBytes, outputBytes: maxOutput },
      cancelled,
    );
  }
}

/** A book's language is what somebody wrote into it: only letters get into a command. */
const safe = (language: string) => language.replace(/[^a-z]/gu, "").slice(0, 8);
