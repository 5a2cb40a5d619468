import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ScheduledAlert } from "#shared/prayer/scheduled-alerts.ts";
import type { Interruption } from "#client/lib/audio/audio-focus.ts";
import { FakeAudio } from "#client/testing/fake-audio.ts";
import { AlertPlayer } from "./alert-player.ts";
import { type AlertDeps, PrayerAlertController } from "./prayer-alert-controller.ts";

const asr: ScheduledAlert = {
  key: "2026-05-02 asr",
  kind: "prayer",
  prayer: "asr",
  at: new Date("2026-05-02T12:40:00Z"),
  prayerAt: new Date("2026-05-02T12:40:00Z"),
  minutes: 0,
  sound: "athan",
  recordingId: null,
};
const reminder: ScheduledAlert = {
  ...asr,
  key: "2026-05-02 asr r",
  kind: "reminder",
  minutes: 10,
  sound: "chime",
};

interface Tab {
  readonly controller: PrayerAlertController;
  readonly audios: FakeAudio[];
  readonly deps: { [Part in keyof AlertDeps]: AlertDeps[Part] };
}

let tabs: Tab[];
let playFailure: Error | null;

/** Another tab of the same browser. */
function openTab(part: Partial<AlertDeps> = {}): Tab {
  const fakeAudios: FakeAudio[] = [];
  const deps: AlertDeps = {
    clock: { now: () => Date.now(), setTimer: () => () => {} },
    volume: () => 0.5,
    getRecording: async () => null,
    requestFocus: () => null,
    endInterruptions: () => {},
    releaseFocus: () => {},
    snooze: vi.fn(() => new Date("2026-05-02T12:45:00Z")),
    ...part,
  };
  const player = new AlertPlayer(() => {
    const audio = new FakeAudio();
    audio.playFailure = playFailure;
    fakeAudios.push(audio);
    return audio as unknown as HTMLAudioElement;
  });
  const fixture = { controller: new PrayerAlertController(deps, player), audios: fakeAudios, deps };
  tabs.push(fixture);
  return fixture;
}

beforeEach(() => {
  tabs = [];
  playFailure = null;
  vi.setSystemTime(asr.at);
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:chime" }));
});
afterEach(() => {
  for (const { controller } of tabs) controller.end();
  localStorage.clear();
  Reflect.deleteProperty(navigator, "locks");
  vi.useRealTimers();
});

const getState = ({ controller }: Tab) => controller.getState();
const waitForSound = async ({ audios }: Tab) => {
  await vi.waitFor(() => expect(audios.length).toBeGreaterThan(0));
  audios.at(-1)?.finishLoading();
};

