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
    this.readBytes(position, length).then((bytes) => {
      bytes.copy(buffer, offset);
      callback(null);
    }, callback);
  }

  /**
   * The bytes share memory with other reads.
   *
   * @throws {Error} when the file ends before
   */
  async readBytes(position: number, length: number): Promise<Buffer> {
    const existing = this.#findInBlock(position, length);
    if (existing) return existing;
    const block = Buffer.allocUnsafe(Math.max(length, blockBytes));
    const count = await this.#file.read(block, block.length, this.#start + position);
    if (count < length) throw new Error("unexpected EOF");
    if (length <= blockBytes) this.#block = { start: position, bytes: block.subarray(0, count) };
    return block.subarray(0, length);
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

  #findInBlock(position: number, length: number): Buffer | null {
    const from = position - this.#block.start;
    if (from < 0 || from + length > this.#block.bytes.length) return null;
    return this.#block.bytes.subarray(from, from + length);
  }
}
