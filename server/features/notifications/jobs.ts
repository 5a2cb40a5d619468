import * as z from "zod/mini";
import { defineJob } from "#server/jobs/jobs.ts";
import { sendDigests } from "./digests.ts";
import { deleteBefore } from "./queries.ts";

const retentionMs = 90 * 24 * 3_600_000;

/** Notifications are stored for 90 days. */
export const purgeNotifications = defineJob({
  name: "notifications.purge",
  queue: "later",
  payload: z.object({}),
  every: "17 3 * * *",
  run: ({ db, clock }) => deleteBefore(db, new Date(clock().getTime() - retentionMs)),
});

/** In every hour of every zone, of which some begin at half past and at a quarter. */
export const digests = defineJob({
  name: "notifications.digests",
  queue: "later",
  payload: z.object({}),
  every: "2,17,32,47 * * * *",
  run: (services) => sendDigests(services),
});
