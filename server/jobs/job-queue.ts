import type * as z from "zod/mini";
import type { Database } from "#server/db/client.ts";

export interface JobEvent<Payload extends z.ZodMiniType = z.ZodMiniType> {
  readonly name: string;
  readonly payload: Payload;
}

export interface AddOptions {
  /** A queued job with the same key is replaced. */
  readonly key?: string;
  readonly runAt?: Date;
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
    items: readonly { readonly payload: z.output<Payload>; readonly runAt?: Date | null }[],
    db?: Database,
  ): Promise<void>;
}
