import type { InputOf } from "#shared/api/contract.ts";
import type { positionsContract } from "#shared/positions/contract.ts";
import { PositionEvent } from "#shared/positions/position.ts";
import type { Database } from "#server/db/client.ts";
import type { Context } from "#server/http/api/context.ts";
import { requireSameUser } from "#server/http/session/require-same-user.ts";
import type { TimestampedEvent } from "./queries.ts";
import { type Batch, type StoreDeps, type StoredState, storePositions } from "./store-positions.ts";

/** Larger differences are corrected with `sentAt`; smaller ones may be network latency. */
const tolerableSkewMs = 60_000;

/** The range of dates that the database supports. */
const [earliest, latest] = [0, Date.UTC(9999, 11, 31)];

/** Maximum number of events per transaction. */
const maxBatch = 1_000;

/** Stores the positions of a device. Those of other users that arrive meanwhile share the transaction. */
export async function savePositions(
  context: Context,
  { body: { reader, events, sentAt } }: InputOf<typeof positionsContract.savePositions>,
): Promise<StoredState> {
  const { user, origin } = context;
  requireSameUser(user, reader);
  const parsedEvents = readEvents(events);
  if (parsedEvents.length === 0) return { current: [], accepted: [] };
  const timestamped = normalizeTimestamps(parsedEvents, context.clock(), sentAt);
  return recordBatch(context, { user, events: timestamped, origin });
}

/** Parses a batch event by event; invalid and duplicate ones are skipped. */
function readEvents(items: readonly unknown[]): PositionEvent[] {
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
function normalizeTimestamps(
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
        reportedAt: new Date(clamp(earliest, event.at.getTime(), latest)),
        at: new Date(Math.min(deviceAt, now.getTime())),
      };
    })
    .sort((a, b) => a.deviceAt.getTime() - b.deviceAt.getTime());
}

const clamp = (min: number, value: number, max: number) => Math.min(max, Math.max(min, value));

interface QueuedBatch {
  readonly batch: Batch;
  readonly resolve: (storedState: StoredState) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Stores a batch and resolves when it is durable. Batches that arrive meanwhile are written together in one
 * transaction, which makes many readers cheap.
 */
function recordBatch(services: StoreDeps, batch: Batch): Promise<StoredState> {
  const recorder = recorders.get(services.db) ?? new Recorder(services);
  recorders.set(services.db, recorder);
  return recorder.recordBatch(batch);
}

const recorders = new WeakMap<Database, Recorder>();

class Recorder {
  readonly #services: StoreDeps;
  #waiting: QueuedBatch[] = [];
  #isWriting = false;

  constructor(services: StoreDeps) {
    this.#services = services;
  }

  recordBatch(batch: Batch): Promise<StoredState> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ batch, resolve, reject });
      if (!this.#isWriting) void this.#writeAll();
    });
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) await this.#write(this.#dequeue());
    this.#isWriting = false;
  }

  #dequeue(): QueuedBatch[] {
    let events = 0;
    const batchEnd = this.#waiting.findIndex(({ batch }) => {
      events += batch.events.length;
      return events > maxBatch;
    });
    return this.#waiting.splice(0, batchEnd < 0 ? this.#waiting.length : Math.max(1, batchEnd));
  }

  async #write(batches: readonly QueuedBatch[]): Promise<void> {
    try {
      const storedStates = await storePositions(
        this.#services,
        batches.map(({ batch }) => batch),
      );
      for (const [index, { resolve }] of batches.entries())
        resolve(storedStates[index] ?? { current: [], accepted: [] });
    } catch (error) {
      if (batches.length > 1) for (const batch of batches) await this.#write([batch]);
      else for (const { reject } of batches) reject(error);
    }
  }
}
