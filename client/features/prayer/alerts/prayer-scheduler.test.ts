import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { defaultAlerts } from "#shared/prayer/alert-settings.ts";
import { defaultProfile, type PrayerProfile } from "#shared/prayer/prayer-profile.ts";
import type { ScheduledAlert } from "#shared/prayer/scheduled-alerts.ts";
import { defaultPrayerSettings } from "#shared/prayer/settings.ts";
import { getDayTimes } from "#shared/prayer/times.ts";
import { PrayerScheduler, snoozeMs } from "./prayer-scheduler.ts";

const second = 1_000;
const minute = 60 * second;
const makkah = { latitude: 21.4225, longitude: 39.8262, zone: "Asia/Riyadh", name: "Makkah", country: "SA" };
const oslo = { latitude: 59.91, longitude: 10.75, zone: "Europe/Oslo", name: "Oslo", country: "NO" };
const times = getDayTimes(makkah, defaultPrayerSettings, "2026-05-02");

class FakeDevice {
  now = 0;
  maxWait = 0;
  #awakeMs = 0;
  #timer: { at: number; act: () => void } | null = null;

  readonly clock = {
    now: () => this.now,
    setTimer: (ms: number, callback: () => void) => {
      this.maxWait = Math.max(this.maxWait, ms);
      const timer = { at: this.#awakeMs + ms, act: callback };
      this.#timer = timer;
      return () => {
        if (this.#timer === timer) this.#timer = null;
      };
    },
  };

  run(until: number): void {
    while (this.#timer && this.now + this.#timer.at - this.#awakeMs <= until) {
      const { at, act } = this.#timer;
      this.#timer = null;
      this.now += at - this.#awakeMs;
      this.#awakeMs = at;
      act();
    }
    this.#awakeMs += until - this.now;
    this.now = until;
  }

  sleep(until: number): void {
    this.now = until;
  }
}

let device: FakeDevice;
let profile: PrayerProfile;
let scheduledAlerts: ScheduledAlert[];
let notifiedAt: number[];
let change: (part: Partial<PrayerProfile>) => void;
let scheduler: PrayerScheduler;

beforeEach(() => {
  device = new FakeDevice();
  profile = { ...defaultProfile, location: makkah };
  scheduledAlerts = [];
  notifiedAt = [];
  let notifyChanged = () => {};
  scheduler = new PrayerScheduler({
    clock: device.clock,
    getProfile: () => profile,
    onProfileChange: (listener) => {
      notifyChanged = listener;
      return () => {};
    },
    onDue: (due) => {
      scheduledAlerts.push(due);
      notifiedAt.push(device.now);
    },
  });
  change = (part) => {
    profile = { ...profile, ...part };
    notifyChanged();
  };
});

const startAt = (time: Date, minutes: number) => {
  device.now = time.getTime() + minutes * minute;
  scheduler.start();
};
afterEach(() => localStorage.clear());

const listKeys = () => scheduledAlerts.map(({ key }) => key);

describe("the prayer scheduler", () => {
  test("emits each prayer of a day once, at its time", () => {
    startAt(times.fajr, -5);
    device.run(times.isha.getTime() + 5 * minute);

    expect(listKeys()).toEqual(
      ["fajr", "dhuhr", "asr", "maghrib", "isha"].map((name) => `2026-05-02 ${name}`),
    );
    expect(notifiedAt).toEqual(scheduledAlerts.map(({ at }) => at.getTime()));
    expect(device.maxWait).toBeLessThanOrEqual(60 * minute);
  });

  test("skips prayers missed by more than 90 s of sleep", () => {
    startAt(times.fajr, -5);
    device.sleep(times.maghrib.getTime() + 91 * second);
    device.run(times.isha.getTime() - minute);

    expect(listKeys()).toEqual([]);
  });

  test("emits prayers missed by less", () => {
    startAt(times.fajr, -5);
    device.sleep(times.fajr.getTime() + 50 * second);
    device.run(times.fajr.getTime() + 85 * second);

    expect(listKeys()).toEqual(["2026-05-02 fajr"]);
  });

  test("emits on time after sleep that ended before", () => {
    startAt(times.dhuhr, -200);
    device.sleep(times.dhuhr.getTime() - 40 * second);
    device.run(times.dhuhr.getTime());

    expect(listKeys()).toEqual(["2026-05-02 dhuhr"]);
  });

  test("follows a clock that moves forward, and emits nothing twice when it moves back slightly", () => {
    startAt(times.asr, -60);
    device.run(times.asr.getTime() - 50 * minute);
    device.now = times.asr.getTime() - 31 * second;
    device.run(times.asr.getTime() + 20 * second);
    expect(listKeys()).toEqual(["2026-05-02 asr"]);

    device.now = times.asr.getTime() + 5 * second;
    device.run(times.asr.getTime() + 2 * minute);
    expect(listKeys()).toEqual(["2026-05-02 asr"]);
  });

  test("emits alerts again that a clock hours ahead emitted too early", () => {
    startAt(times.asr, -1);
    device.run(times.asr.getTime() + minute);
    device.now = times.asr.getTime() - 180 * minute;
    device.run(times.asr.getTime());

    expect(listKeys()).toEqual(["2026-05-02 asr", "2026-05-02 asr"]);
  });

  test("emits on time on the days of clock changes", () => {
    for (const day of ["2026-03-29", "2026-10-25"]) {
      const { dhuhr } = getDayTimes(oslo, defaultPrayerSettings, day);
      profile = { ...defaultProfile, location: oslo };
      scheduledAlerts = [];
      device.now = dhuhr.getTime() - 13 * 60 * minute;
      const stop = scheduler.start();
      device.run(dhuhr.getTime());
      stop();

      expect(scheduledAlerts.at(-1)).toMatchObject({ key: `${day} dhuhr`, at: dhuhr });
    }
  });

  test("follows changed settings without emitting past prayers", () => {
    startAt(times.asr, -10);
    device.run(times.asr.getTime() - 30 * second);
    const adjustments = { ...defaultPrayerSettings.adjustments, asr: -1 };
    change({ settings: { ...defaultPrayerSettings, adjustments } });
    device.run(times.asr.getTime() + minute);
    expect(listKeys()).toEqual([]);

    change({ alerts: { ...defaultAlerts, mutedUntil: new Date(times.maghrib.getTime() + minute) } });
    device.run(times.isha.getTime());
    expect(listKeys()).toEqual(["2026-05-02 isha"]);

    change({ location: null });
    device.run(times.isha.getTime() + 24 * 60 * minute);
    expect(listKeys()).toEqual(["2026-05-02 isha"]);
  });

  test("loses no prayer to a settings change in the same second", () => {
    startAt(times.asr, -1);
    device.sleep(times.asr.getTime() + 400);
    change({ alerts: { ...defaultAlerts, volume: 0.5 } });
    expect(listKeys()).toEqual(["2026-05-02 asr"]);

    device.run(times.maghrib.getTime() - minute);
    device.sleep(times.maghrib.getTime() + 400);
    change({ alerts: { ...defaultAlerts, mutedUntil: new Date(times.maghrib.getTime() + minute) } });
    device.run(times.maghrib.getTime() + 30 * second);
    expect(listKeys()).toEqual(["2026-05-02 asr"]);
  });

  test("emits a reminder again after its minutes changed", () => {
    const reminder = { id: crypto.randomUUID(), prayer: "asr", minutes: -10, sound: "chime" } as const;
    const remindBefore = (minutes: number) => ({ ...defaultAlerts, reminders: [{ ...reminder, minutes }] });
    profile = { ...profile, alerts: remindBefore(-10) };
    startAt(times.asr, -11);
    device.run(times.asr.getTime() - 9 * minute);
    change({ alerts: remindBefore(-5) });
    device.run(times.asr.getTime() - minute);

    expect(scheduledAlerts.map(({ minutes }) => minutes)).toEqual([-10, -5]);
  });

  test("emits a snoozed alert five minutes later", () => {
    startAt(times.asr, -1);
    device.run(times.asr.getTime() + 20 * second);
    scheduler.snooze(scheduledAlerts[0] as ScheduledAlert);
    device.run(times.asr.getTime() + 20 * second + snoozeMs - 1);
    expect(scheduledAlerts).toHaveLength(1);
    device.run(times.asr.getTime() + 20 * second + snoozeMs);

    expect(scheduledAlerts[1]).toMatchObject({ prayer: "asr", prayerAt: times.asr });
  });

  test("emits an alert snoozed before a reload once", () => {
    startAt(times.asr, -1);
    device.run(times.asr.getTime() + 20 * second);
    scheduler.snooze(scheduledAlerts[0] as ScheduledAlert);
    const again = new PrayerScheduler({
      clock: device.clock,
      getProfile: () => profile,
      onProfileChange: () => () => {},
      onDue: (due) => scheduledAlerts.push(due),
    });
    scheduledAlerts = [];
    again.start();
    device.run(times.asr.getTime() + 20 * second + snoozeMs + 10 * minute);
    const third = new PrayerScheduler({
      clock: device.clock,
      getProfile: () => profile,
      onProfileChange: () => () => {},
      onDue: (due) => scheduledAlerts.push(due),
    });
    third.start();

    expect(listKeys().filter((key) => key.includes("again"))).toEqual(["2026-05-02 asr again"]);
  });

  test("drops a snoozed alert that was muted later", () => {
    startAt(times.asr, -1);
    device.run(times.asr.getTime() + 20 * second);
    scheduler.snooze(scheduledAlerts[0] as ScheduledAlert);
    change({ alerts: { ...defaultAlerts, mutedUntil: new Date(times.asr.getTime() + 60 * minute) } });
    device.run(times.asr.getTime() + 30 * minute);

    expect(scheduledAlerts).toHaveLength(1);
  });
});
