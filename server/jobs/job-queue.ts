import type * as z from "zod/mini";
import type { Database } from "#server/db/client.ts";

/**
 * Who feels a delay: `now`, a person who waits; `soon`, readers within minutes; `later`, nobody within hours.
 * Each queue has its own workers.
 */
export const queueNames = ["now", "soon", "later"] as const;
export type QueueName = (typeof queueNames)[number];

/** The smallest number runs first. Jobs of versions without queues have 0. */
export const queuePriorities: Readonly<Record<QueueName, number>> = { now: -10, soon: 0, later: 10 };

/** Longer waits are reported; `alerts.yml` has the same limits. */
export const maxWaitSeconds: Readonly<Record<QueueName, number>> = { now: 60, soon: 900, later: 21_600 };

export interface JobEvent<Payload extends z.ZodMiniType = z.ZodMiniType> {
  readonly name: string;
  readonly queue: QueueName;
  readonly payload: Payload;
}

export interface AddOptions {
  /** A queued job with the same key is replaced. */
  readonly key?: string;
  readonly runAt?: Date;
}

export interface JobItem<Payload extends z.ZodMiniType> {
  readonly payload: z.output<Payload>;
  readonly runAt?: Date | null;
  /** Runs after jobs of its kind that are more urgent; by default as the kind declares. */
  readonly queue?: QueueName;
}

/**
 * The job queue. Emitting an event enqueues the job of that name. With a transaction as `db`, the job is
 * enqueued when it commits.
 */
export interface Jobs {
  add<Payload extends z.ZodMiniType>(
    job: JobEvent<Payload>,
    payload: z.output<Payload>,
    options?: AddOptions & { readonly db?: Database },
  ): Promise<void>;

  /** Enqueues many jobs of one kind in one statement. */
  addAll<Payload extends z.ZodMiniType>(
    job: JobEvent<Payload>,
    items: readonly JobItem<Payload>[],
    db?: Database,
  ): Promise<void>;
}
