import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { makePlaylistFixture } from "#client/testing/audiobook-fixture.ts";
import type { FakeAudio } from "#client/testing/fake-audio.ts";
import { makePlayerEngine } from "#client/testing/player-engine-fixture.ts";
import { fadeMs, fadeOut } from "./fade.ts";
import type { PlayerEngine } from "./player-engine.ts";

let engine: PlayerEngine;
let audio: FakeAudio;

beforeEach(async () => {
  vi.useFakeTimers();
  const fixture = makePlayerEngine();
  engine = fixture.engine;
  audio = fixture.audios[0] as FakeAudio;
  engine.setVolume(0.8);
  engine.playBook(makePlaylistFixture());
  await vi.advanceTimersByTimeAsync(100);
});
afterEach(() => vi.useRealTimers());

test("fades out, pauses, and restores the volume on resume", () => {
  fadeOut(engine);
  vi.advanceTimersByTime(fadeMs / 2);
  expect(audio.volume).toBeCloseTo(0.4);
  expect(engine.getState()).toMatchObject({ isPlaying: true, volume: 0.8 });

  vi.advanceTimersByTime(fadeMs / 2);
  expect(engine.getState().isPlaying).toBe(false);
  expect(audio.paused).toBe(true);
  engine.play();
  expect(audio.volume).toBe(0.8);
});

test("restores the volume when playback resumes during the fade", () => {
  fadeOut(engine);
  vi.advanceTimersByTime(fadeMs / 2);
  engine.pause();
  engine.play();
  vi.advanceTimersByTime(fadeMs);

  expect(engine.getState().isPlaying).toBe(true);
  expect(audio.volume).toBe(0.8);
});

test("can be cancelled during the fade but not afterwards", () => {
  const cancelFade = fadeOut(engine);
  vi.advanceTimersByTime(fadeMs / 2);
  expect(cancelFade()).toBe(true);
  expect(audio.volume).toBe(0.8);
  vi.advanceTimersByTime(fadeMs);
  expect(engine.getState().isPlaying).toBe(true);

  const cancelLate = fadeOut(engine);
  vi.advanceTimersByTime(fadeMs);
  expect(cancelLate()).toBe(false);
});

test("does nothing to what is paused, and does not pause what the listener started again", () => {
  engine.pause();
  const resume = fadeOut(engine);
  expect(resume()).toBe(false);
  vi.advanceTimersByTime(fadeMs);
  expect(audio.volume).toBe(0.8);

  engine.play();
  const resumeLater = fadeOut(engine);
  vi.advanceTimersByTime(fadeMs / 2);
  engine.seek(5);
  expect(audio.volume).toBeCloseTo(0.4);
  engine.pause();
  vi.advanceTimersByTime(100);
  engine.play();
  expect(resumeLater()).toBe(false);
  vi.advanceTimersByTime(fadeMs);
  expect([engine.getState().isPlaying, audio.volume]).toEqual([true, 0.8]);
});
