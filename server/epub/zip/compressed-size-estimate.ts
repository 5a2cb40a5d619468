import { deflateRawSync } from "node:zlib";

const blockBytes = 2_000;
/** The window size of Deflate in bytes (RFC 1951). */
const windowBytes = 32_768;

export class CompressedSizeEstimate {
  #bytes = 0;
  #dictionary = Buffer.alloc(0);
  #buffered: Buffer[] = [];
  #bufferedBytes = 0;

  /** Bytes, without the last {@link blockBytes} or less. */
  get bytes(): number {
    return this.#bytes;
  }

  add(html: string): void {
    const bytes = Buffer.from(html);
    this.#buffered.push(bytes);
    this.#bufferedBytes += bytes.length;
    if (this.#bufferedBytes < blockBytes) return;
    const buffered = Buffer.concat(this.#buffered);
    this.#bytes += deflateRawSync(
      buffered,
      this.#dictionary.length > 0 ? { dictionary: this.#dictionary } : {},
    ).length;
    this.#dictionary = Buffer.concat([this.#dictionary, buffered]).subarray(-windowBytes);
    this.#buffered = [];
    this.#bufferedBytes = 0;
  }
}
