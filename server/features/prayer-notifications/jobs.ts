import * as z from "zod/mini";
import { type AnyJob, defineJob } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import { planUpcoming } from "./schedule.ts";
import { deleteOldNotifications, endOpenAlerts } from "./send-queries.ts";

const hourMs = 3_600_000;
/** A calendar date lasts 50 hours around the world; within that time no prayer is sent twice. */
const retentionMs = 72 * hourMs;
const alertMs = hourMs / 6;
const lookbackHours = 24;
const removeBatchSize = 10_000;

const planPrayers = defineJob({
  name: "prayer.plan",
  queue: "soon",
  payload: z.strictObject({}),
  every: "*/10 * * * *",
  run: async (services) => void (await planUpcoming(services)),
});

const purgePrayers = defineJob({
  name: "prayer.purge",
  queue: "later",
  payload: z.strictObject({}),
  every: "41 * * * *",
  async run({ db, clock }) {
    const now = clock().getTime();
    const oldest = new Date(now - retentionMs);
    // Hour by hour, because a day may have millions.
    for (let hours = lookbackHours; hours > 0; hours--) {
      const from = now - alertMs - hours * hourMs;
      await endOpenAlerts(db, new Date(from), new Date(from + hourMs));
    }
    for (let removed = removeBatchSize; removed === removeBatchSize; ) {
      removed = await deleteOldNotifications(db, oldest, removeBatchSize);
    }
  },
});

export const planNotificationsNow = ({ jobs }: Pick<Services, "jobs">): Promise<void> =>
  jobs.add(planPrayers, {}, { key: "prayer.plan at start" });

export const prayerNotificationJobs: readonly AnyJob[] = [planPrayers, purgePrayers];