describe("a prayer alert", () => {
  test("plays in one tab, shows in all, and is stopped in any", async () => {
    const [one, other] = [openTab({ requestFocus: () => () => {} }), openTab()];
    void one.controller.call(asr);
    void other.controller.call(asr);
    await waitForSound(one);
    await vi.waitFor(() =>
      expect(getState(other)).toMatchObject({ isOpen: true, playback: "playing", canContinue: true }),
    );
    expect(other.audios).toEqual([]);
    expect(one.audios[0]).toMatchObject({ volume: 0.5, paused: false });

    other.controller.stop();
    await vi.waitFor(() => expect(getState(one).playback).toBe("silent"));
    expect(one.audios[0]?.paused).toBe(true);
    expect(getState(one)).toMatchObject({ isOpen: true, canContinue: true });
  });

  test("resumes the book only on request, from any tab", async () => {
    const resume = vi.fn();
    const [one, other] = [openTab({ requestFocus: () => resume }), openTab()];
    void one.controller.call(asr);
    void other.controller.call(asr);
    await waitForSound(one);
    one.audios[0]?.finish();
    await vi.waitFor(() => expect(getState(other)).toMatchObject({ playback: "silent", canContinue: true }));
    expect(resume).not.toHaveBeenCalled();

    other.controller.resume();
    await vi.waitFor(() => expect(resume).toHaveBeenCalledOnce());
    expect([getState(one).isOpen, getState(other).isOpen]).toEqual([false, false]);
  });

  test("is not shown by a tab that opens later", async () => {
    const [one, late] = [openTab(), openTab()];
    await Promise.race([one.controller.call(asr), waitForSound(one)]);
    vi.setSystemTime(asr.at.getTime() + 40_000);
    await late.controller.call(asr);

    expect(getState(late).isOpen).toBe(false);
  });

  test("plays its recording, or the chime when that is missing or fails", async () => {
    const one = openTab({ getRecording: async () => "/sound/1" });
    void one.controller.call(asr);
    await vi.waitFor(() => expect(one.audios).toHaveLength(1));
    expect([one.audios[0]?.src, getState(one).isSubstitute]).toEqual(["/sound/1", false]);

    one.audios[0]?.fail();
    await vi.waitFor(() => expect(one.audios).toHaveLength(2));
    expect([one.audios[1]?.src, getState(one).isSubstitute]).toEqual(["blob:chime", true]);
  });

  test("follows the volume and the mute setting", async () => {
    const one = openTab();
    void one.controller.call(asr);
    await waitForSound(one);
    one.controller.applySettings(0.2, false);
    expect(one.audios[0]).toMatchObject({ volume: 0.2, paused: false });

    one.controller.applySettings(0.2, true);
    expect([one.audios[0]?.paused, getState(one).isOpen]).toEqual([true, false]);
  });

  test("stays stopped when its recording arrives later", async () => {
    let resolveUrl = (_url: string) => {};
    const one = openTab({
      requestFocus: () => () => {},
      getRecording: () => new Promise((resolve) => (resolveUrl = resolve)),
    });
    const alertEnd = one.controller.call(asr);
    await vi.waitFor(() => expect(getState(one)).toMatchObject({ playback: "starting", canContinue: true }));
    one.controller.stop();
    resolveUrl("/sound/1");
    await alertEnd;

    expect(one.audios).toEqual([]);
    expect(getState(one)).toMatchObject({ isOpen: true, playback: "silent", canContinue: true });
  });

  test("asks for a press when autoplay is blocked", async () => {
    playFailure = new DOMException("", "NotAllowedError");
    const one = openTab();
    await one.controller.call(asr);
    expect(getState(one)).toMatchObject({ isOpen: true, playback: "blocked" });

    playFailure = null;
    one.controller.play();
    await vi.waitFor(() => expect(one.audios).toHaveLength(2));
    one.audios[1]?.finishLoading();
    expect(getState(one).playback).toBe("playing");
  });

  test("shows silently when set to silent, and leaves playback alone", async () => {
    const requestFocus = vi.fn(() => null);
    const one = openTab({ requestFocus });
    await one.controller.call({ ...asr, sound: "silent" });

    expect(getState(one)).toMatchObject({ isOpen: true, playback: "silent" });
    expect(one.audios).toEqual([]);
    expect(requestFocus).not.toHaveBeenCalled();
  });

  test("is silent while muted, and says so", async () => {
    const [one, other] = [openTab(), openTab()];
    void one.controller.call(asr);
    void other.controller.call(asr);
    await waitForSound(one);
    await vi.waitFor(() => expect(getState(other).playback).toBe("playing"));
    other.controller.silence();

    await vi.waitFor(() => expect([getState(one).isOpen, one.audios[0]?.paused]).toEqual([false, true]));
    expect(getState(other)).toMatchObject({ isOpen: true, playback: "silent" });
  });

  test("is snoozed once, in all tabs", async () => {
    const [one, other] = [openTab(), openTab()];
    void one.controller.call(asr);
    void other.controller.call(asr);
    await waitForSound(one);
    await vi.waitFor(() => expect(getState(other).playback).toBe("playing"));
    other.controller.snooze();

    await vi.waitFor(() => expect(one.deps.snooze).toHaveBeenCalledExactlyOnceWith(asr));
    expect(other.deps.snooze).toHaveBeenCalledOnce();
    expect([getState(one).isOpen, one.audios[0]?.paused]).toEqual([false, true]);
  });

  test.each(["while it sounds", "after its end"])(
    "stops in all tabs when a book is played %s",
    async (when) => {
      let onTaken = () => {};
      const requestFocus = (interruption: Interruption) => {
        onTaken = interruption.stop;
        return () => {};
      };
      const [one, other] = [openTab({ requestFocus }), openTab()];
      void one.controller.call(asr);
      void other.controller.call(asr);
      await waitForSound(one);
      if (when === "after its end") one.audios[0]?.finish();
      await vi.waitFor(() => expect(getState(other).canContinue).toBe(true));
      onTaken();

      expect([getState(one).isOpen, one.audios[0]?.paused]).toEqual([false, true]);
      await vi.waitFor(() => expect(getState(other).isOpen).toBe(false));
    },
  );
});

test("stops for an audio preview, and still offers to resume the book", async () => {
  const resume = vi.fn();
  let pauseForInterruption: Interruption["pauseForInterruption"] = () => resume;
  const one = openTab({
    requestFocus: (interruption) => {
      pauseForInterruption = interruption.pauseForInterruption;
      return resume;
    },
  });
  void one.controller.call(asr);
  await waitForSound(one);

  expect(pauseForInterruption()).toBeNull();
  expect(one.audios[0]?.paused).toBe(true);
  expect(getState(one)).toMatchObject({ isOpen: true, playback: "silent", canContinue: true });
  one.controller.resume();
  expect(resume).toHaveBeenCalledOnce();
});

