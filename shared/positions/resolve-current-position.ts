import type { PositionEvent } from "./position.ts";

/** Below this fraction a position counts as a device error, unless its event has `reset`. */
export const minTrustedFraction = 0.01;

export type DatedEvent = Pick<PositionEvent, "id" | "at" | "isDeliberate" | "reset"> & {
  readonly locator: Pick<PositionEvent["locator"], "fraction">;
  /** The device's time when `at` was clamped. */
  readonly deviceAt?: Date;
};

/**
 * The oracle of the SQL function `record_positions`: the current event, whatever the order of arrival. The
 * newest wins; a fall below 1 % without `reset` yields to the newest event that is neither.
 */
export function resolveCurrent<E extends DatedEvent>(events: Iterable<E>): E | null {
  let newest: E | null = null;
  let trusted: E | null = null;
  for (const event of events) {
    if (isNewer(event, newest)) newest = event;
    if ((event.reset || isTrusted(event)) && isNewer(event, trusted)) trusted = event;
  }
  return trusted && isTrusted(trusted) ? trusted : newest;
}

const isTrusted = ({ locator }: DatedEvent) => locator.fraction >= minTrustedFraction;

function isNewer(a: DatedEvent, b: DatedEvent | null): boolean {
  return b === null || compareNewestFirst(a, b) < 0;
}

/** Orders events newest first: by time, then by the device's own time, then deliberate ones first. */
export function compareNewestFirst(a: DatedEvent, b: DatedEvent): number {
  return (
    b.at.getTime() - a.at.getTime() ||
    (b.deviceAt ?? b.at).getTime() - (a.deviceAt ?? a.at).getTime() ||
    Number(b.isDeliberate) - Number(a.isDeliberate) ||
    (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)
  );
}
