import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { BookId } from "#shared/books/book.ts";
import { PositionReporter, type Report, type SaveOptions } from "./position-tracker.ts";

const bookId = BookId.parse("00000000-0000-4000-8000-000000000001");

function setUp() {
  const saved: (Report & SaveOptions)[] = [];
  const stored: number[] = [];
  const reporter = new PositionReporter(
    bookId,
    (report, options) => saved.push({ ...report, ...options }),
    ({ locator }) => stored.push(locator.fraction),
  );
  return { reporter, saved, stored };
}

beforeEach(() => void vi.useFakeTimers({ now: new Date("2026-03-01T12:00:00Z") }));
afterEach(() => void vi.useRealTimers());

describe("a position", () => {
  test("is not written by opening a book", async () => {
    const { reporter, saved } = setUp();

    await vi.advanceTimersByTimeAsync(60_000);
    reporter.saveNow();

    expect(saved).toEqual([]);
  });

  test("that changes during playback is saved every 10 s", async () => {
    const { reporter, saved } = setUp();
    reporter.report({ fraction: 0.1 }, false);
    await vi.advanceTimersByTimeAsync(0);

    for (let n = 1; n <= 25; n++) {
      await vi.advanceTimersByTimeAsync(1_000);
      reporter.report({ fraction: 0.1 + n / 1000 }, false);
    }

    expect(saved.map(({ locator }) => Math.round(locator.fraction * 1000))).toEqual([100, 109, 119]);
    expect(saved.every(({ isDeliberate }) => !isDeliberate)).toBe(true);
  });

  test("moved on purpose is saved within a second, quick moves as one", async () => {
    const { reporter, saved } = setUp();

    reporter.report({ fraction: 0.2 }, true);
    await vi.advanceTimersByTimeAsync(500);
    reporter.report({ fraction: 0.3 }, true);
    reporter.report({ fraction: 0.301 }, false);
    await vi.advanceTimersByTimeAsync(500);

    expect(saved).toMatchObject([{ locator: { fraction: 0.301 }, isDeliberate: true, reset: false }]);
  });

  test("is saved at once on request, once", async () => {
    const { reporter, saved } = setUp();
    reporter.report({ fraction: 0.2 }, true);

    reporter.saveNow({ keepalive: true });
    reporter.saveNow({ keepalive: true });
    await vi.advanceTimersByTimeAsync(20_000);

    expect(saved).toMatchObject([{ locator: { fraction: 0.2 }, keepalive: true }]);
  });

  test("that is not saved yet is stored on the device every second, or at once after a move", async () => {
    const { reporter, saved, stored } = setUp();
    reporter.report({ fraction: 0.1 }, false);
    reporter.saveNow();

    for (let n = 1; n <= 11; n++) {
      await vi.advanceTimersByTimeAsync(250);
      reporter.report({ fraction: 0.1 + n / 100 }, false);
    }
    reporter.report({ fraction: 0.5 }, true);

    expect(stored).toEqual([0.1, 0.14, 0.18, 0.5]);
    expect(saved).toHaveLength(1);
  });

  test("that did not change is not saved again", async () => {
    const { reporter, saved } = setUp();
    reporter.report({ fraction: 0.2 }, false);
    reporter.saveNow();

    reporter.report({ fraction: 0.2 }, false);
    await vi.advanceTimersByTimeAsync(20_000);

    expect(saved).toHaveLength(1);
  });

  test("includes a isDeliberate return to the beginning", () => {
    const { reporter, saved } = setUp();

    reporter.report({ fraction: 0 }, true, { reset: true });
    reporter.saveNow();

    expect(saved).toMatchObject([{ reset: true, isDeliberate: true }]);
  });

  test("that moves back while it waits is saved as it is now", async () => {
    const { reporter, saved } = setUp();
    reporter.report({ fraction: 0.2 }, false);
    reporter.saveNow();
    reporter.report({ fraction: 0.3 }, false);
    reporter.report({ fraction: 0.2 }, false);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(saved.map(({ locator }) => locator.fraction)).toEqual([0.2, 0.2]);
    expect(saved.every(({ keepalive }) => !keepalive)).toBe(true);
  });

  test("moved on purpose does not wait for the next regular time, nor is that put off", async () => {
    const { reporter, saved } = setUp();
    reporter.report({ fraction: 0.1 }, false);
    reporter.saveNow();
    reporter.report({ fraction: 0.2 }, false);
    reporter.report({ fraction: 0.3 }, true);
    await vi.advanceTimersByTimeAsync(999);
    expect(saved).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(saved).toHaveLength(2);

    await vi.advanceTimersByTimeAsync(9_500);
    reporter.report({ fraction: 0.4 }, false);
    reporter.report({ fraction: 0.5 }, true);
    await vi.advanceTimersByTimeAsync(500);
    expect(saved).toHaveLength(3);
  });
});
