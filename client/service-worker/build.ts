import type { Language } from "#shared/api/language.ts";

/** Constants injected by the build; every path starts with `/assets/`. */
export interface Build {
  /** Another one for each build whose page or assets differ. */
  readonly version: string;
  /** The script that its page starts with. */
  readonly entry: string;
  readonly first: readonly string[];
  readonly words: Readonly<Record<Language, readonly string[]>>;
  /** Every asset it has. */
  readonly all: readonly string[];
}

export const shellUrl = "/shell.html";