test("a reminder waits for the end of an alert and keeps the offer to resume", async () => {
  const requestFocus = vi.fn(() => () => {});
  const one = openTab({ requestFocus });
  void one.controller.call(asr);
  await waitForSound(one);
  void one.controller.call(reminder);
  expect(getState(one).due).toBe(asr);
  one.audios[0]?.finish();

  await vi.waitFor(() => expect(getState(one).due).toBe(reminder));
  expect(getState(one).canContinue).toBe(true);
  expect(requestFocus).toHaveBeenCalledOnce();
});

function installLocks(): void {
  const last = new Map<string, Promise<unknown>>();
  const request = (name: string, type: () => unknown) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(type);
    last.set(
      name,
      turn.catch(() => {}),
    );
    return turn;
  };
  Object.defineProperty(navigator, "locks", { value: { request }, configurable: true });
}

describe("a page reloaded during an alert", () => {
  beforeEach(installLocks);
  const recorded = { getRecording: async () => "/sound/1" };

  async function playAndLeave(seconds: number, callback: (one: Tab) => void = () => {}): Promise<void> {
    const one = openTab(recorded);
    void one.controller.call(asr);
    await vi.waitFor(() => expect(one.audios).toHaveLength(1));
    Object.assign(one.audios[0] as FakeAudio, { duration: 120 });
    one.audios[0]?.finishLoading();
    one.audios[0]?.playTo(seconds);
    vi.setSystemTime(asr.at.getTime() + seconds * 1000);
    callback(one);
    dispatchEvent(new Event("pagehide"));
    one.controller.end();
  }

  test("shows it again and continues at its position", async () => {
    await playAndLeave(40);
    vi.setSystemTime(asr.at.getTime() + 43_000);
    const again = openTab(recorded);
    void again.controller.restore();
    void again.controller.call(asr);
    await waitForSound(again);

    expect(getState(again)).toMatchObject({ isOpen: true, playback: "playing", due: asr });
    expect(again.audios.map(({ currentTime, paused }) => [currentTime, paused])).toEqual([[40, false]]);
    again.audios[0]?.finish();
    await vi.waitFor(() => expect(getState(again).playback).toBe("silent"));
    const third = openTab();
    await third.controller.restore();
    expect(getState(third).isOpen).toBe(false);
  });

  test.each(["stop", "close", "snooze", "silence"] as const)(
    "is not shown again after %s, even on an immediate reload",
    async (type) => {
      await playAndLeave(1, ({ controller }) => controller[type]());
      const again = openTab();
      await again.controller.restore();
      await again.controller.call(asr);

      expect([getState(again).isOpen, again.audios]).toEqual([false, []]);
    },
  );

  test("shows nothing after the alert would have ended", async () => {
    await playAndLeave(40);
    vi.setSystemTime(asr.at.getTime() + 130_000);
    const again = openTab();
    await again.controller.restore();

    expect(getState(again).isOpen).toBe(false);
  });

  test("asks for a press when autoplay is blocked, then continues at its position", async () => {
    await playAndLeave(40);
    playFailure = new DOMException("", "NotAllowedError");
    const again = openTab(recorded);
    await again.controller.restore();
    expect(getState(again)).toMatchObject({ isOpen: true, playback: "blocked" });

    playFailure = null;
    again.controller.play();
    await vi.waitFor(() => expect(again.audios).toHaveLength(2));
    again.audios[1]?.finishLoading();
    expect(again.audios[1]?.currentTime).toBe(40);
  });

  test("plays in one tab only, and in another when that closes", async () => {
    const other = openTab(recorded);
    const [one, again] = [openTab(recorded), openTab(recorded)];
    void one.controller.call(asr);
    void other.controller.call(asr);
    await waitForSound(one);
    await vi.waitFor(() => expect(getState(other).playback).toBe("playing"));
    one.audios[0]?.playTo(20);
    expect(other.audios).toEqual([]);
    dispatchEvent(new Event("pagehide"));
    one.controller.end();
    void again.controller.restore();
    await waitForSound(other);

    expect(other.audios[0]).toMatchObject({ currentTime: 20, paused: false });
    expect([getState(again).isOpen, again.audios]).toEqual([true, []]);
    again.controller.stop();
    await vi.waitFor(() => expect(other.audios[0]?.paused).toBe(true));
    expect(again.audios).toEqual([]);
  });
});
