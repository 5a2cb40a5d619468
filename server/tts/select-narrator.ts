import type { Settings } from "#server/settings.ts";
import { CommandNarrator } from "./command-narrator.ts";
import { EspeakNarrator } from "./espeak-narrator.ts";
import { NarrationRejectedError, type Narrator, type Speech } from "./narrator.ts";

/** Combines narrators: each language is spoken by the first that supports it. */
class MultilingualNarrator implements Narrator {
  readonly name: string;
  readonly identity: string;
  readonly #voices: readonly Narrator[];

  constructor(voices: readonly Narrator[]) {
    this.#voices = voices;
    this.name = voices[0]?.name ?? "";
    this.identity = voices.map(({ identity }) => identity).join(" | ");
  }

  /** The first one decides whether programs are missing; the others are no substitute. */
  async findMissingProgram(): Promise<string | null> {
    return (await this.#voices[0]?.findMissingProgram()) ?? null;
  }

  async supports(language: string): Promise<boolean> {
    return (await this.#findVoice(language)) !== null;
  }

  async speak(words: string, language: string, cancelled: AbortSignal): Promise<Speech> {
    const voice = await this.#findVoice(language);
    if (!voice) throw new NarrationRejectedError("language", language);
    return voice.speak(words, language, cancelled);
  }

  async #findVoice(language: string): Promise<Narrator | null> {
    for (const voice of this.#voices) if (await voice.supports(language)) return voice;
    return null;
  }
}

export async function selectNarrator(
  { narrator }: Pick<Settings, "narrator">,
  language: string,
): Promise<Narrator> {
  const espeak = new EspeakNarrator();
  if (!narrator) return espeak;
  const customNarrator = new CommandNarrator(narrator);
  return new MultilingualNarrator(
    (await customNarrator.supports(language)) ? [customNarrator, espeak] : [espeak, customNarrator],
  );
}
