import type { Seconds } from "#shared/api/schemas.ts";
import type { AudioLocation } from "./audio-position.ts";

const unmoved: Seconds = 0.5;

export class PausedReading {
  #left: AudioLocation | null = null;
  #page: AudioLocation | null = null;

  /**
   * @param left the audio position
   * @param page the audio position of the page, if known
   */
  readOn(left: AudioLocation, page: AudioLocation | null): void {
    this.#left = left;
    this.#page = page;
  }

  /** Null to keep the current audio position. */
  pageFor({ chapterNumber, time }: AudioLocation): AudioLocation | null {
    const left = this.#left;
    const isUnmoved = left?.chapterNumber === chapterNumber && Math.abs(left.time - time) < unmoved;
    return isUnmoved ? this.#page : null;
  }

  end(): void {
    this.#left = null;
  }
}
