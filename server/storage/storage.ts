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
   * Streams bytes from `start` to `end` inclusive; all without a range. The caller destroys the stream.
   *
   * @throws {Error} with the code `ENOENT` for a missing file
   */
  read(key: string, range?: { readonly start: number; readonly end: number }): Promise<Readable>;

  /** Size in bytes; null for a missing file. */
  size(key: string): Promise<number | null>;

  /** Deletes a file, if it exists. */
  remove(key: string): Promise<void>;

  /** A local path for random access, such as to the entries of a ZIP. */
  localPath(key: string): Promise<string>;

  /** All keys with a prefix, in order. */
  list(prefix: string): AsyncIterable<string>;

  /** All files with a prefix, including incomplete ones left by a crash. */
  listAged(prefix: string): AsyncIterable<FileWithAge>;

  /** Whether the storage is writable. */
  check(): Promise<boolean>;
}
