import * as z from "zod/mini";
import { defineJob } from "#server/jobs/jobs.ts";
import { deleteBefore } from "./queries.ts";

const storedMs = 90 * 24 * 3_600_000;

/** Notifications are stored for 90 days. */
export const purgeNotifications = defineJob({
  name: "notifications.purge",
  payload: z.object({}),
  every: "17 3 * * *",
  run: ({ db, clock }) => deleteBefore(db, new Date(clock().getTime() - storedMs)),
});
