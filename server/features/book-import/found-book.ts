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
  /** Playlists and cue sheets, which can give the order of the audio files. */
  readonly playlists: readonly string[];
  readonly sidecar: string | null;
  readonly sync: string | null;
}
