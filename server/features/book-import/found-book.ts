/** The files below a folder that make one book. */
export interface FoundBook {
  /** For people: where it was found, from the folder that is imported. */
  readonly name: string;
  /** What its folder, or its only file, is called. */
  readonly title: string;
  readonly epub: string | null;
  /** Not yet in order. */
  readonly audio: readonly string[];
  /** A picture that is named as a cover is. */
  readonly cover: string | null;
  readonly sidecar: string | null;
  readonly sync: string | null;
}
