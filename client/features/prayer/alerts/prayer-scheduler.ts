import type { PrayerProfile } from "#shared/prayer/prayer-profile.ts";
import { listAlertsBetween, type ScheduledAlert } from "#shared/prayer/scheduled-alerts.ts";
import { readStoredSnooze, storeSnooze } from "./stored-alert.ts";

export const missedAfterMs = 90_000;
/** Polling interval: the clock may be changed, or the device may have slept. */
export const checkIntervalMs = 30_000;
export const snoozeMs = 5 * 60_000;
const windowMs = 3_600_000;

export interface SchedulerClock {
  readonly now: () => number;
  /** @returns a function that unschedules it */
  readonly setTimer: (ms: number, callback: () => void) => () => void;
}

interface SchedulerDeps {
  readonly clock: SchedulerClock;
  readonly getProfile: () => PrayerProfile;
  /** @returns a function that unsubscribes */
  readonly onProfileChange: (listener: () => void) => () => void;
  readonly onDue: (alert: ScheduledAlert) => void;
}

interface ScheduleWindow {
  readonly from: number;
  readonly until: number;
  readonly alerts: readonly ScheduledAlert[];
}

export class PrayerScheduler {
  readonly #deps: SchedulerDeps;
  #window: ScheduleWindow | null = null;
  readonly #firedAt = new Map<string, number>();
  /** Includes alerts snoozed before this page was loaded. */
  #snoozed: readonly ScheduledAlert[] = readStoredSnooze();
  #since = Number.NEGATIVE_INFINITY;
  #overdue: readonly ScheduledAlert[] = [];
  #stopTimer: () => void = () => {};

  constructor(deps: SchedulerDeps) {
    this.#deps = deps;
  }

  /** @returns a function that stops */
  start(): () => void {
    const stop = this.#deps.onProfileChange(() => {
      const now = this.#deps.clock.now();
      this.#overdue = (this.#window?.alerts ?? []).filter((alert) => this.#isDue(alert, now));
      this.#since = now;
      this.#window = null;
      this.check();
    });
    this.check();
    return () => {
      stop();
      this.#stopTimer();
    };
  }

  readonly check = (): void => {
    const now = this.#deps.clock.now();
    this.#pruneFired(now);
    const alerts = [...this.#getAlertsAround(now), ...this.#getSnoozed()];
    for (const alert of alerts) {
      if (!this.#isDue(alert, now)) continue;
      this.#firedAt.set(alert.key, now);
      this.#deps.onDue(alert);
    }
    this.#storeSnoozed(this.#snoozed.filter(({ at }) => at.getTime() > now));
    const delays = alerts.map(({ at }) => at.getTime() - now).filter((delay) => delay > 0);
    this.#stopTimer();
    this.#stopTimer = this.#deps.clock.setTimer(Math.min(checkIntervalMs, ...delays), this.check);
  };

  #isDue({ key, at }: ScheduledAlert, now: number): boolean {
    const time = at.getTime();
    if (time > now || time <= now - missedAfterMs || this.#firedAt.has(key)) return false;
    return (
      time > this.#since || this.#overdue.some((alert) => alert.key === key && alert.at.getTime() === time)
    );
  }

  /** Repeats the alert in five minutes. */
  snooze(alert: ScheduledAlert): void {
    const at = new Date(this.#deps.clock.now() + snoozeMs);
    this.#storeSnoozed([...this.#snoozed, { ...alert, key: `${alert.key} again`, at }]);
    this.check();
  }

  #storeSnoozed(snoozed: readonly ScheduledAlert[]): void {
    if (snoozed.length === 0 && this.#snoozed.length === 0) return;
    this.#snoozed = snoozed;
    storeSnooze(snoozed);
  }

  #getSnoozed(): readonly ScheduledAlert[] {
    const { location, alerts } = this.#deps.getProfile();
    return this.#snoozed.filter(({ at }) => location && !(alerts.mutedUntil && at < alerts.mutedUntil));
  }

  #getAlertsAround(now: number): readonly ScheduledAlert[] {
    const { location, ...profile } = this.#deps.getProfile();
    if (!location) return [];
    const isKnown = this.#window && now >= this.#window.from && now + checkIntervalMs <= this.#window.until;
    if (!isKnown) {
      const until = now + windowMs;
      // Overlaps the previous window, so that no alert is lost between two.
      const alerts = listAlertsBetween(location, profile, new Date(now - missedAfterMs), new Date(until));
      this.#window = { from: now, until, alerts };
    }
    return this.#window?.alerts ?? [];
  }

  #pruneFired(now: number): void {
    this.#since = Math.min(this.#since, now);
    for (const [key, at] of this.#firedAt) {
      if (at > now || now - at > 2 * 24 * windowMs) this.#firedAt.delete(key);
    }
  }
}

/** Device time. */
export const deviceClock: SchedulerClock = {
  now: () => Date.now(),
  setTimer(ms, callback) {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Background tabs throttle nested timers to once a minute, but not timers set from a message.
    const { port1, port2 } = new MessageChannel();
    const close = () => {
      port1.close();
      port2.close();
    };
    port1.onmessage = () => {
      close();
      timer = setTimeout(callback, ms);
    };
    port2.postMessage(null);
    return () => {
      close();
      clearTimeout(timer);
    };
  },
};
