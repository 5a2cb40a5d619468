import type { StoredDefinition } from "../engine/stored-entry.ts";

/** A parsed dictionary, whose definitions are read one by one. */
export interface DictionarySource {
  readonly title: string;
  readonly kind: "stardict" | "yomitan";
  readonly headwords: readonly string[];
  /** The definition of a headword by its index. */
  readonly getDefinition: (index: number) => StoredDefinition;
}
