import type { PlaybackCore } from "./playback-core.ts";
import type { Act } from "./player-state.ts";
import { diagnose, retryWait, stallTimeoutMs, type UrlProbe } from "./recovery.ts";
import { isSampleOver } from "./sample-end.ts";

export interface WatchdogDeps {
  readonly probe: UrlProbe;
  readonly log: (error: unknown) => void;
}

export class PlaybackWatchdog {
  readonly #deck: PlaybackCore;
  readonly #informants: WatchdogDeps;
  #failures = 0;

  constructor(deck: PlaybackCore, informants: WatchdogDeps) {
    this.#deck = deck;
    this.#informants = informants;
    addEventListener("online", () => {
      const { isPlaying, playbackError } = deck.state;
      if (isPlaying && (playbackError === "offline" || playbackError === "unreachable")) this.retry();
    });
  }

  start(act: Act | null): void {
    const { sound, state, store } = this.#deck;
    sound.setRate(state.rate);
    sound.setVolume(state.volume, state.isMuted);
    sound.play().catch((error: unknown) => this.#playRefused(error));
    this.#watchStuck();
    if (act) store.tell(act);
  }

  /** Reloads the file at the current time and resumes. */
  readonly retry = (): void => {
    const { chapter, state, store, sound, timers } = this.#deck;
    if (!chapter) return;
    timers.cancel("retry", "stuck");
    store.update({ isPlaying: true });
    sound.load(chapter.audioUrl, chapter.start + state.time);
    this.start(null);
  };

  /** Failures are counted per file. */
  clearFailures(): void {
    this.#failures = 0;
  }

  recovered(): void {
    this.#deck.timers.cancel("stuck", "retry");
    this.#failures = 0;
    this.#deck.store.update({ playbackError: null });
  }

  /** Waiting for audio data. */
  waits(): void {
    const { state, store, timers } = this.#deck;
    if (!state.isPlaying || timers.has("start")) return;
    if (isSampleOver(state)) {
      this.#deck.end("end-of-sample");
      return;
    }
    store.update({ playbackError: state.playbackError ?? "buffering" });
    this.#watchStuck();
  }

  async failed(): Promise<void> {
    const deck = this.#deck;
    const { url } = deck.sound;
    if (!deck.state.track || !url) return;
    if (isSampleOver(deck.state)) {
      deck.end("end-of-sample");
      return;
    }
    deck.timers.cancel("stuck", "end");
    this.#failures += 1;
    const playbackError = await diagnose(url, this.#informants.probe);
    if (deck.sound.url !== url) return;
    const wait = deck.state.isPlaying ? retryWait(playbackError, this.#failures) : null;
    deck.store.update({ playbackError, isPlaying: wait !== null });
    if (wait !== null) deck.timers.after("retry", wait, this.retry);
  }

  #watchStuck(): void {
    this.#deck.timers.after("stuck", stallTimeoutMs, () => void this.failed());
  }

  #playRefused(error: unknown): void {
    const name = error instanceof Error || error instanceof DOMException ? error.name : "";
    if (name === "AbortError") return;
    this.#informants.log(error);
    if (name !== "NotAllowedError") return;
    this.#deck.timers.cancel("stuck");
    this.#deck.store.update({ isPlaying: false, playbackError: "blocked" });
  }
}
