import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SleepTimer } from "#client/features/player/sleep-timer/sleep-timer.ts";
import type { SpeechCommand, SpeechEngine } from "#client/features/text-to-speech/speech-engine.ts";
import { getId } from "#client/testing/factories.ts";
import { createSleepTarget } from "./sleep-timer-target.ts";

const minute = 60_000;
const track = { id: "book", bookId: getId(1), title: "", author: "", audioUrl: "", coverImageUrl: "" };

function makeVoice() {
  let sendCommand: (command: SpeechCommand) => void = () => {};
  const voice = {
    isActive: true,
    subscribe: () => () => {},
    onCommand: (listener: (command: SpeechCommand) => void) => {
      sendCommand = listener;
      return () => {};
    },
    pause: vi.fn(() => {
      voice.isActive = false;
    }),
    play: () => {
      voice.isActive = true;
      sendCommand("play");
    },
    step: vi.fn(),
  };
  return voice;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance", "Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

test("a voice stops after minutes of reading, and the timer restarts on resume", () => {
  const voice = makeVoice();
  const sleep = new SleepTimer(createSleepTarget(voice as unknown as SpeechEngine, track as never));
  sleep.start({ kind: "minutes", minutes: 5 });
  vi.advanceTimersByTime(2 * minute);
  voice.isActive = false;
  vi.advanceTimersByTime(10 * minute);
  expect([sleep.getState().remaining, sleep.hasChapters]).toEqual([180, false]);

  voice.isActive = true;
  vi.advanceTimersByTime(3 * minute);
  expect(voice.pause).toHaveBeenCalledOnce();
  voice.play();
  expect(sleep.getState().plan).toEqual({ kind: "minutes", minutes: 5 });
  sleep.cancel();
});
