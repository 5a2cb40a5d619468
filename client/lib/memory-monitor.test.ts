import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pauseCleanup, watchMemory } from "./memory-monitor.ts";

const minute = 60_000;
const mebibyte = 1024 * 1024;
const cleanUp = vi.fn();
let end = () => {};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  end();
  cleanUp.mockReset();
  vi.useRealTimers();
  Reflect.deleteProperty(performance, "memory");
});

function watchHeap(bytes: number | null) {
  const memory = bytes === null ? undefined : { usedJSHeapSize: bytes };
  Object.defineProperty(performance, "memory", { value: memory, configurable: true });
  end = watchMemory(cleanUp);
}

test("memory is checked every two minutes", () => {
  watchHeap(201 * mebibyte);

  vi.advanceTimersByTime(2 * minute - 1);
  expect(cleanUp).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);

  expect(cleanUp).toHaveBeenCalledOnce();
});

test("nothing is cleaned up below 200 MB", () => {
  watchHeap(200 * mebibyte);

  vi.advanceTimersByTime(20 * minute);

  expect(cleanUp).not.toHaveBeenCalled();
});

test("cleanup runs at most once in five minutes", () => {
  watchHeap(300 * mebibyte);

  vi.advanceTimersByTime(6 * minute);
  expect(cleanUp).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(2 * minute);

  expect(cleanUp).toHaveBeenCalledTimes(2);
});

test("cleanup waits while it is blocked", () => {
  watchHeap(300 * mebibyte);
  const release = pauseCleanup();
  const releaseOther = pauseCleanup();

  vi.advanceTimersByTime(10 * minute);
  release();
  release();
  vi.advanceTimersByTime(10 * minute);
  expect(cleanUp).not.toHaveBeenCalled();
  releaseOther();
  vi.advanceTimersByTime(2 * minute);

  expect(cleanUp).toHaveBeenCalledOnce();
});

test("a browser without memory information is not monitored, nor after disposal", () => {
  watchHeap(null);
  vi.advanceTimersByTime(10 * minute);

  watchHeap(300 * mebibyte);
  end();
  vi.advanceTimersByTime(10 * minute);

  expect(cleanUp).not.toHaveBeenCalled();
});
