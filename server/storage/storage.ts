import type { Readable } from "node:stream";

export interface StoredFile {
  readonly key: string;
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
}

/** Bytes from `start` to `end` inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface FileWithAge {
  readonly key: string;
  readonly bytes: number;
  readonly changedAt: Date;
}

/** An open file for reads at any position, such as of the entries of a ZIP. */
export interface RandomAccessFile {
  readonly bytes: number;
  /** Reads into the start of the buffer. Returns the number of bytes read. */
  read(buffer: Buffer, length: number, position: number): Promise<number>;
  /** Streams bytes from `start` to `end` inclusive. */
  stream(start: number, end: number): Readable;
  close(): Promise<void>;
}

/** A file on the local disk, for programs that need a path. */
export interface LocalFile {
  readonly path: string;
  /** After this the file may disappear. */
  release(): void;
}

/** Storage for book files. Keys are made by `createKey`, never from user input. */
export interface Storage {
  /**
   * Stores a stream atomically: temporary file, fsync, checksum, rename.
   *
   * @throws {ProblemError} `insufficient_storage`
   */
  put(key: string, content: Readable): Promise<StoredFile>;

  /**
   * Streams a file or a range of it. The caller destroys the stream.
   *
   * @throws {Error} with the code `ENOENT` for a missing file
   */
  read(key: string, range?: ByteRange): Promise<Readable>;

  /** Size in bytes; null for a missing file. */
  size(key: string): Promise<number | null>;

  /** Deletes a file, if it exists. */
  remove(key: string): Promise<void>;

  /** @throws {Error} with the code `ENOENT` for a missing file */
  openFile(key: string): Promise<RandomAccessFile>;

  /** @throws {Error} with the code `ENOENT` for a missing file */
  acquireLocal(key: string): Promise<LocalFile>;

  /** Whether the file is in the local media folder, from which nginx can send it. */
  isLocal(key: string): Promise<boolean>;

  /** All keys with a prefix, in order. */
  list(prefix: string): AsyncIterable<string>;

  /** All files with a prefix, including incomplete ones left by a crash. */
  listWithAge(prefix: string): AsyncIterable<FileWithAge>;

  /** Whether the storage is writable. */
  check(): Promise<boolean>;
}

/** Calls a function with the local path of a stored file. */
export async function withLocalFile<T>(
  storage: Storage,
  key: string,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const file = await storage.acquireLocal(key);
  try {
    return await use(file.path);
  } finally {
    file.release();
  }
}

/** Whether an error of a storage means that the file does not exist. */
export const isMissingFile = (error: unknown) => (error as { code?: unknown } | null)?.code === "ENOENT";
