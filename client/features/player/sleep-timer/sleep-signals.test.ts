import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { updateMediaSession } from "#client/features/player/engine/media-session.ts";
import { makePlayer, makePlaylist } from "#client/testing/player-engine-fixture.ts";
import { startEveningTimer } from "./evening-timer.ts";
import { connectSleepSignals, extendIfFading } from "./sleep-signals.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 2, 1, 22, 0) });
  localStorage.clear();
});
afterEach(() => vi.useRealTimers());

async function listen() {
  const { player, audios } = makePlayer();
  player.engine.playBook(makePlaylist());
  await vi.advanceTimersByTimeAsync(100);
  audios.find(({ src }) => src !== "")?.finishLoading();
  return player;
}

describe("while the sound fades", () => {
  const shake = () => {
    const event = new Event("devicemotion");
    Object.assign(event, { acceleration: { x: 20, y: 0, z: 0 } });
    dispatchEvent(event);
  };

  test.each([
    ["shaking", true],
    ["shaking, turned off", false],
  ])("%s adds time: %s", async (_, isOn) => {
    const { sleep, settings } = await listen();
    settings.update({ shakeExtends: isOn });
    connectSleepSignals(sleep, settings);
    sleep.start({ kind: "minutes", minutes: 1 });
    shake();
    expect(sleep.getState().remaining).toBe(60);
    await vi.advanceTimersByTimeAsync(40_000);
    shake();
    expect(sleep.getState().remaining).toBe(isOn ? 320 : 20);
    sleep.cancel();
  });

  test("a media key adds time instead of moving", async () => {
    const { engine, sleep, settings } = await listen();
    const handlers = new Map<string, (details: object) => void>();
    const session = {
      setActionHandler: (action: string, handler: () => void) => handlers.set(action, handler),
      setPositionState: () => {},
    } as unknown as MediaSession;
    vi.stubGlobal("MediaMetadata", class {});
    updateMediaSession(engine, settings, { session, extendSleep: () => extendIfFading(sleep) });
    sleep.start({ kind: "minutes", minutes: 1 });
    await vi.advanceTimersByTimeAsync(40_000);
    handlers.get("nexttrack")?.({});
    expect(engine.getState().chapterIndex).toBe(0);
    expect(sleep.getState().remaining).toBe(320);
    handlers.get("nexttrack")?.({});
    expect(engine.getState().chapterIndex).toBe(1);
    sleep.cancel();
  });

  test("a chime is heard once, where it was chosen", async () => {
    const { sleep, settings } = await listen();
    const started = vi.fn();
    sleep.onFade(started);
    connectSleepSignals(sleep, settings);
    sleep.start({ kind: "minutes", minutes: 1 });
    await vi.advanceTimersByTimeAsync(29_000);
    expect(started).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(started).toHaveBeenCalledTimes(1);
    sleep.cancel();
  });
});

test("the end of a later chapter stays chosen when the listener moves before it", async () => {
  const { engine, sleep } = await listen();
  sleep.start({ kind: "chapter", index: 1 });
  expect(sleep.getState().remaining).toBe(120);
  engine.seek(30);
  await vi.advanceTimersByTimeAsync(300);
  expect(sleep.getState().remaining).toBe(90);
  engine.goTo(2);
  await vi.advanceTimersByTimeAsync(300);
  expect(sleep.chapterIndex).toBe(2);
  sleep.cancel();
});

describe("the evening timer", () => {
  async function playAt(hour: number, minutes: number) {
    vi.setSystemTime(new Date(2026, 2, 1, hour, 30));
    const { player } = makePlayer();
    player.settings.update({ eveningMinutes: minutes });
    startEveningTimer(player.engine, player.sleep, player.settings);
    player.engine.playBook(makePlaylist());
    await vi.advanceTimersByTimeAsync(100);
    return player;
  }

  test.each([
    [21, 30, 30],
    [4, 15, 15],
    [5, 30, null],
    [20, 30, null],
    [22, 0, null],
  ])("at %s:30, set to %s minutes: %s", async (hour, minutes, expected) => {
    const { sleep } = await playAt(hour, minutes);
    expect(sleep.getState().plan).toEqual(expected && { kind: "minutes", minutes: expected });
    sleep.cancel();
  });

  test("does not return in the night in which it was turned off", async () => {
    const { engine, sleep } = await playAt(22, 30);
    sleep.turnOff();
    engine.pause();
    engine.play();
    expect(sleep.getState().plan).toBeNull();

    engine.pause();
    vi.setSystemTime(new Date(2026, 2, 2, 21, 30));
    engine.play();
    expect(sleep.getState().plan).not.toBeNull();
    sleep.cancel();
  });
});
