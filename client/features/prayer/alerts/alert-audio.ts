import type { ScheduledAlert } from "#shared/prayer/scheduled-alerts.ts";
import type { AlertPlayer, AlertSource } from "./alert-player.ts";
import { type AlertPlayback, type AlertState, isPlaying, visibleForMs } from "./alert-state.ts";
import { readStoredAlert, type StoredAlert, storeAlert } from "./stored-alert.ts";

const playbackLock = "maktaba.prayer.playing";

export interface AudioDeps {
  readonly clock: { readonly now: () => number };
  readonly volume: () => number;
  /** Null when there is no recording. */
  readonly getRecording: (alert: ScheduledAlert) => Promise<string | null>;
}

interface AlertView {
  readonly state: () => AlertState;
  readonly show: (part: Partial<AlertState>) => void;
  readonly notifyPlaying: (playback: AlertPlayback, isSubstitute: boolean) => void;
  readonly onEnd: () => void;
}

export class AlertAudio {
  readonly #deps: AudioDeps;
  readonly #player: AlertPlayer;
  readonly #view: AlertView;
  #requested: ScheduledAlert | null = null;
  #waitingFor: string | null = null;
  #isEnded = false;

  constructor(deps: AudioDeps, player: AlertPlayer, view: AlertView) {
    this.#deps = deps;
    this.#player = player;
    this.#view = view;
    addEventListener("pagehide", this.#onPageHide);
  }

  /** From the beginning. */
  async start(alert: ScheduledAlert): Promise<void> {
    this.#storeProgress(alert, 0);
    await this.play(alert);
  }

  async play(alert: ScheduledAlert): Promise<void> {
    this.#requested = alert;
    if (!navigator.locks) return await this.#playHere(alert);
    await navigator.locks.request(playbackLock, async () => {
      if (this.#requested === alert && this.#view.state().playback !== "silent") await this.#playHere(alert);
    });
  }

  async takeOverPlayback(alert: ScheduledAlert): Promise<void> {
    if (!navigator.locks || this.#waitingFor === alert.key || this.#requested?.key === alert.key) return;
    this.#waitingFor = alert.key;
    await navigator.locks.request(playbackLock, async () => {
      this.#waitingFor = null;
      if (this.#isEnded || this.#view.state().due?.key !== alert.key || !isPlaying(this.#view.state()))
        return;
      if (readStoredAlert(this.#deps.clock.now())?.due.key !== alert.key) {
        this.#view.onEnd();
        return;
      }
      this.#requested = alert;
      await this.#playHere(alert);
    });
  }

  /** @param volume 0 to 1. */
  setVolume(volume: number): void {
    this.#player.setVolume(volume);
  }

  stopAudio(): void {
    this.#requested = null;
    this.#player.stop();
  }

  end(): void {
    this.#isEnded = true;
    removeEventListener("pagehide", this.#onPageHide);
    this.stopAudio();
  }

  readonly #onPageHide = (): void => {
    const stored = readStoredAlert(this.#deps.clock.now());
    if (stored && this.#requested?.key === stored.due.key)
      storeAlert({ ...stored, playedSeconds: stored.playedSeconds ?? this.#player.progress.elapsed });
    this.#requested = null;
  };

  /** @param pausedAt seconds while paused; null while playing */
  #storeProgress(alert: ScheduledAlert, pausedAt: number | null): void {
    const now = this.#deps.clock.now();
    const { elapsed, remaining } = this.#player.progress;
    const until = now + (pausedAt === null && remaining !== null ? remaining * 1000 : visibleForMs);
    storeAlert({
      due: alert,
      isSubstitute: this.#view.state().isSubstitute,
      playedSeconds: pausedAt,
      from: now - elapsed * 1000,
      until,
    });
  }

  async #playHere(alert: ScheduledAlert): Promise<void> {
    const recording = await this.#findRecording(alert);
    const chime = alert.kind === "prayer" ? "prayer-chime" : "reminder-chime";
    const wantsRecording = alert.sound === "athan" || alert.sound === "takbir";
    const outcome = recording ? await this.#playSource(alert, { recording }, false) : "failed";
    const finalOutcome =
      outcome === "failed" ? await this.#playSource(alert, chime, wantsRecording) : outcome;
    if (this.#view.state().due?.key !== alert.key || this.#requested !== alert) return;
    this.#view.notifyPlaying(
      finalOutcome === "blocked" ? "blocked" : "silent",
      this.#view.state().isSubstitute,
    );
    if (finalOutcome !== "blocked") this.#view.onEnd();
  }

  async #findRecording(alert: ScheduledAlert): Promise<string | null> {
    return alert.sound === "athan" || alert.sound === "takbir" ? await this.#deps.getRecording(alert) : null;
  }

  async #playSource(alert: ScheduledAlert, source: AlertSource, isSubstitute: boolean) {
    if (this.#view.state().due?.key !== alert.key || this.#requested !== alert) return "stopped" as const;
    const now = this.#deps.clock.now();
    const from = getResumeTime(readStoredAlert(now), { due: alert, isSubstitute }, now);
    const onPlaying = () => {
      this.#view.notifyPlaying("playing", isSubstitute);
      this.#storeProgress(alert, null);
    };
    this.#view.show({ isSubstitute });
    const outcome = await this.#player.play(source, this.#deps.volume(), onPlaying, from);
    if (outcome === "blocked") this.#storeProgress(alert, from);
    return outcome;
  }
}

function getResumeTime(
  stored: StoredAlert | null,
  { due, isSubstitute }: Pick<StoredAlert, "due" | "isSubstitute">,
  now: number,
): number {
  if (stored?.due.key !== due.key || stored.isSubstitute !== isSubstitute) return 0;
  return stored.playedSeconds ?? Math.max(0, (now - stored.from) / 1000);
}
