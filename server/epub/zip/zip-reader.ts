import type { Readable } from "node:stream";
import { RandomAccessReader } from "yauzl";
import type { RandomAccessFile } from "#server/storage/storage.ts";

/** Read-ahead in bytes; the directory has about 100 bytes per file. */
const blockBytes = 128 * 1024;

interface Block {
  readonly start: number;
  readonly bytes: Buffer;
}

/** Random access to a ZIP in a file, with read-ahead for small reads. */
export class ZipReader extends RandomAccessReader {
  readonly #file: RandomAccessFile;
  readonly #start: number;
  #block: Block = { start: 0, bytes: Buffer.alloc(0) };

  /**
   * @param file closed with the ZIP
   * @param start the offset of the ZIP in the file
   */
  constructor(file: RandomAccessFile, start = 0) {
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
    const block = Buffer.allocUnsafe(Math.max(length, blockBytes));
    this.#file.read(block, block.length, this.#start + position).then((count) => {
      this.#block = { start: position, bytes: block.subarray(0, count) };
      const isCopied = this.#copy(buffer, offset, length, position);
      callback(isCopied ? null : new Error("unexpected EOF"));
    }, callback);
  }

  dispose(): void {
    this.#block = { start: 0, bytes: Buffer.alloc(0) };
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return this.#file.stream(this.#start + start, this.#start + end - 1);
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
