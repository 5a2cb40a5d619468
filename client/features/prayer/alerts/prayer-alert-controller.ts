import type { ScheduledAlert } from "#shared/prayer/scheduled-alerts.ts";
import { type AudioChannel, openAudioChannel } from "#client/lib/audio/audio-channel.ts";
import type { Interruption } from "#client/lib/audio/audio-focus.ts";
import { Store } from "#client/lib/store.ts";
import { AlertAudio, type AudioDeps } from "./alert-audio.ts";
import { claimAlert, expireClaim } from "./alert-claims.ts";
import { AlertPlayer } from "./alert-player.ts";
import { type AlertPlayback, type AlertState, isPlaying, noAlert, visibleForMs } from "./alert-state.ts";
import type { SchedulerClock } from "./prayer-scheduler.ts";
import { cancelAlert, readStoredAlert } from "./stored-alert.ts";

export interface AlertDeps extends AudioDeps {
  readonly clock: SchedulerClock;
  /**
   * Pauses the current audio.
   *
   * @returns a function that resumes it
   */
  readonly requestFocus: (interruption: Interruption) => (() => void) | null;
  readonly endInterruptions: (interruption: Interruption) => void;
  readonly releaseFocus: (interruption: Interruption) => void;
  /**
   * Repeats the alert in five minutes.
   *
   * @returns the time
   */
  readonly snooze: (alert: ScheduledAlert) => Date;
}

type Message =
  | { readonly type: "stop" | "close" | "snooze" | "resume" | "canResume" | "resumed"; readonly key: string }
  | {
      readonly type: "playing";
      readonly key: string;
      readonly playback: AlertPlayback;
      readonly isSubstitute: boolean;
    };

/** A hidden tab waits this long, so that a visible one claims the alert first. */
const hiddenDelayMs = 300;
export class PrayerAlertController {
  readonly #deps: AlertDeps;
  readonly #audio: AlertAudio;
  readonly #channel: AudioChannel<Message>;
  readonly #state = new Store(noAlert);
  #queue: readonly ScheduledAlert[] = [];
  #resumeAudio: (() => void) | null = null;
  #stopTimer: () => void = () => {};

