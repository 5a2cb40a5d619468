import type { AnyJob } from "#server/jobs/jobs.ts";

/** Every kind of background work, for the worker. */
export const work: readonly AnyJob[] = [];
