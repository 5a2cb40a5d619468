import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { PlayerEngine } from "#client/features/player/engine/player-engine.ts";
import { makePlaylistFixture } from "#client/testing/audiobook-fixture.ts";
import type { FakeAudio } from "#client/testing/fake-audio.ts";
import { makePlayerEngine } from "#client/testing/player-engine-fixture.ts";
import { SleepTimer, sleepFadeMs } from "./sleep-timer.ts";

const minute = 60_000;
let engine: PlayerEngine;
let sleep: SleepTimer;
let audios: FakeAudio[];

beforeEach(async () => {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date", "performance"],
  });
  ({ engine, audios } = makePlayerEngine());
  sleep = new SleepTimer(engine);
  engine.playBook(makePlaylistFixture(), { index: 1, time: 10 });
  await vi.advanceTimersByTimeAsync(100);
  getCurrentAudio().finishLoading();
});
afterEach(() => {
  sleep.cancel();
  vi.useRealTimers();
});

const getCurrentAudio = () => audios.find(({ paused, src }) => !paused && src) ?? (audios[0] as FakeAudio);
const isPlaying = () => engine.getState().isPlaying;
const { getRemaining, getPlan } = {
  getRemaining: () => sleep.getState().remaining,
  getPlan: () => sleep.getState().plan,
};
/** The chapter's offset in its file, in seconds. */
const start = () => {
  const { playlist, chapterIndex } = engine.getState();
  return playlist?.chapters[chapterIndex]?.start ?? 0;
};
const playUntil = (time: number) => getCurrentAudio().playTo(start() + time);

describe("sleep after minutes", () => {
  test("counts playing time only", () => {
    sleep.start({ kind: "minutes", minutes: 5 });
    vi.advanceTimersByTime(2 * minute);
    expect(getRemaining()).toBe(180);

    engine.pause();
    vi.advanceTimersByTime(10 * minute);
    expect(getRemaining()).toBe(180);
    engine.play();
    vi.advanceTimersByTime(3 * minute - 500);
    expect(isPlaying()).toBe(true);
    vi.advanceTimersByTime(500);
    expect(isPlaying()).toBe(false);
    expect(sleep.getState()).toEqual({ plan: null, remaining: 0, hasFired: true });
  });

  test("fades out at the end and restores the volume afterwards", () => {
    engine.setVolume(0.8);
    sleep.start({ kind: "minutes", minutes: 1 });
    vi.advanceTimersByTime(minute - sleepFadeMs);
    expect(getCurrentAudio().volume).toBe(0.8);
    vi.advanceTimersByTime(sleepFadeMs / 2);
    expect(getCurrentAudio().volume).toBeCloseTo(0.4);

    sleep.extend();
    expect(getCurrentAudio().volume).toBe(0.8);
    expect(getRemaining()).toBe(5 * 60 + sleepFadeMs / 2000);
    sleep.cancel();
    vi.advanceTimersByTime(10 * minute);
    expect(isPlaying()).toBe(true);
  });

  test("continues through changes of chapter and speed", async () => {
    sleep.start({ kind: "minutes", minutes: 5 });
    vi.advanceTimersByTime(minute);
    engine.next();
    engine.setRate(2);
    await vi.advanceTimersByTimeAsync(200);
    getCurrentAudio().finishLoading();
    await vi.advanceTimersByTimeAsync(minute - 200);

    expect(getRemaining()).toBe(180);
  });

  test("restarts with Play within two minutes only", () => {
    sleep.start({ kind: "minutes", minutes: 5 });
    vi.advanceTimersByTime(5 * minute);
    vi.advanceTimersByTime(minute);
    engine.play();
    expect(getPlan()).toEqual({ kind: "minutes", minutes: 5 });

    vi.advanceTimersByTime(5 * minute);
    vi.advanceTimersByTime(2 * minute + 1_000);
    expect(sleep.getState().hasFired).toBe(false);
    engine.play();
    expect(getPlan()).toBeNull();
  });
});

test("repeats the faded part when playback resumes", () => {
  sleep.start({ kind: "minutes", minutes: 5 });
  playUntil(45);
  vi.advanceTimersByTime(5 * minute);
  sleep.continueListening();

  expect(engine.getState()).toMatchObject({ isPlaying: true, chapterIndex: 1, time: 15 });
  expect(getPlan()).toEqual({ kind: "minutes", minutes: 5 });
});

describe("sleep at the end of the chapter", () => {
  test("considers the playback speed", () => {
    sleep.start({ kind: "chapter" });
    expect(getRemaining()).toBe(50);
    engine.setRate(2);
    playUntil(30);
    vi.advanceTimersByTime(250);
    expect(getRemaining()).toBe(15);
  });

  test("pauses before the next chapter", async () => {
    sleep.start({ kind: "chapter" });
    playUntil(59.9);
    getCurrentAudio().finish(start() + 60);
    await vi.advanceTimersByTimeAsync(300);

    expect(engine.getState()).toMatchObject({ isPlaying: false, chapterIndex: 2, time: 0 });
    expect(sleep.getState().hasFired).toBe(true);
  });

  test("means the next chapter when set at the very end, and the chapter after a jump", async () => {
    playUntil(52);
    sleep.start({ kind: "chapter" });
    expect(getRemaining()).toBeGreaterThan(8);

    engine.previous();
    engine.previous();
    await vi.advanceTimersByTimeAsync(300);
    const { duration, time } = engine.getState();
    expect(getRemaining()).toBe(Math.ceil(duration - time));
  });

  test("can be extended by a chapter", () => {
    sleep.start({ kind: "chapter" });
    const previous = getRemaining();
    sleep.extend();
    expect(getRemaining()).toBeGreaterThan(previous);
    expect(sleep.canExtend()).toBe(false);
  });
});

