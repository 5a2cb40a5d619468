import { wavOf } from "#client/lib/wav.ts";
import { bellRate, bellSamples, prayerChime, reminderChime } from "./bell.ts";

/** What is heard: a recording by its address, or one of the chimes. */
export type Ringing = { readonly recording: string } | "prayer-chime" | "reminder-chime";

export type RingOutcome =
  /** To its end. */
  | "over"
  | "stopped"
  /** The browser wants a press first. */
  | "blocked"
  /** It did not come, or cannot be played. */
  | "failed";

const chimes = { "prayer-chime": prayerChime, "reminder-chime": reminderChime } as const;
const chimeAddresses = new Map<keyof typeof chimes, string>();

/** Sounds one thing at a time. Knows no page: what shows may come and go meanwhile. */
export class Ringer {
  readonly #makeAudio: () => HTMLAudioElement;
  #audio: HTMLAudioElement | null = null;
  #end: (outcome: RingOutcome) => void = () => {};

  constructor(makeAudio: () => HTMLAudioElement = () => new Audio()) {
    this.#makeAudio = makeAudio;
  }

  /** @param volume 0 to 1. @param onHeard it has begun. */
  ring(ringing: Ringing, volume: number, onHeard: () => void): Promise<RingOutcome> {
    this.stop();
    const audio = this.#makeAudio();
    this.#audio = audio;
    audio.volume = volume;
    audio.setAttribute("src", addressOf(ringing));
    return new Promise((resolve) => {
      const end = (outcome: RingOutcome) => {
        resolve(outcome);
        if (this.#end === end) this.#letGo();
      };
      this.#end = end;
      audio.addEventListener("playing", onHeard, { once: true });
      audio.addEventListener("ended", () => end("over"));
      audio.addEventListener("error", () => end("failed"));
      // By a headset or a media key.
      audio.addEventListener("pause", () => !audio.ended && end("stopped"));
      audio.play().catch((error: unknown) => {
        const isBlocked = error instanceof DOMException && error.name === "NotAllowedError";
        end(isBlocked ? "blocked" : "failed");
      });
    });
  }

  /** Of what is heard. @param volume 0 to 1. */
  setVolume(volume: number): void {
    if (this.#audio) this.#audio.volume = volume;
  }

  stop(): void {
    this.#end("stopped");
  }

  #letGo(): void {
    this.#end = () => {};
    this.#audio?.pause();
    this.#audio?.removeAttribute("src");
    this.#audio = null;
  }
}

function addressOf(ringing: Ringing): string {
  if (typeof ringing === "object") return ringing.recording;
  const address =
    chimeAddresses.get(ringing) ?? URL.createObjectURL(wavOf(bellSamples(chimes[ringing]), bellRate));
  chimeAddresses.set(ringing, address);
  return address;
}
