import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeAudio } from "#client/testing/fake-audio.ts";
import { type AlertOutcome, AlertPlayer } from "./alert-player.ts";

let audio: FakeAudio;
let player: AlertPlayer;
let outcome: AlertOutcome | null;

beforeEach(() => {
  vi.useFakeTimers();
  audio = new FakeAudio();
  outcome = null;
  player = new AlertPlayer(() => audio as unknown as HTMLAudioElement);
  void player.play({ recording: "/sound/1" }, 1, () => {}).then((last) => (outcome = last));
});
afterEach(() => void vi.useRealTimers());

const advance = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);

test("a recording that does not start fails after a timeout", async () => {
  await advance(9);
  expect(outcome).toBeNull();
  await advance(2);
  expect(outcome).toBe("failed");
});

test("an interrupted recording resumes at its position", async () => {
  audio.finishLoading();
  audio.playTo(42);
  audio.fail();
  await advance(2);
  expect([audio.loaded, audio.currentTime, audio.paused]).toEqual([["/sound/1", "/sound/1"], 42, false]);

  audio.finishLoading();
  await advance(200);
  expect(outcome).toBeNull();
  audio.finish(180);
  await advance(0);
  expect(outcome).toBe("ended");
});

test("a stalled recording is reloaded, and dropped when that fails", async () => {
  audio.finishLoading();
  audio.playTo(42);
  audio.emit("waiting");
  await advance(12);
  expect(audio.loaded).toHaveLength(2);
  await advance(60);
  expect(outcome).toBe("stalled");
});

test("a stopped recording stays stopped", async () => {
  audio.finishLoading();
  audio.playTo(42);
  audio.fail();
  player.stop();
  await advance(30);
  expect([outcome, audio.loaded.length, audio.paused]).toEqual(["stopped", 1, true]);
});
