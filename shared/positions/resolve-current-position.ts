import type { PositionEvent } from "./position.ts";

/** Below this a place is taken for an error of the device, unless its event says `reset`. */
export const minTrustedFraction = 0.01;

/** What decides between events. */
export type DatedEvent = Pick<PositionEvent, "id" | "at" | "deliberate" | "reset"> & {
  readonly place: Pick<PositionEvent["place"], "fraction">;
  /** Where `at` was clamped: what the device said. */
  readonly deviceAt?: Date;
};

/**
 * The event that says where the reader is, whatever the order in which events came and however often.
 *
 * The newest wins, so that a late report never moves a place back and a deliberate rewind holds. A fall below
 * 1 % that is no reset gives way to the newest event that is neither.
 *
 * @returns null when nothing was reported.
 */
export function resolveCurrent<E extends DatedEvent>(events: Iterable<E>): E | null {
  let newest: E | null = null;
  let sure: E | null = null;
  for (const event of events) {
    if (isNewer(event, newest)) newest = event;
    if ((event.reset || isSure(event)) && isNewer(event, sure)) sure = event;
  }
  return sure && isSure(sure) ? sure : newest;
}

const isSure = ({ place }: DatedEvent) => place.fraction >= minTrustedFraction;

function isNewer(one: DatedEvent, other: DatedEvent | null): boolean {
  return other === null || newestFirst(one, other) < 0;
}

/** Orders events newest first: by time, then by the device's own time, then deliberate ones first. */
export function newestFirst(a: DatedEvent, b: DatedEvent): number {
  return (
    b.at.getTime() - a.at.getTime() ||
    (b.deviceAt ?? b.at).getTime() - (a.deviceAt ?? a.at).getTime() ||
    Number(b.deliberate) - Number(a.deliberate) ||
    (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)
  );
}
