import type { Language } from "#shared/api/language.ts";

/** What the build tells the worker of itself; every path begins with `/assets/`. */
export interface Build {
  /** Another one for each build whose page or assets differ. */
  readonly version: string;
  /** The script that its page starts with. */
  readonly entry: string;
  /** What the frame and the first screens need. */
  readonly first: readonly string[];
  /** What those screens say. */
  readonly words: Readonly<Record<Language, readonly string[]>>;
  /** Every asset it has. */
  readonly all: readonly string[];
}

/** Where the server gives a page that is about nobody and nothing. */
export const shellUrl = "/shell.html";
