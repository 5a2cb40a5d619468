import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeAudio } from "#client/testing/fake-audio.ts";
import { type AlertOutcome, AlertPlayer } from "./alert-player.ts";

let audio: FakeAudio;
let ringer: AlertPlayer;
let outcome: AlertOutcome | null;

beforeEach(() => {
  vi.useFakeTimers();
  audio = new FakeAudio();
  outcome = null;
  ringer = new AlertPlayer(() => audio as unknown as HTMLAudioElement);
  void ringer.play({ recording: "/sound/1" }, 1, () => {}).then((last) => (outcome = last));
});
afterEach(() => void vi.useRealTimers());

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);

test("a recording that does not start fails after a timeout", async () => {
  await pass(9);
  expect(outcome).toBeNull();
  await pass(2);
  expect(outcome).toBe("failed");
});

test("an interrupted recording resumes at its position", async () => {
  audio.arrive();
  audio.hear(42);
  audio.fail();
  await pass(2);
  expect([audio.loaded, audio.currentTime, audio.paused]).toEqual([["/sound/1", "/sound/1"], 42, false]);

  audio.arrive();
  await pass(200);
  expect(outcome).toBeNull();
  audio.finish(180);
  await pass(0);
  expect(outcome).toBe("ended");
});

test("a stalled recording is reloaded, and dropped when that fails", async () => {
  audio.arrive();
  audio.hear(42);
  audio.emit("waiting");
  await pass(12);
  expect(audio.loaded).toHaveLength(2);
  await pass(60);
  expect(outcome).toBe("stalled");
});

test("a stopped recording stays stopped", async () => {
  audio.arrive();
  audio.hear(42);
  audio.fail();
  ringer.stop();
  await pass(30);
  expect([outcome, audio.loaded.length, audio.paused]).toEqual(["stopped", 1, true]);
});
