import type { PlayerEngine } from "#client/features/player/engine/player-engine.ts";
import type { PlayerCommand } from "#client/features/player/engine/player-state.ts";
import { getDuration, toBookTime } from "#client/features/player/engine/timeline.ts";
import { Store } from "#client/lib/store.ts";

/** When playback pauses. */
export type SleepPlan =
  /** Minutes of listening; pauses do not count. */
  | { readonly kind: "minutes"; readonly minutes: number }
  /** The end of a chapter; without an index, of the current one. */
  | { readonly kind: "chapter"; readonly index?: number }
  | { readonly kind: "time"; readonly at: Date };

export interface SleepState {
  /** Null while no timer runs. */
  readonly plan: SleepPlan | null;
  /** Remaining whole seconds of clock time, or of listening where the plan counts that. */
  readonly remaining: number;
  readonly hasFired: boolean;
}

const minuteMs = 60_000;
export const sleepFadeMs = 30_000;
export const extendMinutes = 5;
const nearEndMs = 10_000;
/** For this long after it fired, Play restarts the same timer. */
const repeatMs = 2 * minuteMs;
const tickMs = 250;
const noTimer: SleepState = { plan: null, remaining: 0, hasFired: false };

export type SleepTarget = Pick<
  PlayerEngine,
  "setFade" | "getState" | "now" | "onCommand" | "pause" | "play" | "skip" | "subscribe"
>;

interface SleepClock {
  /** Monotonic milliseconds. */
  readonly ticks: () => number;
  readonly now: () => number;
}

const deviceClock: SleepClock = { ticks: () => performance.now(), now: () => Date.now() };

export class SleepTimer {
  readonly #engine: SleepTarget;
  readonly #clock: SleepClock;
  readonly #state = new Store(noTimer);
  #remainingMs = 0;
  #chapterIndex = 0;
  #lastTick = 0;
  #lastFired: { readonly plan: SleepPlan; readonly at: number } | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;
  #isFaded = false;
  readonly #cancelListeners = new Set<() => void>();
  readonly #fadeListeners = new Set<() => void>();

