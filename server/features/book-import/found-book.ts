/** The files of one book in a folder. */
export interface FoundBook {
  readonly name: string;
  readonly title: string;
  readonly epub: string | null;
  /** Unsorted. */
  readonly audio: readonly string[];
  /** An image. */
  readonly cover: string | null;
  /** The only cue sheet beside the only audio file. */
  readonly cue: string | null;
  readonly sidecar: string | null;
  readonly sync: string | null;
}
