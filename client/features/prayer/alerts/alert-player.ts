import { encodeWav } from "#client/lib/audio/wav.ts";
import { chimeSampleRate, prayerChime, reminderChime, synthesizeChime } from "./synthesize-chime.ts";

export type AlertSource = { readonly recording: string } | "prayer-chime" | "reminder-chime";

export type AlertOutcome = "ended" | "stopped" | "blocked" | "failed" | "stalled";

const stallTimeoutMs = 10_000;
/** Delay before the first retry; each further one waits as much longer. */
const retryDelayMs = 1_000;
const maxRetries = 4;

const chimes = { "prayer-chime": prayerChime, "reminder-chime": reminderChime } as const;
const chimeUrls = new Map<keyof typeof chimes, string>();

export class AlertPlayer {
  readonly #createAudio: () => HTMLAudioElement;
  #audio: HTMLAudioElement | null = null;
  #end: (outcome: AlertOutcome) => void = () => {};
  #timeout: ReturnType<typeof setTimeout> | undefined;

  constructor(createAudio: () => HTMLAudioElement = () => new Audio()) {
    this.#createAudio = createAudio;
  }

  /**
   * Resolves when playback has ended.
   *
   * @param volume 0 to 1
   * @param onPlaying called when playback starts
   * @param from seconds from the beginning
   */
  play(source: AlertSource, volume: number, onPlaying: () => void, from = 0): Promise<AlertOutcome> {
    this.stop();
    const audio = this.#createAudio();
    this.#audio = audio;
    audio.volume = volume;
    audio.setAttribute("src", getUrl(source));
    const seekToStart = () => {
      audio.currentTime = from;
    };
    if (from > 0) audio.addEventListener("loadedmetadata", seekToStart, { once: true });
    return new Promise((resolve) => {
      const end = (outcome: AlertOutcome) => {
        clearTimeout(this.#timeout);
        resolve(outcome);
        if (this.#end === end) this.#release();
      };
      this.#end = end;
      audio.addEventListener("playing", onPlaying, { once: true });
      audio.addEventListener("ended", () => end("ended"));
      audio.addEventListener("pause", () => !audio.ended && end("stopped"));
      this.#retryOnStall(audio, end);
      audio.play().catch((error: unknown) => {
        const isBlocked = error instanceof DOMException && error.name === "NotAllowedError";
        if (isBlocked) end("blocked");
        else if (audio.currentTime === 0) end("failed");
      });
    });
  }

  get progress(): { readonly elapsed: number; readonly remaining: number | null } {
    const [elapsed, length] = [this.#audio?.currentTime ?? 0, this.#audio?.duration ?? Number.NaN];
    return { elapsed, remaining: Number.isFinite(length) ? Math.max(0, length - elapsed) : null };
  }

  /** @param volume 0 to 1 */
  setVolume(volume: number): void {
    if (this.#audio) this.#audio.volume = volume;
  }

  stop(): void {
    this.#end("stopped");
  }

  #retryOnStall(audio: HTMLAudioElement, end: (outcome: AlertOutcome) => void): void {
    let attempts = 0;
    const schedule = (ms: number, callback: () => void) => {
      clearTimeout(this.#timeout);
      this.#timeout = setTimeout(callback, ms);
    };
    const retry = () => {
      const at = audio.currentTime;
      if (at === 0) return end("failed");
      if (++attempts > maxRetries) return end("stalled");
      schedule(retryDelayMs * attempts, () => {
        audio.setAttribute("src", audio.getAttribute("src") ?? "");
        audio.currentTime = at;
        schedule(stallTimeoutMs, retry);
        audio.play().catch(() => {});
      });
    };
    audio.addEventListener("error", retry);
    audio.addEventListener("waiting", () => schedule(stallTimeoutMs, retry));
    audio.addEventListener("playing", () => clearTimeout(this.#timeout));
    schedule(stallTimeoutMs, retry);
  }

  #release(): void {
    this.#end = () => {};
    this.#audio?.pause();
    this.#audio?.removeAttribute("src");
    this.#audio = null;
  }
}

function getUrl(source: AlertSource): string {
  if (typeof source === "object") return source.recording;
  const url =
    chimeUrls.get(source) ?? URL.createObjectURL(encodeWav(synthesizeChime(chimes[source]), chimeSampleRate));
  chimeUrls.set(source, url);
  return url;
}
