import { PositionEvent } from "#shared/positions/position.ts";
import type { TimestampedEvent } from "./queries.ts";

/** Larger differences are corrected with `sentAt`; smaller ones may be network latency. */
const tolerableSkewMs = 60_000;

/** The range of dates that the database supports. */
const [earliest, latest] = [0, Date.UTC(9999, 11, 31)];

/** Parses a batch event by event; invalid and duplicate ones are skipped. */
export function readEvents(items: readonly unknown[]): PositionEvent[] {
  const read = new Map<string, PositionEvent>();
  for (const item of items) {
    const { data } = PositionEvent.safeParse(item);
    if (data && !read.has(data.id)) read.set(data.id, data);
  }
  return [...read.values()];
}

/**
 * Corrects clock skew, oldest event first.
 *
 * @param sentAt the device's time when sending; undefined if unknown
 */
export function normalizeTimestamps(
  events: readonly PositionEvent[],
  now: Date,
  sentAt: Date | undefined,
): TimestampedEvent[] {
  const skew = sentAt === undefined ? 0 : now.getTime() - sentAt.getTime();
  const shift = Math.abs(skew) > tolerableSkewMs ? skew : 0;
  return events
    .map((event) => {
      const deviceAt = clamp(earliest, event.at.getTime() + shift, latest);
      return {
        ...event,
        reset: event.reset ?? false,
        deviceAt: new Date(deviceAt),
        at: new Date(Math.min(deviceAt, now.getTime())),
      };
    })
    .sort((a, b) => a.deviceAt.getTime() - b.deviceAt.getTime());
}

const clamp = (min: number, value: number, max: number) => Math.min(max, Math.max(min, value));
