import { describe, expect, test } from "vitest";
import { EventId } from "./position.ts";
import {
  compareNewestFirst,
  type DatedEvent,
  minTrustedFraction,
  resolveCurrent,
} from "./resolve-current-position.ts";

let serial = 0;

function makeEvent(minute: number, fraction: number, input: Partial<DatedEvent> = {}): DatedEvent {
  const id = EventId.parse(`00000000-0000-4000-8000-${String(++serial).padStart(12, "0")}`);
  const at = new Date(Date.UTC(2026, 2, 1, 10, minute));
  return { id, at, isDeliberate: false, locator: { fraction }, ...input };
}

/** Every order of a short list. */
function* generatePermutations<T>(items: readonly T[]): Generator<T[]> {
  if (items.length === 0) yield [];
  for (const [index, item] of items.entries()) {
    for (const rest of generatePermutations(items.toSpliced(index, 1))) yield [item, ...rest];
  }
}

describe("the current position", () => {
  test("is null before the first event", () => {
    expect(resolveCurrent([])).toBeNull();
  });

  test.each([
    ["the newest", [makeEvent(1, 0.2), makeEvent(2, 0.3), makeEvent(3, 0.4)], 0.4],
    ["a isDeliberate rewind", [makeEvent(1, 0.6), makeEvent(2, 0.1, { isDeliberate: true })], 0.1],
    [
      "what came after a rewind",
      [makeEvent(1, 0.6), makeEvent(2, 0.1, { isDeliberate: true }), makeEvent(3, 0.11)],
      0.11,
    ],
    ["not a fall below 1 %", [makeEvent(1, 0.6), makeEvent(2, 0, { isDeliberate: true })], 0.6],
    [
      "the start when it is a reset",
      [makeEvent(1, 0.6), makeEvent(2, 0, { isDeliberate: true, reset: true })],
      0,
    ],
    [
      "the first minutes after a reset",
      [makeEvent(1, 0.6), makeEvent(2, 0, { reset: true }), makeEvent(3, 0.004)],
      0.004,
    ],
    ["the first minutes of a book", [makeEvent(1, 0.001), makeEvent(2, 0.002)], 0.002],
    ["one of exactly 1 %", [makeEvent(1, 0.6), makeEvent(2, minTrustedFraction)], minTrustedFraction],
    ["what is sure, though a fall came earlier", [makeEvent(2, 0.001), makeEvent(1, 0.5)], 0.5],
    [
      "what was read again after a reset",
      [makeEvent(1, 0.6), makeEvent(2, 0, { reset: true }), makeEvent(3, 0.02)],
      0.02,
    ],
  ])("is %s, in every order of arrival", (_, events, fraction) => {
    for (const order of generatePermutations(events))
      expect(resolveCurrent(order)?.locator.fraction).toBe(fraction);
  });

  test("is the isDeliberate one of two at the same time", () => {
    const [tick, seek] = [makeEvent(1, 0.5), makeEvent(1, 0.2, { isDeliberate: true })];

    for (const order of generatePermutations([tick, seek])) expect(resolveCurrent(order)).toBe(seek);
  });

  test("is by the device's own time, then by id, of events at the same time", () => {
    const deviceAt = (minute: number) => ({ deviceAt: new Date(Date.UTC(2026, 2, 1, 11, minute)) });
    const [earlier, later] = [makeEvent(1, 0.3, deviceAt(1)), makeEvent(1, 0.4, deviceAt(2))];
    const [undated, first, second] = [makeEvent(1, 0.5), makeEvent(1, 0.6), makeEvent(1, 0.7)];

    for (const order of generatePermutations([earlier, later, undated])) {
      expect(resolveCurrent(order)).toBe(later);
    }
    for (const order of generatePermutations([undated, first, second])) {
      expect(resolveCurrent(order)).toBe(second);
      expect(order.toSorted(compareNewestFirst)).toEqual([second, first, undated]);
    }
    expect(compareNewestFirst(first, { ...first })).toBe(0);
  });
});
