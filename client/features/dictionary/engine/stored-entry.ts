/** Text, HTML or other markup, or the structured content of Yomitan in JSON. */
export type DefinitionFormat = "text" | "markup" | "structured";

export type StoredDefinition = readonly (readonly [format: DefinitionFormat, content: string])[];

export type StoredEntry = readonly [key: string, headword: string, definition: StoredDefinition];

/** Entries in the order of their keys; all of one key are in one block. */
export interface StoredBlock {
  readonly firstKey: string;
  readonly entries: readonly StoredEntry[];
}

export interface DictionaryInfo {
  readonly id: string;
  readonly title: string;
  readonly kind: "stardict" | "yomitan";
  readonly entryCount: number;
  /** Its place in the reading order. */
  readonly position: number;
}

export interface Hit {
  readonly headword: string;
  readonly definition: StoredDefinition;
  /** The entry is of another form than the word itself. */
  readonly isGuess: boolean;
}
