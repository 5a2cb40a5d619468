import { type FileHandle, open } from "node:fs/promises";

const chunkBytes = 256 * 1024;

export class FileBytes {
  readonly size: number;
  readonly #handle: FileHandle;

  private constructor(handle: FileHandle, size: number) {
    this.#handle = handle;
    this.size = size;
  }

  static async open(path: string): Promise<FileBytes> {
    const handle = await open(path, "r");
    return new FileBytes(handle, (await handle.stat()).size);
  }

  /** Up to `length` bytes from `at`; fewer at the end of the file. */
  async read(at: number, length: number): Promise<Buffer> {
    const requested = Math.max(0, Math.min(length, this.size - at));
    const buffer = Buffer.allocUnsafe(requested);
    let filled = 0;
    while (filled < requested) {
      const { bytesRead } = await this.#handle.read(buffer, filled, requested - filled, at + filled);
      if (!bytesRead) break;
      filled += bytesRead;
    }
    return buffer.subarray(0, filled);
  }

  /** A window that moves forward over the file. */
  createWindow(): FileWindow {
    return new FileWindow(this);
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}

export class FileWindow {
  #start = 0;
  #buffer: Buffer = Buffer.alloc(0);
  readonly #file: FileBytes;

  constructor(file: FileBytes) {
    this.#file = file;
  }

  /** Loads at least `length` bytes from `at`, or up to the end of the file. */
  async load(at: number, length: number): Promise<void> {
    if (at >= this.#start && at + length <= this.#start + this.#buffer.length) return;
    this.#buffer = await this.#file.read(at, Math.max(length, chunkBytes));
    this.#start = at;
  }

  /** Whether `length` bytes from `at` are loaded. */
  isLoaded(at: number, length: number): boolean {
    return at >= this.#start && at + length <= this.#start + this.#buffer.length;
  }

  /** Bytes from `at`. */
  bytes(at: number): Buffer {
    return this.#buffer.subarray(at - this.#start);
  }
}
