import * as z from "zod/mini";
import type { JobEvent } from "#server/jobs/job-queue.ts";

/** A subscription must not be charged for an account that is deleted. */
export const membershipEnding = {
  name: "memberships.end",
  payload: z.strictObject({ subscriptionId: z.string(), immediately: z.boolean() }),
} satisfies JobEvent;
