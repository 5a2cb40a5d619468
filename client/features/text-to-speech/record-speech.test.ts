import { expect, test, vi } from "vitest";
import { BookId } from "#shared/books/book.ts";
import { Store } from "#client/lib/store.ts";
import { recordSpeech } from "./record-speech.ts";
import type { SpeechCommand } from "./speech-engine.ts";
import { initialSpeechState, type SpeechState } from "./speech-state.ts";
import type { SpeechProgress } from "./text-cursor.ts";

const bookId = BookId.parse("0198a5f0-0000-7000-8000-000000000001");

function startRecording() {
  vi.useFakeTimers();
  const store = new Store<SpeechState>(initialSpeechState);
  const listeners: ((command: SpeechCommand, speechProgress: SpeechProgress) => void)[] = [];
  const spent = vi.fn();
  const pauseSession = vi.fn();
  let slept = 0;
  const clock = { ticks: () => performance.now() + slept, now: () => Date.now() };
  const stop = recordSpeech(
    {
      getState: () => store.getState(),
      subscribe: (listener) => store.subscribe(listener),
      onCommand: (listener) => {
        listeners.push(listener);
        return () => {};
      },
    },
    { addTime: spent, pauseSession, clock } as never,
    { bookId, fraction: () => 0.5 },
  );
  const finish = (fraction: number) => {
    for (const listener of listeners) listener("spoken", { fraction, sentence: { characters: 9 } } as never);
  };
  return {
    spent,
    pauseSession,
    stop,
    finish,
    emitStatus: (status: SpeechState["status"]) => store.update({ status }),
    sleep: (ms: number) => {
      slept += ms;
    },
    getTotalMs: () => spent.mock.calls.reduce((sum, [{ ms }]) => sum + ms, 0),
    read: () => spent.mock.calls.reduce((sum, [{ read }]) => sum + read, 0),
  };
}

test("counts while the voice speaks or pauses briefly, and stops when paused or waiting", () => {
  const { emitStatus, finish, spent, pauseSession, getTotalMs, read, stop } = startRecording();

  emitStatus("loading");
  vi.advanceTimersByTime(5_000);
  emitStatus("speaking");
  vi.advanceTimersByTime(4_500);
  finish(0.1);
  emitStatus("between-sentences");
  vi.advanceTimersByTime(1_000);
  emitStatus("speaking");
  vi.advanceTimersByTime(2_000);
  emitStatus("waiting-for-play");
  vi.advanceTimersByTime(60_000);

  expect(getTotalMs()).toBe(7_500);
  expect(read()).toBeCloseTo(0.1);
  expect(spent).toHaveBeenCalledWith(expect.objectContaining({ kind: "speech", bookId, fraction: 0.5 }));
  expect(pauseSession).toHaveBeenCalledOnce();
  stop();
  vi.useRealTimers();
});

test("does not count device sleep", () => {
  const { emitStatus, sleep, getTotalMs, stop } = startRecording();

  emitStatus("speaking");
  vi.advanceTimersByTime(2_000);
  sleep(3_600_000);
  vi.advanceTimersByTime(2_000);
  stop();

  expect(getTotalMs()).toBeLessThan(5_000);
  vi.useRealTimers();
});
