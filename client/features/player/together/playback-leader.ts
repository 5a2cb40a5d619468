import type { Seconds } from "#shared/api/schemas.ts";
import type { SharedPlayback } from "#shared/listen-together/contract.ts";
import type { PlayerEngine } from "#client/features/player/engine/player-engine.ts";
import type { PlayerState } from "#client/features/player/engine/player-state.ts";
import { toBookTime } from "#client/features/player/engine/timeline.ts";
import { getSharedTime, toSharedPlayback } from "./shared-time.ts";

/** The host's position is sent again when it differs by more from where the others expect it. */
const maxDrift: Seconds = 0.1;
/** At most one correction in this time; commands are sent at once. */
const minIntervalMs = 1_000;

export type LeadingEngine = Pick<PlayerEngine, "getState" | "now" | "onCommand">;

/** Sends what the host does to the others. */
export class PlaybackLeader {
  readonly #engine: LeadingEngine;
  readonly #getServerMs: () => number;
  readonly #send: (playback: SharedPlayback) => Promise<boolean>;
  readonly #stopListening: () => void;
  /** Null when the server did not take it. */
  #sent: SharedPlayback | null;
  #sentAt = 0;
  #isSending = false;
  #mustSend = false;

  /** @param send resolves to whether the server took it */
  constructor(
    engine: LeadingEngine,
    playback: SharedPlayback,
    {
      getServerMs,
      send,
    }: { readonly getServerMs: () => number; readonly send: (playback: SharedPlayback) => Promise<boolean> },
  ) {
    this.#engine = engine;
    this.#sent = playback;
    this.#getServerMs = getServerMs;
    this.#send = send;
    this.#stopListening = engine.onCommand((command) => {
      if (command === "time") return;
      this.#mustSend = true;
      // A command may be followed by its changes of the state.
      queueMicrotask(() => this.tick());
    });
  }

  /** Sends the position when the others would be wrong about it; called several times a second. */
  tick(): void {
    const playback = this.getPlayback();
    if (!playback || this.#isSending) return;
    const isDue = performance.now() - this.#sentAt >= minIntervalMs;
    if (!this.#mustSend && !(isDue && this.#hasChanged(playback))) return;
    this.#mustSend = false;
    this.#isSending = true;
    this.#sent = playback;
    this.#sentAt = performance.now();
    void this.#send(playback).then((isTaken) => {
      this.#isSending = false;
      if (!isTaken) this.#sent = null;
      if (this.#mustSend) this.tick();
    });
  }

  /** Null while the book loads, and after its end, which the others reach themselves. */
  getPlayback(): SharedPlayback | null {
    const state = this.#engine.getState();
    if (!state.playlist || state.ending !== null) return null;
    const position = { index: state.chapterIndex, time: this.#engine.now() };
    return toSharedPlayback(
      state.playlist,
      position,
      { rate: state.rate, isPlaying: isHeard(state) },
      this.#getServerMs(),
    );
  }

  stop(): void {
    this.#stopListening();
  }

  #hasChanged(playback: SharedPlayback): boolean {
    const { playlist, chapterIndex } = this.#engine.getState();
    if (!playlist) return false;
    if (!this.#sent) return true;
    const { rate, isPlaying } = this.#sent;
    if (playback.rate !== rate || playback.isPlaying !== isPlaying) return true;
    const own = toBookTime(playlist, { index: chapterIndex, time: playback.offset });
    return Math.abs(own - getSharedTime(playlist, this.#sent, playback.at.getTime())) > maxDrift;
  }
}

/** While the host's player waits for data, the others wait too. */
const isHeard = ({ isPlaying, playbackError }: PlayerState): boolean => isPlaying && playbackError === null;
