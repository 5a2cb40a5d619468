import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { makePlayer } from "#client/testing/player-engine-fixture.ts";
import { getLevel, SilenceDetector } from "./silence-detector.ts";

let level = 0;

class FakeAnalyser {
  readonly fftSize = 32;
  getFloatTimeDomainData(samples: Float32Array) {
    samples.fill(level);
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("AnalyserNode", FakeAnalyser);
});
afterEach(() => vi.unstubAllGlobals());

test("the level is the root mean square", () => {
  expect(getLevel(new Float32Array([0.5, -0.5, 0.5, -0.5]))).toBe(0.5);
  expect(getLevel(new Float32Array(4))).toBe(0);
});

test("only a longer pause of playing sound counts, and ends with the first sound", () => {
  let isPlaying = true;
  const changes: boolean[] = [];
  const detector = new SilenceDetector(
    {} as BaseAudioContext,
    () => isPlaying,
    (isSilent) => changes.push(isSilent),
  );
  detector.setOn(true);
  level = 0.1;
  vi.advanceTimersByTime(1_000);
  level = 0.001;
  vi.advanceTimersByTime(400);
  level = 0.1;
  vi.advanceTimersByTime(100);
  expect(changes).toEqual([]);

  level = 0.001;
  vi.advanceTimersByTime(600);
  expect(changes).toEqual([true]);
  level = 0.1;
  vi.advanceTimersByTime(40);
  expect(changes).toEqual([true, false]);

  isPlaying = false;
  level = 0;
  vi.advanceTimersByTime(5_000);
  expect(changes).toEqual([true, false]);

  isPlaying = true;
  vi.advanceTimersByTime(600);
  detector.setOn(false);
  expect(changes).toEqual([true, false, true, false]);
});

test("a pause in the speech plays faster, as far as browsers play sound", () => {
  const { player, audios } = makePlayer();
  player.engine.scaleRate(3);
  expect(audios[0]?.playbackRate).toBe(3);
  player.engine.setRate(2);
  player.engine.scaleRate(3);
  expect(audios[0]?.playbackRate).toBe(4);
  player.engine.scaleRate(1);
  expect(audios[0]?.playbackRate).toBe(2);
});
