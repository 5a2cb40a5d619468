import { encodeWav } from "#client/lib/audio/wav.ts";
import { chimeSampleRate, chimeSamples, prayerChime, reminderChime } from "./synthesize-chime.ts";

export type AlertPlaybackHandle = { readonly recording: string } | "prayer-chime" | "reminder-chime";

export type AlertOutcome =
  /** Resolves at the end. */
  "over" | "stopped" | "blocked" | "failed" | "cut";

const hangTimeoutMs = 10_000;
/** Delay before the first retry; each further one waits as much longer. */
const repeatAfterMs = 1_000;
const maxTries = 4;

const chimes = { "prayer-chime": prayerChime, "reminder-chime": reminderChime } as const;
const chimeUrls = new Map<keyof typeof chimes, string>();

export class AlertPlayer {
  readonly #makeAudio: () => HTMLAudioElement;
  #audio: HTMLAudioElement | null = null;
  #end: (outcome: AlertOutcome) => void = () => {};
  #patience: ReturnType<typeof setTimeout> | undefined;

  constructor(createAudio: () => HTMLAudioElement = () => new Audio()) {
    this.#makeAudio = createAudio;
  }

  /**
   * @param volume 0 to 1
   * @param onHeard called when playback starts
   * @param from seconds from the beginning
   */
  ring(ringing: AlertPlaybackHandle, volume: number, onHeard: () => void, from = 0): Promise<AlertOutcome> {
    this.stop();
    const audio = this.#makeAudio();
    this.#audio = audio;
    audio.volume = volume;
    audio.setAttribute("src", getAddress(ringing));
    const forward = () => {
      audio.currentTime = from;
    };
    if (from > 0) audio.addEventListener("loadedmetadata", forward, { once: true });
    return new Promise((resolve) => {
      const end = (outcome: AlertOutcome) => {
        clearTimeout(this.#patience);
        resolve(outcome);
        if (this.#end === end) this.#letGo();
      };
      this.#end = end;
      audio.addEventListener("playing", onHeard, { once: true });
      audio.addEventListener("ended", () => end("over"));
      audio.addEventListener("pause", () => !audio.ended && end("stopped"));
      this.#mend(audio, end);
      audio.play().catch((error: unknown) => {
        const isBlocked = error instanceof DOMException && error.name === "NotAllowedError";
        if (isBlocked) end("blocked");
        else if (audio.currentTime === 0) end("failed");
      });
    });
  }

  get course(): { readonly heard: number; readonly left: number | null } {
    const [result, length] = [this.#audio?.currentTime ?? 0, this.#audio?.duration ?? Number.NaN];
    return { heard: result, left: Number.isFinite(length) ? Math.max(0, length - result) : null };
  }

  /** @param volume 0 to 1 */
  setVolume(volume: number): void {
    if (this.#audio) this.#audio.volume = volume;
  }

  stop(): void {
    this.#end("stopped");
  }

  #mend(audio: HTMLAudioElement, end: (outcome: AlertOutcome) => void): void {
    let tries = 0;
    const within = (ms: number, act: () => void) => {
      clearTimeout(this.#patience);
      this.#patience = setTimeout(act, ms);
    };
    const again = () => {
      const at = audio.currentTime;
      if (at === 0) return end("failed");
      if (++tries > maxTries) return end("cut");
      within(repeatAfterMs * tries, () => {
        audio.setAttribute("src", audio.getAttribute("src") ?? "");
        audio.currentTime = at;
        within(hangTimeoutMs, again);
        audio.play().catch(() => {});
      });
    };
    audio.addEventListener("error", again);
    audio.addEventListener("waiting", () => within(hangTimeoutMs, again));
    audio.addEventListener("playing", () => clearTimeout(this.#patience));
    within(hangTimeoutMs, again);
  }

  #letGo(): void {
    this.#end = () => {};
    this.#audio?.pause();
    this.#audio?.removeAttribute("src");
    this.#audio = null;
  }
}

function getAddress(ringing: AlertPlaybackHandle): string {
  if (typeof ringing === "object") return ringing.recording;
  const address =
    chimeUrls.get(ringing) ?? URL.createObjectURL(encodeWav(chimeSamples(chimes[ringing]), chimeSampleRate));
  chimeUrls.set(ringing, address);
  return address;
}
