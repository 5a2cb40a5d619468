import { deflateRawSync } from "node:zlib";

const blockBytes = 2_000;
/** The window size of Deflate in bytes (RFC 1951). */
const windowBytes = 32_768;

export class CompressedSizeEstimate {
  #bytes = 0;
  #pending = Buffer.alloc(0);
  #ahead: Buffer[] = [];
  #aheadBytes = 0;

  /** Bytes, without the last {@link blockBytes} or less. */
  get bytes(): number {
    return this.#bytes;
  }

  add(html: string): void {
    const bytes = Buffer.from(html);
    this.#ahead.push(bytes);
    this.#aheadBytes += bytes.length;
    if (this.#aheadBytes < blockBytes) return;
    const buffered = Buffer.concat(this.#ahead);
    this.#bytes += deflateRawSync(
      buffered,
      this.#pending.length > 0 ? { dictionary: this.#pending } : {},
    ).length;
    this.#pending = Buffer.concat([this.#pending, buffered]).subarray(-windowBytes);
    this.#ahead = [];
    this.#aheadBytes = 0;
  }
}
