import type { ScheduledAlert } from "#shared/prayer/scheduled-alerts.ts";
import type { AlertPlaybackHandle, AlertPlayer } from "./alert-player.ts";
import { type AlertPlayback, type AlertState, isPlaying, visibleForMs } from "./alert-state.ts";
import { type StoredAlert, storeAlert, storedAlert } from "./stored-alert.ts";

const soundingLock = "maktaba.prayer.sounding";

export interface AudioDeps {
  readonly clock: { readonly now: () => number };
  readonly volume: () => number;
  /** Null when there is no recording. */
  readonly getRecording: (due: ScheduledAlert) => Promise<string | null>;
}

interface Shown {
  readonly state: () => AlertState;
  readonly show: (part: Partial<AlertState>) => void;
  readonly notifyPlaying: (sounding: AlertPlayback, isSubstitute: boolean) => void;
  readonly quiet: () => void;
}

export class AlertAudio {
  readonly #around: AudioDeps;
  readonly #ringer: AlertPlayer;
  readonly #shown: Shown;
  #wished: ScheduledAlert | null = null;
  #standsBy: string | null = null;
  #isEnded = false;

  constructor(around: AudioDeps, ringer: AlertPlayer, shown: Shown) {
    this.#around = around;
    this.#ringer = ringer;
    this.#shown = shown;
    addEventListener("pagehide", this.#leave);
  }

  /** From the beginning. */
  async begin(due: ScheduledAlert): Promise<void> {
    this.#keep(due, 0);
    await this.ring(due);
  }

  async ring(due: ScheduledAlert): Promise<void> {
    this.#wished = due;
    if (!navigator.locks) return await this.#ringHere(due);
    await navigator.locks.request(soundingLock, async () => {
      if (this.#wished === due && this.#shown.state().sounding !== "quiet") await this.#ringHere(due);
    });
  }

  async resumeAlone(due: ScheduledAlert): Promise<void> {
    if (!navigator.locks || this.#standsBy === due.key || this.#wished?.key === due.key) return;
    this.#standsBy = due.key;
    await navigator.locks.request(soundingLock, async () => {
      this.#standsBy = null;
      if (this.#isEnded || this.#shown.state().due?.key !== due.key || !isPlaying(this.#shown.state()))
        return;
      if (storedAlert(this.#around.clock.now())?.due.key !== due.key) {
        this.#shown.quiet();
        return;
      }
      this.#wished = due;
      await this.#ringHere(due);
    });
  }

  /** @param volume 0 to 1. */
  setVolume(volume: number): void {
    this.#ringer.setVolume(volume);
  }

  silence(): void {
    this.#wished = null;
    this.#ringer.stop();
  }

  end(): void {
    this.#isEnded = true;
    removeEventListener("pagehide", this.#leave);
    this.silence();
  }

  readonly #leave = (): void => {
    const stored = storedAlert(this.#around.clock.now());
    if (stored && this.#wished?.key === stored.due.key)
      storeAlert({ ...stored, heard: stored.heard ?? this.#ringer.course.heard });
    this.#wished = null;
  };

  /** @param result seconds while paused; null while playing */
  #keep(due: ScheduledAlert, result: number | null): void {
    const now = this.#around.clock.now();
    const { heard: sofar, left } = this.#ringer.course;
    const until = now + (result === null && left !== null ? left * 1000 : visibleForMs);
    storeAlert({
      due,
      isSubstitute: this.#shown.state().isSubstitute,
      heard: result,
      from: now - sofar * 1000,
      until,
    });
  }

  async #ringHere(due: ScheduledAlert): Promise<void> {
    const recording = await this.#recordingOf(due);
    const chime = due.kind === "call" ? "prayer-chime" : "reminder-chime";
    const wishesRecording = due.sound === "athan" || due.sound === "takbir";
    const outcome = recording ? await this.#ringAs(due, { recording }, false) : "failed";
    const last = outcome === "failed" ? await this.#ringAs(due, chime, wishesRecording) : outcome;
    if (this.#shown.state().due?.key !== due.key || this.#wished !== due) return;
    this.#shown.notifyPlaying(last === "blocked" ? "blocked" : "quiet", this.#shown.state().isSubstitute);
    if (last !== "blocked") this.#shown.quiet();
  }

  async #recordingOf(due: ScheduledAlert): Promise<string | null> {
    return due.sound === "athan" || due.sound === "takbir" ? await this.#around.getRecording(due) : null;
  }

  async #ringAs(due: ScheduledAlert, ringing: AlertPlaybackHandle, isSubstitute: boolean) {
    if (this.#shown.state().due?.key !== due.key || this.#wished !== due) return "stopped" as const;
    const now = this.#around.clock.now();
    const from = getHeard(storedAlert(now), { due, isSubstitute }, now);
    const onHeard = () => {
      this.#shown.notifyPlaying("sounding", isSubstitute);
      this.#keep(due, null);
    };
    this.#shown.show({ isSubstitute });
    const outcome = await this.#ringer.ring(ringing, this.#around.volume(), onHeard, from);
    if (outcome === "blocked") this.#keep(due, from);
    return outcome;
  }
}

function getHeard(
  stored: StoredAlert | null,
  { due, isSubstitute }: Pick<StoredAlert, "due" | "isSubstitute">,
  now: number,
): number {
  if (stored?.due.key !== due.key || stored.isSubstitute !== isSubstitute) return 0;
  return stored.heard ?? Math.max(0, (now - stored.from) / 1000);
}
