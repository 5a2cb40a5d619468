import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeAudio } from "#client/testing/fake-audio.ts";
import { AlertPlayer, type RingOutcome } from "./alert-player.ts";

let audio: FakeAudio;
let ringer: AlertPlayer;
let outcome: RingOutcome | null;

beforeEach(() => {
  vi.useFakeTimers();
  audio = new FakeAudio();
  outcome = null;
  ringer = new AlertPlayer(() => audio as unknown as HTMLAudioElement);
  void ringer.ring({ recording: "/sound/1" }, 1, () => {}).then((last) => (outcome = last));
});
afterEach(() => void vi.useRealTimers());

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);

test("a recording that never begins has failed after a while", async () => {
  await pass(9);
  expect(outcome).toBeNull();
  await pass(2);
  expect(outcome).toBe("failed");
});

test("one that breaks off goes on where it was", async () => {
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
  expect(outcome).toBe("over");
});

test("one that hangs is asked for again, and given up when it does not come", async () => {
  audio.arrive();
  audio.hear(42);
  audio.emit("waiting");
  await pass(12);
  expect(audio.loaded).toHaveLength(2);
  await pass(60);
  expect(outcome).toBe("cut");
});

test("one that was stopped stays so", async () => {
  audio.arrive();
  audio.hear(42);
  audio.fail();
  ringer.stop();
  await pass(30);
  expect([outcome, audio.loaded.length, audio.paused]).toEqual(["stopped", 1, true]);
});
