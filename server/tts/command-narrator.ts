import { createHash } from "node:crypto";
import type { Settings } from "#server/settings.ts";
import { synthesize } from "./espeak-narrator.ts";
import type { Narrator, Speech } from "./narrator.ts";
import { ProgramFailedError, runProgram } from "./run-program.ts";

type NarratorSettings = NonNullable<Settings["narrator"]>;

const maxOutput = 500_000_000;

export class CommandNarrator implements Narrator {
  readonly name: string;
  readonly identity: string;
  readonly #settings: NarratorSettings;

  constructor(settings: NarratorSettings) {
    this.name = settings.name;
    this.identity = createHash("sha256").update(JSON.stringify(settings.command)).digest("hex");
    this.#settings = settings;
  }

  async findMissingProgram(): Promise<string | null> {
    const [program = ""] = this.#settings.command;
    const limits = { milliseconds: 5_000, outputBytes: 1_000_000, memoryBytes: this.#settings.memoryBytes };
    const isMissing = await runProgram([program, "--help"], "", limits).then(
      () => false,
      (error: unknown) => error instanceof ProgramFailedError && error.isMissing,
    );
    return isMissing ? program : null;
  }

  async supports(language: string): Promise<boolean> {
    const [primary] = language.toLowerCase().split("-");
    const { languages } = this.#settings;
    return languages.length === 0 || languages.some((each) => each.split("-")[0] === primary);
  }

  speak(text: string, language: string, cancelled: AbortSignal): Promise<Speech> {
    const { command, milliseconds, memoryBytes } = this.#settings;
    const [primary = language] = language.toLowerCase().split("-");
    const args = command.map((word) => word.replaceAll("{language}", toSafeTag(primary)));
    return synthesize(args, `${text}\n`, { milliseconds, memoryBytes, outputBytes: maxOutput }, cancelled);
  }
}

const toSafeTag = (language: string) => language.replace(/[^a-z]/gu, "").slice(0, 8);
