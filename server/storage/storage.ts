import type { Readable } from "node:stream";

export interface StoredFile {
  readonly key: string;
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
}

export interface FileWithAge {
  readonly key: string;
  readonly bytes: number;
  readonly changedAt: Date;
}

/** Storage for book files. Keys are made by `newKey`, never from user input. */
export interface Storage {
  /**
   * Stores a stream atomically: temporary file, fsync, checksum, rename.
   *
   * @throws {ProblemError} `insufficient_storage`
   */
  put(key: string, content: Readable): Promise<StoredFile>;

  /**
   * Opens the bytes from `start` up to and including `end`; the whole without a range. The caller destroys the stream.
   *
   * @throws {Error} with the code `ENOENT` when there is no such file.
   */
  read(key: string, range?: { readonly start: number; readonly end: number }): Promise<Readable>;

  /** Bytes, or null when there is no such file. */
  size(key: string): Promise<number | null>;

  /** Removes a file; none is fine. */
  remove(key: string): Promise<void>;

  /** A path on this machine to read from at random, such as the entries of a zip. */
  localPath(key: string): Promise<string>;

  /** Every key below a prefix, in order, for backups. */
  list(prefix: string): AsyncIterable<string>;

  /** Every file below a prefix, with what a crash left half written. */
  listAged(prefix: string): AsyncIterable<FileWithAge>;

  /** Answers whether files can be written just now. */
  check(): Promise<boolean>;
}
