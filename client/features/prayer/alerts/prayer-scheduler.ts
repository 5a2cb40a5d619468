import type { PrayerProfile } from "#shared/prayer/prayer-profile.ts";
import { alertsBetween, type ScheduledAlert } from "#shared/prayer/scheduled-alerts.ts";
import { storedSnooze, storeSnooze } from "./stored-alert.ts";

export const missedAfterMs = 90_000;
/** Polling interval: the clock may be changed, or the device may have slept. */
export const checkIntervalMs = 30_000;
export const snoozeMs = 5 * 60_000;
const stretchMs = 3_600_000;

export interface WatchClock {
  readonly now: () => number;
  /** @returns a function that unschedules it */
  readonly after: (ms: number, act: () => void) => () => void;
}

interface Watched {
  readonly clock: WatchClock;
  readonly setup: () => PrayerProfile;
  /** @returns a function that unsubscribes */
  readonly onSetup: (listener: () => void) => () => void;
  readonly onDue: (due: ScheduledAlert) => void;
}

interface Stretch {
  readonly from: number;
  readonly until: number;
  readonly dues: readonly ScheduledAlert[];
}

export class PrayerScheduler {
  readonly #watched: Watched;
  #stretch: Stretch | null = null;
  readonly #told = new Map<string, number>();
  /** Includes alerts snoozed before this page was loaded. */
  #snoozed: readonly ScheduledAlert[] = storedSnooze();
  #since = Number.NEGATIVE_INFINITY;
  #overdue: readonly ScheduledAlert[] = [];
  #stopTimer: () => void = () => {};

  constructor(watched: Watched) {
    this.#watched = watched;
  }

  /** @returns a function that stops */
  start(): () => void {
    const stop = this.#watched.onSetup(() => {
      const now = this.#watched.clock.now();
      this.#overdue = (this.#stretch?.dues ?? []).filter((due) => this.#isDue(due, now));
      this.#since = now;
      this.#stretch = null;
      this.look();
    });
    this.look();
    return () => {
      stop();
      this.#stopTimer();
    };
  }

  readonly look = (): void => {
    const now = this.#watched.clock.now();
    this.#forgetFuture(now);
    const dues = [...this.#duesAround(now), ...this.#putOff()];
    for (const due of dues) {
      if (!this.#isDue(due, now)) continue;
      this.#told.set(due.key, now);
      this.#watched.onDue(due);
    }
    this.#keepSnoozed(this.#snoozed.filter(({ at }) => at.getTime() > now));
    const waits = dues.map(({ at }) => at.getTime() - now).filter((wait) => wait > 0);
    this.#stopTimer();
    this.#stopTimer = this.#watched.clock.after(Math.min(checkIntervalMs, ...waits), this.look);
  };

  #isDue({ key, at }: ScheduledAlert, now: number): boolean {
    const time = at.getTime();
    if (time > now || time <= now - missedAfterMs || this.#told.has(key)) return false;
    return time > this.#since || this.#overdue.some((due) => due.key === key && due.at.getTime() === time);
  }

  /** Repeats the alert in five minutes. */
  snooze(due: ScheduledAlert): void {
    const at = new Date(this.#watched.clock.now() + snoozeMs);
    this.#keepSnoozed([...this.#snoozed, { ...due, key: `${due.key} again`, at }]);
    this.look();
  }

  #keepSnoozed(snoozed: readonly ScheduledAlert[]): void {
    if (snoozed.length === 0 && this.#snoozed.length === 0) return;
    this.#snoozed = snoozed;
    storeSnooze(snoozed);
  }

  #putOff(): readonly ScheduledAlert[] {
    const { place, calls } = this.#watched.setup();
    return this.#snoozed.filter(({ at }) => place && !(calls.mutedUntil && at < calls.mutedUntil));
  }

  #duesAround(now: number): readonly ScheduledAlert[] {
    const { place, ...setup } = this.#watched.setup();
    if (!place) return [];
    const isKnown =
      this.#stretch && now >= this.#stretch.from && now + checkIntervalMs <= this.#stretch.until;
    if (!isKnown) {
      const until = now + stretchMs;
      // Overlaps the previous window, so that no alert is lost between two.
      const dues = alertsBetween(place, setup, new Date(now - missedAfterMs), new Date(until));
      this.#stretch = { from: now, until, dues };
    }
    return this.#stretch?.dues ?? [];
  }

  #forgetFuture(now: number): void {
    this.#since = Math.min(this.#since, now);
    for (const [key, at] of this.#told) {
      if (at > now || now - at > 2 * 24 * stretchMs) this.#told.delete(key);
    }
  }
}

/** Device time. */
export const getDeviceClock: WatchClock = {
  now: () => Date.now(),
  after(ms, act) {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Background tabs throttle nested timers to once a minute, but not timers set from a message.
    const { port1, port2 } = new MessageChannel();
    const close = () => {
      port1.close();
      port2.close();
    };
    port1.onmessage = () => {
      close();
      timer = setTimeout(act, ms);
    };
    port2.postMessage(null);
    return () => {
      close();
      clearTimeout(timer);
    };
  },
};