  constructor(deps: AlertDeps, player = new AlertPlayer()) {
    this.#deps = deps;
    this.#audio = new AlertAudio(deps, player, {
      state: this.getState,
      show: (changes) => this.#show(changes),
      notifyPlaying: (playback, isSubstitute) => this.#showPlayback(playback, isSubstitute),
      onEnd: () => this.#endPlayback(),
    });
    this.#channel = openAudioChannel<Message>("prayer-alert", (message) => this.#onMessage(message));
  }

  readonly getState = this.#state.getState;
  readonly subscribe = this.#state.subscribe;

  readonly restore = async (): Promise<void> => {
    const stored = readStoredAlert(this.#deps.clock.now());
    // Without Web Locks, tabs cannot coordinate.
    if (!stored || !navigator.locks) return;
    const { due, isSubstitute } = stored;
    this.#show({ ...noAlert, due, isSubstitute, isOpen: true, playback: "playing" });
    if (due.kind === "prayer") this.#deps.requestFocus(this.#interruption);
    await this.#audio.takeOverPlayback(due);
  };

  readonly call = async (alert: ScheduledAlert): Promise<void> => {
    const { clock, requestFocus, endInterruptions } = this.#deps;
    if (this.getState().isOpen && this.getState().due?.key === alert.key) return;
    if (isPlaying(this.getState()) && alert.kind === "reminder") {
      this.#queue = [...this.#queue, alert];
      return;
    }
    if (document.visibilityState === "hidden")
      await new Promise<void>((resolve) => clock.setTimer(hiddenDelayMs, resolve));
    const claim = await claimAlert(alert.key, clock.now());
    if (claim === "past") return;
    this.#audio.stopAudio();
    const hasAudio = alert.sound !== "silent";
    const { isOpen, canContinue: couldContinue } = this.getState();
    const canContinue = isOpen && couldContinue;
    this.#show({
      ...noAlert,
      due: alert,
      canContinue,
      isOpen: true,
      playback: hasAudio ? "starting" : "silent",
    });
    if (!hasAudio) return;
    // A reminder's chime plays over the book.
    if (alert.kind === "reminder") endInterruptions(this.#interruption);
    const resume = alert.kind === "prayer" ? requestFocus(this.#interruption) : null;
    if (resume) {
      this.#resumeAudio = resume;
      this.#show({ canContinue: true });
      this.#broadcast("canResume");
    }
    if (claim === "another") return await this.#audio.takeOverPlayback(alert);
    await this.#audio.start(alert);
  };

  readonly stop = (): void => {
    this.#expireClaim();
    this.#broadcast("stop");
    this.#stop();
  };

  readonly silence = (): void => {
    this.#expireClaim();
    this.#broadcast("stop");
    this.#audio.stopAudio();
    this.#endPlayback();
  };

  applySettings(volume: number, isMuted: boolean): void {
    this.#audio.setVolume(volume);
    if (isMuted && this.getState().isOpen && this.getState().playback !== "silent") this.stop();
  }

  readonly close = (): void => {
    this.#expireClaim();
    this.#broadcast("close");
    this.#close();
  };

  readonly snooze = (): void => {
    this.#expireClaim();
    this.#broadcast("snooze");
    this.#snooze();
  };

  readonly resume = (): void => {
    this.#broadcast("resume");
    this.#resumeHere();
  };

  readonly play = (): void => {
    const { due } = this.getState();
    if (due) void this.#audio.play(due);
  };

  end(): void {
    this.#stopTimer();
    this.#deps.releaseFocus(this.#interruption);
    this.#channel.close();
    this.#audio.end();
  }

  readonly #interruption: Interruption = {
    stop: () => {
      this.#broadcast("resumed");
      this.#resumeAudio = null;
      this.#show({ canContinue: false });
      this.stop();
    },
    pauseForInterruption: () => {
      if (isPlaying(this.getState())) this.stop();
      return null;
    },
  };

  #expireClaim(): void {
    const { due } = this.getState();
    if (due) expireClaim(due.key, this.#deps.clock.now());
  }

  #showPlayback(playback: AlertPlayback, isSubstitute: boolean): void {
    const key = this.getState().due?.key;
    if (key === undefined || !this.getState().isOpen) return;
    this.#show({ playback, isSubstitute });
    this.#channel.post({ type: "playing", key, playback, isSubstitute });
  }

  #broadcast(type: Exclude<Message["type"], "playing">): void {
    const key = this.getState().due?.key;
    if (key !== undefined) this.#channel.post({ type, key });
  }

  #onMessage(message: Message): void {
    const { due } = this.getState();
    if (!due || message.key !== due.key) return;
    if (message.type === "playing") {
      const { playback, isSubstitute } = message;
      this.#show({ playback, isSubstitute });
      if (playback === "silent") this.#endPlayback();
      else if (playback === "playing") void this.#audio.takeOverPlayback(due);
    } else if (message.type === "stop") this.#stop();
    else if (message.type === "close") this.#close();
    else if (message.type === "snooze") this.#snooze();
    else if (message.type === "canResume") this.#show({ canContinue: true });
    else if (message.type === "resumed") this.#show({ canContinue: false });
    else this.#resumeHere();
  }

  #stop(): void {
    this.#audio.stopAudio();
    this.#endPlayback();
    if (!this.getState().canContinue) this.#close();
  }

  #snooze(): void {
    const { due, canContinue } = this.getState();
    if (!due || this.getState().snoozedUntil) return;
    const snoozedUntil = this.#deps.snooze(due);
    this.#audio.stopAudio();
    this.#endPlayback();
    this.#show({ snoozedUntil });
    if (!canContinue) this.#close();
  }

  #resumeHere(): void {
    const resume = this.#resumeAudio;
    this.#close();
    resume?.();
  }

  #close(): void {
    const { due } = this.getState();
    if (due) cancelAlert(due.key);
    this.#audio.stopAudio();
    this.#deps.releaseFocus(this.#interruption);
    this.#resumeAudio = null;
    this.#show({ isOpen: false, playback: "silent", canContinue: false });
    this.#showNextQueued();
  }

  #endPlayback(): void {
    const { due } = this.getState();
    if (due) cancelAlert(due.key);
    this.#show({ playback: "silent" });
    this.#showNextQueued();
  }

  #showNextQueued(): void {
    const [alert, ...rest] = this.#queue;
    this.#queue = rest;
    if (!alert) return;
    const age = this.#deps.clock.now() - alert.at.getTime();
    if (age < visibleForMs) void this.call(alert);
    else this.#showNextQueued();
  }

  #show(changes: Partial<AlertState>): void {
    this.#state.update(changes);
    this.#stopTimer();
    if (this.getState().isOpen && !isPlaying(this.getState())) {
      this.#stopTimer = this.#deps.clock.setTimer(visibleForMs, () => this.#close());
    }
  }
}
