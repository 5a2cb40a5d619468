import { describe, expect, test } from "vitest";
import { EventId } from "./position.ts";
import { type DatedEvent, resolveCurrent } from "./resolve-current-position.ts";

let serial = 0;

function event(minute: number, fraction: number, input: Partial<DatedEvent> = {}): DatedEvent {
  const id = EventId.parse(`00000000-0000-4000-8000-${String(++serial).padStart(12, "0")}`);
  const at = new Date(Date.UTC(2026, 2, 1, 10, minute));
  return { id, at, deliberate: false, place: { fraction }, ...input };
}

/** Every order of a short list. */
function* orders<T>(items: readonly T[]): Generator<T[]> {
  if (items.length === 0) yield [];
  for (const [index, item] of items.entries()) {
    for (const rest of orders(items.toSpliced(index, 1))) yield [item, ...rest];
  }
}

describe("the current position", () => {
  test("is null before the first event", () => {
    expect(resolveCurrent([])).toBeNull();
  });

  test.each([
    ["the newest", [event(1, 0.2), event(2, 0.3), event(3, 0.4)], 0.4],
    ["a deliberate rewind", [event(1, 0.6), event(2, 0.1, { deliberate: true })], 0.1],
    ["what came after a rewind", [event(1, 0.6), event(2, 0.1, { deliberate: true }), event(3, 0.11)], 0.11],
    ["not a late tick from before a rewind", [event(2, 0.1, { deliberate: true }), event(1, 0.6)], 0.1],
    ["not a fall below 1 %", [event(1, 0.6), event(2, 0, { deliberate: true })], 0.6],
    ["the start when it is a reset", [event(1, 0.6), event(2, 0, { deliberate: true, reset: true })], 0],
    [
      "the first minutes after a reset",
      [event(1, 0.6), event(2, 0, { reset: true }), event(3, 0.004)],
      0.004,
    ],
    ["the first minutes of a book", [event(1, 0.001), event(2, 0.002)], 0.002],
    ["what is sure, though a fall came earlier", [event(2, 0.001), event(1, 0.5)], 0.5],
    [
      "what was read again after a reset",
      [event(1, 0.6), event(2, 0, { reset: true }), event(3, 0.02)],
      0.02,
    ],
  ])("is %s, in every order of arrival", (_, events, fraction) => {
    for (const order of orders(events)) expect(resolveCurrent(order)?.place.fraction).toBe(fraction);
  });

  test("is the deliberate one of two at the same time", () => {
    const [tick, seek] = [event(1, 0.5), event(1, 0.2, { deliberate: true })];

    for (const order of orders([tick, seek])) expect(resolveCurrent(order)).toBe(seek);
  });
});
