import type { Seconds } from "#shared/api/schemas.ts";
import type { AudioSpot } from "./audio-position.ts";

/** A sound that was left so near to where it stands now has not been moved. */
const unmoved: Seconds = 0.5;

/** Remembers that the reader read on while the sound was silent: the sound then goes on from the page. */
export class PausedReading {
  #left: AudioSpot | null = null;
  #page: AudioSpot | null = null;

  /** The page was turned by hand. @param left where the sound stands. @param page where the page is heard, if that is known. */
  readOn(left: AudioSpot, page: AudioSpot | null): void {
    this.#left = left;
    this.#page = page;
  }

  /** Where the sound is to go on; null where it stays, as when somebody moved it since. */
  pageFor({ chapterNumber, time }: AudioSpot): AudioSpot | null {
    const left = this.#left;
    const isUnmoved = left?.chapterNumber === chapterNumber && Math.abs(left.time - time) < unmoved;
    return isUnmoved ? this.#page : null;
  }

  /** The sound goes on. */
  end(): void {
    this.#left = null;
  }
}
