import { createReadStream, read } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import type { Readable } from "node:stream";
import { RandomAccessReader } from "yauzl";

/** Read-ahead in bytes; the directory has about 100 bytes per file. */
const blockBytes = 128 * 1024;

/** Closing a stream keeps the file open for other readers. */
const externalReader = { read, close: (_: number, done: () => void) => done() };

interface Block {
  readonly start: number;
  readonly bytes: Buffer;
}

/** Random access to a ZIP in a file, with read-ahead for small reads. */
export class ZipReader extends RandomAccessReader {
  readonly #file: FileHandle;
  readonly #start: number;
  #block: Block = { start: 0, bytes: Buffer.alloc(0) };

  /**
   * @param file closed with the ZIP
   * @param start the offset of the ZIP in the file
   */
  constructor(file: FileHandle, start = 0) {
    super();
    this.#file = file;
    this.#start = start;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    if (this.#copy(buffer, offset, length, position)) {
      queueMicrotask(() => callback(null));
      return;
    }
    const ahead = Buffer.allocUnsafe(Math.max(length, blockBytes));
    read(this.#file.fd, ahead, 0, ahead.length, this.#start + position, (error, count) => {
      if (error) return callback(error);
      this.#block = { start: position, bytes: ahead.subarray(0, count) };
      const isThere = this.#copy(buffer, offset, length, position);
      callback(isThere ? null : new Error("unexpected EOF"));
    });
  }

  dispose(): void {
    this.#block = { start: 0, bytes: Buffer.alloc(0) };
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const [first, last] = [this.#start + start, this.#start + end - 1];
    return createReadStream("", { fd: this.#file.fd, fs: externalReader, start: first, end: last });
  }

  override close(callback: (error: Error | null) => void): void {
    this.#file.close().then(() => callback(null), callback);
  }

  #copy(buffer: Buffer, offset: number, length: number, position: number): boolean {
    const from = position - this.#block.start;
    if (from < 0 || from + length > this.#block.bytes.length) return false;
    this.#block.bytes.copy(buffer, offset, from, from + length);
    return true;
  }
}
