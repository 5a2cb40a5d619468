const preferred: Readonly<Record<string, string>> = { en: "en-us" };

/** The voice names in the output of `espeak-ng --voices`. */
export function parseVoices(output: Buffer): readonly string[] {
  const lines = output.toString("utf8").split("\n").slice(1);
  return lines.flatMap((line) => line.trim().split(/\s+/u)[1] ?? []);
}

/** Null when there is no voice for the language or a related one. */
export function chooseVoice(language: string, voices: readonly string[]): string | null {
  const tag = language.toLowerCase();
  const [primary = tag] = tag.split("-");
  const requested = [tag, preferred[primary] ?? primary, primary];
  return (
    requested.find((name) => name !== "" && voices.includes(name)) ??
    voices.find((name) => primary !== "" && name.startsWith(`${primary}-`)) ??
    null
  );
}
