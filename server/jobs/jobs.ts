import type * as z from "zod/mini";
import type { Services } from "#server/services.ts";
import type { JobEvent } from "./job-queue.ts";

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
  /** Runs in slots of its own, beside the general ones. */
  readonly isLong?: boolean;
  /** Of a long job, in one worker; 1 by default. */
  readonly maxConcurrent?: number;
  readonly usesExternal?: boolean;
}

export interface AnyJob {
  readonly name: string;
  readonly payload: z.ZodMiniType;
  readonly run: (services: Services, payload: never, shutdownSignal?: AbortSignal) => Promise<void>;
  readonly every?: string;
  readonly isLong?: boolean;
  readonly maxConcurrent?: number;
  readonly usesExternal?: boolean;
}

/** Declares a job: `defineJob({ name: "books.import", payload, run })`. */
export function defineJob<Payload extends z.ZodMiniType>(job: Job<Payload>): Job<Payload> {
  return job;
}
