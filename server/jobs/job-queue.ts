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

/** The queue. A happening runs the job of its name. `db` may be a transaction: the job then exists when that commits. */
export interface Jobs {
  add<Payload extends z.ZodMiniType>(
    job: JobEvent<Payload>,
    payload: z.output<Payload>,
    options?: AddOptions & { readonly db?: Database },
  ): Promise<void>;
}
