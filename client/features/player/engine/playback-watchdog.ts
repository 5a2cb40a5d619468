import type { PlaybackCore } from "./playback-core.ts";
import type { PlayerCommand } from "./player-state.ts";
import { diagnose, getRetryDelay, stallTimeoutMs, type UrlProbe } from "./recovery.ts";
import { isSampleOver } from "./sample-end.ts";

export interface WatchdogDeps {
  readonly probe: UrlProbe;
  readonly log: (error: unknown) => void;
}

export class PlaybackWatchdog {
  readonly #core: PlaybackCore;
  readonly #deps: WatchdogDeps;
  #failures = 0;

  constructor(core: PlaybackCore, deps: WatchdogDeps) {
    this.#core = core;
    this.#deps = deps;
    addEventListener("online", () => {
      const { isPlaying, playbackError } = core.state;
      if (isPlaying && (playbackError === "offline" || playbackError === "unreachable")) this.retry();
    });
  }

  start(command: PlayerCommand | null): void {
    const { audio, state, store } = this.#core;
    audio.setRate(state.rate);
    audio.setVolume(state.volume, state.isMuted);
    audio.play().catch((error: unknown) => this.#onPlayRejected(error));
    this.#startStallTimer();
    if (command) store.emit(command);
  }

  /** Reloads the file at the current time and resumes. */
  readonly retry = (): void => {
    const { chapter, state, store, audio, timers } = this.#core;
    if (!chapter) return;
    timers.cancel("retry", "stuck");
    store.update({ isPlaying: true, isSilent: false });
    audio.load(chapter.audioUrl, chapter.start + state.time);
    this.start(null);
  };

  /** Failures are counted per file. */
  clearFailures(): void {
    this.#failures = 0;
  }

  onRecovered(): void {
    this.#core.timers.cancel("stuck", "retry");
    this.#failures = 0;
    this.#core.store.update({ playbackError: null, isSilent: this.#core.audio.isSilent });
  }

  /** Waiting for audio data. */
  onWaiting(): void {
    const { state, store, timers } = this.#core;
    if (!state.isPlaying || timers.has("start")) return;
    if (isSampleOver(state)) {
      this.#core.end("end-of-sample");
      return;
    }
    store.update({ playbackError: state.playbackError ?? "buffering" });
    this.#startStallTimer();
  }

  async onFailed(): Promise<void> {
    const core = this.#core;
    const { url } = core.audio;
    if (!core.state.track || !url) return;
    if (isSampleOver(core.state)) {
      core.end("end-of-sample");
      return;
    }
    core.timers.cancel("stuck", "end");
    this.#failures += 1;
    const playbackError = await diagnose(url, this.#deps.probe);
    if (core.audio.url !== url || core.audio.isSilent) return;
    const retryDelay = core.state.isPlaying ? getRetryDelay(playbackError, this.#failures) : null;
    const isRetryingFile = playbackError === "bad-file" && retryDelay !== null;
    core.store.update({
      playbackError: isRetryingFile ? "buffering" : playbackError,
      isPlaying: retryDelay !== null,
    });
    if (retryDelay !== null) core.timers.startTimer("retry", retryDelay, this.retry);
  }

  #startStallTimer(): void {
    this.#core.timers.startTimer("stuck", stallTimeoutMs, () => void this.onFailed());
  }

  #onPlayRejected(error: unknown): void {
    const name = error instanceof Error || error instanceof DOMException ? error.name : "";
    if (name === "AbortError") return;
    this.#deps.log(error);
    if (name !== "NotAllowedError") return;
    this.#core.timers.cancel("stuck");
    this.#core.store.update({ isPlaying: false, playbackError: "blocked" });
  }
}
