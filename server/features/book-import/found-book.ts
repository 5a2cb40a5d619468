/** The files below a folder that make one book. */
export interface FoundBook {
  readonly name: string;
  readonly title: string;
  readonly epub: string | null;
  /** Not yet in order. */
  readonly audio: readonly string[];
  /** A picture that is named as a cover is. */
  readonly cover: string | null;
  readonly sidecar: string | null;
  readonly sync: string | null;
}