test("a fixed time fires while paused too and cannot be extended", () => {
  sleep.start({ kind: "time", at: new Date(Date.now() + 10 * minute) });
  engine.pause();
  vi.advanceTimersByTime(9 * minute);
  engine.play();
  expect(getRemaining()).toBe(60);
  sleep.extend();
  expect(getRemaining()).toBe(60);
  vi.advanceTimersByTime(minute);
  expect(isPlaying()).toBe(false);

  engine.play();
  expect(getPlan()).toBeNull();
});

test("ends with the book", () => {
  sleep.start({ kind: "minutes", minutes: 5 });
  engine.unload();
  expect(getPlan()).toBeNull();
});

describe("the sleep timer", () => {
  test("can be extended while it counts minutes, or chapters that follow", () => {
    expect([sleep.hasChapters, sleep.canExtend()]).toEqual([true, false]);
    sleep.extend();
    expect(sleep.getState()).toEqual({ plan: null, remaining: 0, hasFired: false });
    sleep.start({ kind: "minutes", minutes: 5 });
    expect(sleep.canExtend()).toBe(true);
    sleep.start({ kind: "time", at: new Date(Date.now() + minute) });
    expect(sleep.canExtend()).toBe(false);
    sleep.start({ kind: "chapter" });
    expect(sleep.canExtend()).toBe(true);
    engine.unload();
    expect([sleep.hasChapters, sleep.canExtend(), sleep.getState().plan]).toEqual([false, false, null]);
  });

  test("starts anew with a whole volume, and does not fire for the plan before", () => {
    engine.setVolume(0.8);
    sleep.start({ kind: "minutes", minutes: 1 });
    vi.advanceTimersByTime(minute - sleepFadeMs / 2);
    expect(getCurrentAudio().volume).toBeCloseTo(0.4);
    sleep.start({ kind: "minutes", minutes: 2 });
    expect(getCurrentAudio().volume).toBe(0.8);
    vi.advanceTimersByTime(minute);
    expect(isPlaying()).toBe(true);
  });

  test("restores the volume when it is cancelled during the fade", () => {
    engine.setVolume(0.8);
    sleep.start({ kind: "minutes", minutes: 1 });
    vi.advanceTimersByTime(minute - sleepFadeMs / 2);
    sleep.cancel();
    expect(getCurrentAudio().volume).toBe(0.8);
    expect(sleep.getState()).toEqual({ plan: null, remaining: 0, hasFired: false });
  });

  test("does not count while the sound waits", () => {
    sleep.start({ kind: "minutes", minutes: 5 });
    getCurrentAudio().emit("waiting");
    vi.advanceTimersByTime(10_000);
    expect(getRemaining()).toBe(300);
  });

  test("does not claim to have fired while paused, and is then over", () => {
    sleep.start({ kind: "time", at: new Date(Date.now() + minute) });
    engine.pause();
    vi.advanceTimersByTime(minute);
    expect(sleep.getState()).toEqual({ plan: null, remaining: 0, hasFired: false });
    engine.play();
    expect(getPlan()).toBeNull();
  });

  test("at a fixed time is not restarted with Play, and resumes where the fade began", () => {
    sleep.start({ kind: "time", at: new Date(Date.now() + minute) });
    playUntil(45);
    vi.advanceTimersByTime(minute);
    engine.setRate(1.5);
    sleep.continueListening();
    expect(engine.getState()).toMatchObject({ isPlaying: true, chapterIndex: 1, time: 0 });
    expect(sleep.getState()).toEqual({ plan: null, remaining: 0, hasFired: false });
  });

  test("at the end of a chapter resumes in the next one", async () => {
    sleep.start({ kind: "chapter" });
    playUntil(59.9);
    getCurrentAudio().finish(start() + 60);
    await vi.advanceTimersByTimeAsync(300);
    sleep.continueListening();
    expect(engine.getState()).toMatchObject({ isPlaying: true, chapterIndex: 2, time: 0 });
    expect(getPlan()).toEqual({ kind: "chapter" });
  });

  test("ends with the last chapter", async () => {
    sleep.start({ kind: "minutes", minutes: 60 });
    engine.goTo((engine.getState().playlist?.chapters.length ?? 1) - 1);
    await vi.advanceTimersByTimeAsync(200);
    getCurrentAudio().finishLoading();
    getCurrentAudio().finish(start() + engine.getState().duration);
    expect(engine.getState().ending).toBe("finished");
    expect(getPlan()).toBeNull();
  });

  test("of minutes stays when the listener moves", () => {
    sleep.start({ kind: "minutes", minutes: 5 });
    engine.seek(5);
    engine.next();
    expect(getPlan()).toEqual({ kind: "minutes", minutes: 5 });
    expect(isPlaying()).toBe(true);
  });
});
