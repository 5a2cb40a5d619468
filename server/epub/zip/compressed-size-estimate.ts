import { deflateRawSync } from "node:zlib";

const grain = 2_000;
/** The window size of Deflate in bytes (RFC 1951). */
const reach = 32_768;

export class CompressedSizeEstimate {
  #bytes = 0;
  #seen = Buffer.alloc(0);
  #ahead: Buffer[] = [];
  #aheadBytes = 0;

  /** Bytes, without the last {@link grain} or less. */
  get bytes(): number {
    return this.#bytes;
  }

  add(html: string): void {
    const bytes = Buffer.from(html);
    this.#ahead.push(bytes);
    this.#aheadBytes += bytes.length;
    if (this.#aheadBytes < grain) return;
    const grown = Buffer.concat(this.#ahead);
    this.#bytes += deflateRawSync(grown, this.#seen.length > 0 ? { dictionary: this.#seen } : {}).length;
    this.#seen = Buffer.concat([this.#seen, grown]).subarray(-reach);
    this.#ahead = [];
    this.#aheadBytes = 0;
  }
}
