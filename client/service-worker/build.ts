import type { Language } from "#shared/api/language.ts";

/** Constants injected by the build; every path starts with `/assets/`. */
export interface Build {
  /** Differs between builds with different pages or assets. */
  readonly version: string;
  /** The entry script of the page. */
  readonly entry: string;
  readonly first: readonly string[];
  readonly messages: Readonly<Record<Language, readonly string[]>>;
  /** All assets. */
  readonly all: readonly string[];
}

export const shellUrl = "/shell.html";
