import { createHash } from "node:crypto";
import { readFileSync, utimesSync } from "node:fs";
import { Readable } from "node:stream";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { bands } from "#server/align/mel.ts";
import { getSpeechFrames } from "#server/align/spoken-text.ts";
import { LocalStorage } from "#server/storage/local.ts";
import type { Espeak } from "./espeak.ts";

/** Changes when the features or the file format change. */
const format = 1;

/** The frames of one sentence; null for text without speech. */
export type SpokenSentence = Uint8Array | null;

/**
 * Synthesized speech, stored per document under a hash of its sentences and its voice, so that an unchanged
 * document is spoken once.
 */
export class ReferenceSpeech {
  readonly #storage: LocalStorage;
  readonly #espeak: Espeak;

  constructor(folder: string, espeak: Espeak) {
    this.#storage = new LocalStorage(folder);
    this.#espeak = espeak;
  }

  /** @param spoken called for each sentence that is synthesized now */
  async speak(sentences: readonly string[], onSpoken: () => void): Promise<readonly SpokenSentence[]> {
    const key = this.#getKey(sentences);
    const stored = await this.#read(key, sentences.length);
    if (stored) return stored;
    const parts = sentences.map((sentence) => {
      onSpoken();
      const features = this.#espeak.speak(sentence);
      return features && getSpeechFrames(features);
    });
    await this.#write(key, parts);
    return parts;
  }

  #getKey(sentences: readonly string[]): string {
    const content = JSON.stringify([format, this.#espeak.identity, sentences]);
    const hash = createHash("sha256").update(content).digest("hex");
    return `${hash.slice(0, 2)}/${hash}.bin`;
  }

  /** Null when nothing or something damaged is stored. */
  async #read(key: string, count: number): Promise<readonly SpokenSentence[] | null> {
    const file = this.#storage.localPath(key);
    try {
      const parts = decodeParts(inflateRawSync(readFileSync(file)), count);
      if (parts) utimesSync(file, new Date(), new Date());
      return parts;
    } catch {
      return null;
    }
  }

  /** A full disk does not stop the alignment. */
  async #write(key: string, parts: readonly SpokenSentence[]): Promise<void> {
    const content = deflateRawSync(encodeParts(parts), { level: 1 });
    await this.#storage.put(key, Readable.from([content])).catch(() => {});
  }
}

/** The frame counts of the sentences, then their frames. */
function encodeParts(parts: readonly SpokenSentence[]): Buffer {
  const counts = Buffer.alloc(parts.length * 4);
  parts.forEach((part, index) => void counts.writeUInt32LE((part?.length ?? 0) / bands, index * 4));
  return Buffer.concat([counts, ...parts.flatMap((part) => part ?? [])]);
}

function decodeParts(bytes: Buffer, count: number): readonly SpokenSentence[] | null {
  let index = count * 4;
  const parts = Array.from({ length: count }, (_, sentence) => {
    const length = bytes.readUInt32LE(sentence * 4) * bands;
    const part = bytes.subarray(index, index + length);
    index += length;
    return length === 0 ? null : part;
  });
  return index === bytes.length ? parts : null;
}
