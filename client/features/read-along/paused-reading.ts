import type { Seconds } from "#shared/api/schemas.ts";
import type { AudioLocation } from "./audio-position.ts";

const toleranceSeconds: Seconds = 0.5;

export class PausedReading {
  #audio: AudioLocation | null = null;
  #page: AudioLocation | null = null;

  /**
   * @param audio the audio position
   * @param page the audio position of the page, if known
   */
  store(audio: AudioLocation, page: AudioLocation | null): void {
    this.#audio = audio;
    this.#page = page;
  }

  /** Null to keep the current audio position. */
  getPage({ chapterNumber, time }: AudioLocation): AudioLocation | null {
    const audio = this.#audio;
    const hasNotMoved =
      audio?.chapterNumber === chapterNumber && Math.abs(audio.time - time) < toleranceSeconds;
    return hasNotMoved ? this.#page : null;
  }

  clear(): void {
    this.#audio = null;
  }
}
