import type * as z from "zod/mini";
import type { Services } from "#server/services.ts";
import type { JobEvent, QueueName } from "./job-queue.ts";

/** A background job. Handlers must be idempotent. */
export interface Job<Payload extends z.ZodMiniType = z.ZodMiniType> extends JobEvent<Payload> {
  /** `shutdownSignal` aborts jobs that still run some seconds after shutdown began; they are retried later. */
  readonly run: (
    services: Services,
    payload: z.output<Payload>,
    shutdownSignal?: AbortSignal,
  ) => Promise<void>;
  /** A crontab line (UTC); the payload of scheduled runs is `{}`. */
  readonly every?: string;
  /** Of a long job, or one that waits for remote servers, in one worker; by default it shares those of its queue. */
  readonly ownSlots?: number;
}

export interface AnyJob {
  readonly name: string;
  readonly queue: QueueName;
  readonly payload: z.ZodMiniType;
  readonly run: (services: Services, payload: never, shutdownSignal?: AbortSignal) => Promise<void>;
  readonly every?: string;
  readonly ownSlots?: number;
}

/** Declares a job: `defineJob({ name: "books.import", queue: "now", payload, run })`. */
export function defineJob<Payload extends z.ZodMiniType>(job: Job<Payload>): Job<Payload> {
  return job;
}
