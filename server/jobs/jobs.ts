import type * as z from "zod/mini";
import type { Database } from "#server/db/client.ts";
import type { Services } from "#server/services.ts";

/** Something that happened, told by a feature that does not know who acts on it: a job of the same name does. */
export interface JobEvent<Payload extends z.ZodMiniType = z.ZodMiniType> {
  readonly name: string;
  readonly payload: Payload;
}

/** A kind of background work. A handler may run twice with the same end. */
export interface Job<Payload extends z.ZodMiniType = z.ZodMiniType> extends JobEvent<Payload> {
  /** `ending` tells a job that still runs some seconds after its process was to end: it may fail, and is done again later. */
  readonly run: (services: Services, payload: z.output<Payload>, ending?: AbortSignal) => Promise<void>;
  /** A crontab line (UTC) for work that comes round by itself; its payload is then `{}`. */
  readonly every?: string;
  /** Names it had in older versions, under which some may still wait in the queue. */
  readonly previously?: readonly string[];
  /** Takes minutes: of its kind one is done at a time, beside all others, which then need not wait for it. */
  readonly isLong?: boolean;
  /** Waits for a server elsewhere, which may hang: some of such jobs are done at a time beside the others. */
  readonly usesExternal?: boolean;
}

/** A job of whatever payload, for lists of them. */
export interface AnyJob {
  readonly name: string;
  readonly payload: z.ZodMiniType;
  readonly run: (services: Services, payload: never, ending?: AbortSignal) => Promise<void>;
  readonly every?: string;
  readonly previously?: readonly string[];
  readonly isLong?: boolean;
  readonly usesExternal?: boolean;
}

/** Declares a job: `defineJob({ name: "books.ingest", payload, run })`. */
export function defineJob<Payload extends z.ZodMiniType>(job: Job<Payload>): Job<Payload> {
  return job;
}

export interface AddOptions {
  /** A second job of the same key replaces the first while it waits. */
  readonly key?: string;
  readonly runAt?: Date;
}

/** The queue. A happening runs the job of its name. `db` may be a transaction: the job then exists when that commits. */
export interface Jobs {
  add<Payload extends z.ZodMiniType>(
    job: JobEvent<Payload>,
    payload: z.output<Payload>,
    options?: AddOptions & { readonly db?: Database },
  ): Promise<void>;
}
