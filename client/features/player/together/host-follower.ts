import type { SharedPlayback } from "#shared/listen-together/contract.ts";
import type { PlayerEngine } from "#client/features/player/engine/player-engine.ts";
import type { PlayerState } from "#client/features/player/engine/player-state.ts";
import { findTrackPosition, getBookDuration, toBookTime } from "#client/features/player/engine/timeline.ts";
import { getRateFactor, getSharedTime, maxRateDrift } from "./shared-time.ts";

/** A seek takes some time until its position is heard. */
const settleMs = 1_500;
/** Of a paused player, in seconds. */
const maxPausedDrift = 0.3;

interface FollowerEvents {
  /** The member paused, or plays again. */
  readonly onHold: (isHeld: boolean) => void;
  /** The member moved or changed the speed, which the host sets. */
  readonly onCorrected: () => void;
}

export type FollowingEngine = Pick<
  PlayerEngine,
  | ("getState" | "now" | "onCommand" | "play" | "pause")
  | ("jump" | "seekInBook" | "setPosition" | "setRate" | "scaleRate")
>;

/** Keeps a member's player where the host is. */
export class HostFollower {
  readonly #engine: FollowingEngine;
  readonly #events: FollowerEvents;
  readonly #getServerMs: () => number;
  readonly #stopListening: () => void;
  #playback: SharedPlayback;
  #isActing = false;
  #isHeld = false;
  #factor = 1;
  #settlesAt = 0;

  constructor(
    engine: FollowingEngine,
    playback: SharedPlayback,
    { getServerMs, ...events }: FollowerEvents & { readonly getServerMs: () => number },
  ) {
    this.#engine = engine;
    this.#playback = playback;
    this.#getServerMs = getServerMs;
    this.#events = events;
    this.#stopListening = engine.onCommand((command) => {
      if (this.#isActing) return;
      if (command === "pause" && this.#playback.isPlaying) this.#setHeld(true);
      else if (command === "play" || command === "restart") this.#setHeld(false);
      else if (command === "seek") this.#events.onCorrected();
    });
  }

  follow(playback: SharedPlayback): void {
    const isMoved = playback.at.getTime() !== this.#playback.at.getTime();
    this.#playback = playback;
    if (isMoved) this.#settlesAt = 0;
    this.tick();
  }

  /** Corrects the player; called several times a second. */
  tick(): void {
    const state = this.#engine.getState();
    const { rate, isPlaying } = this.#playback;
    if (!state.playlist) return;
    if (state.rate !== rate) {
      this.#engine.setRate(rate);
      this.#factor = 1;
    }
    if (!isPlaying) this.#holdAt(state);
    else if (!this.#isHeld) this.#play(state);
  }

  stop(): void {
    this.#stopListening();
    this.#engine.scaleRate(1);
  }

  #holdAt(state: PlayerState): void {
    const { playlist, isPlaying, ending } = state;
    if (isPlaying) this.#act(() => this.#engine.pause());
    if (!playlist || ending) return;
    const target = this.#getTarget(state);
    if (Math.abs(this.#getDrift(state)) > maxPausedDrift)
      this.#engine.setPosition(findTrackPosition(playlist, target));
  }

  #play(state: PlayerState): void {
    const { playlist, isPlaying, playbackError, ending } = state;
    if (!playlist) return;
    const isOver = this.#getTarget(state) >= getBookDuration(playlist) - maxRateDrift;
    if (isPlaying) {
      if (!playbackError && !isOver) this.#correct(state);
      return;
    }
    // The browser waits for a press of the button, or the file cannot be played.
    if (playbackError || isOver || ending) return;
    this.#engine.setPosition(findTrackPosition(playlist, this.#getTarget(state)));
    this.#act(() => this.#engine.play());
    this.#settle();
  }

  #correct(state: PlayerState): void {
    const drift = this.#getDrift(state);
    if (Math.abs(drift) <= maxRateDrift) {
      this.#setFactor(getRateFactor(drift));
      return;
    }
    if (performance.now() < this.#settlesAt) return;
    this.#setFactor(1);
    this.#act(() => this.#engine.seekInBook(this.#getTarget(state)));
    this.#settle();
  }

  #setFactor(factor: number): void {
    if (factor === this.#factor) return;
    this.#factor = factor;
    this.#engine.scaleRate(factor);
  }

  #getTarget({ playlist }: PlayerState): number {
    return playlist ? getSharedTime(playlist, this.#playback, this.#getServerMs()) : 0;
  }

  /** Seconds ahead of the host. */
  #getDrift(state: PlayerState): number {
    if (!state.playlist) return 0;
    const own = toBookTime(state.playlist, { index: state.chapterIndex, time: this.#engine.now() });
    return own - this.#getTarget(state);
  }

  #settle(): void {
    this.#settlesAt = performance.now() + settleMs;
  }

  #setHeld(isHeld: boolean): void {
    if (this.#isHeld === isHeld) return;
    this.#isHeld = isHeld;
    this.#events.onHold(isHeld);
  }

  #act(command: () => void): void {
    this.#isActing = true;
    command();
    this.#isActing = false;
  }
}