  constructor(engine: SleepTarget, clock: SleepClock = deviceClock) {
    this.#engine = engine;
    this.#clock = clock;
    engine.onCommand((command) => this.#onCommand(command));
    engine.subscribe(() => {
      if (engine.getState().track === null && this.getState() !== noTimer) this.cancel();
    });
  }

  readonly getState = this.#state.getState;
  readonly subscribe = this.#state.subscribe;

  start(plan: SleepPlan): void {
    this.#lastFired = null;
    this.#restoreVolume();
    this.#remainingMs = plan.kind === "minutes" ? plan.minutes * minuteMs : 0;
    this.#chooseChapter();
    if (plan.kind === "chapter" && plan.index !== undefined) this.#chapterIndex = plan.index;
    this.#lastTick = this.#clock.ticks();
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#tick(), tickMs);
    this.#change({ plan, hasFired: false });
    this.#tick();
  }

  /** Calls when the listener turns the timer off. */
  onCancel(listener: () => void): void {
    this.#cancelListeners.add(listener);
  }

  /** Calls when the sound begins to fade. */
  onFade(listener: () => void): void {
    this.#fadeListeners.add(listener);
  }

  get isFading(): boolean {
    return this.#isFaded;
  }

  readonly turnOff = (): void => {
    this.cancel();
    for (const listener of this.#cancelListeners) listener();
  };

  readonly cancel = (): void => {
    this.#lastFired = null;
    this.#stopTicking();
    this.#change(noTimer);
  };

  readonly extend = (): void => {
    const { plan } = this.getState();
    const { playlist } = this.#engine.getState();
    if (plan?.kind === "minutes") this.#remainingMs += extendMinutes * minuteMs;
    if (plan?.kind === "chapter" && playlist?.chapters[this.#chapterIndex + 1]) this.#chapterIndex += 1;
    this.#tick();
  };

  /** Resumes after it fired and restarts the same timer. */
  readonly continueListening = (): void => {
    // Restores the volume after a fade; at the end of a chapter the fade would end there.
    if (this.#lastFired?.plan.kind !== "chapter")
      this.#engine.skip((-sleepFadeMs / 1000) * this.#engine.getState().rate);
    this.#engine.play();
  };

  get hasChapters(): boolean {
    return this.#engine.getState().playlist !== null;
  }

  canExtend(): boolean {
    const { plan } = this.getState();
    if (plan?.kind !== "chapter") return plan?.kind === "minutes";
    return this.#engine.getState().playlist?.chapters[this.#chapterIndex + 1] !== undefined;
  }

  #tick(): void {
    const { plan } = this.getState();
    const ticks = this.#clock.ticks();
    const { isPlaying, playbackError } = this.#engine.getState();
    if (this.#lastFired && this.#clock.ticks() - this.#lastFired.at > repeatMs) this.cancel();
    if (!plan) return;
    if (isPlaying && playbackError === null) this.#remainingMs -= ticks - this.#lastTick;
    this.#lastTick = ticks;
    const remaining = this.#getRemainingMs(plan);
    if (remaining === null) return;
    if (remaining <= 0) this.#fire(plan);
    else {
      if (remaining < sleepFadeMs) this.#fade(remaining / sleepFadeMs);
      else this.#restoreVolume();
      this.#change({ remaining: Math.ceil(remaining / 1000) });
    }
  }

  #getRemainingMs(plan: SleepPlan): number | null {
    if (plan.kind === "minutes") return this.#remainingMs;
    if (plan.kind === "time") return plan.at.getTime() - this.#clock.now();
    return this.#getMsToChapterEnd(this.#chapterIndex);
  }

  #getMsToChapterEnd(index: number): number | null {
    const { playlist, chapterIndex, rate } = this.#engine.getState();
    const chapter = playlist?.chapters[index];
    if (!playlist || !chapter) return null;
    const end = toBookTime(playlist, { index, time: getDuration(chapter) });
    const current = toBookTime(playlist, { index: chapterIndex, time: this.#engine.now() });
    return ((end - current) / rate) * 1000;
  }

  #onCommand(command: PlayerCommand): void {
    const { plan } = this.getState();
    const { chapterIndex } = this.#engine.getState();
    if (command === "play" && this.#lastFired) this.#restart(this.#lastFired.plan);
    else if (command === "finish") this.cancel();
    else if (plan?.kind === "chapter" && (command === "seek" || command === "restart"))
      this.#onSeek(plan.index);
    else if (plan?.kind === "chapter" && command === "time" && chapterIndex > this.#chapterIndex)
      this.#fire(plan);
  }

  #restart(plan: SleepPlan): void {
    if (plan.kind === "time") this.cancel();
    else this.start(plan.kind === "chapter" ? { kind: "chapter" } : plan);
  }

  /** A chosen chapter stays, unless the listener went past it. */
  #onSeek(chosen: number | undefined): void {
    const { chapterIndex } = this.#engine.getState();
    if (chosen === undefined || chapterIndex > this.#chapterIndex) this.#chooseChapter();
  }

  get chapterIndex(): number {
    return this.#chapterIndex;
  }

  /** The chapter at whose end playback pauses. */
  #chooseChapter(): void {
    const { chapterIndex, playlist } = this.#engine.getState();
    const remaining = this.#getMsToChapterEnd(chapterIndex);
    const isNearEnd = remaining !== null && remaining < nearEndMs && playlist?.chapters[chapterIndex + 1];
    this.#chapterIndex = isNearEnd ? chapterIndex + 1 : chapterIndex;
  }

  #fire(plan: SleepPlan): void {
    const { isPlaying } = this.#engine.getState();
    this.#isFaded = false;
    this.#change({ ...noTimer, hasFired: isPlaying });
    if (isPlaying) this.#lastFired = { plan, at: this.#clock.ticks() };
    else this.#stopTicking();
    this.#engine.pause();
  }

  #stopTicking(): void {
    clearInterval(this.#timer);
    this.#restoreVolume();
  }

  #fade(factor: number): void {
    if (!this.#isFaded) for (const listener of this.#fadeListeners) listener();
    this.#isFaded = true;
    this.#engine.setFade(factor);
  }

  #restoreVolume(): void {
    if (this.#isFaded) this.#engine.setFade(1);
    this.#isFaded = false;
  }

  #change(part: Partial<SleepState>): void {
    if (part === noTimer) this.#state.set(noTimer);
    else this.#state.update(part);
  }
}
