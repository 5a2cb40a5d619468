import type { UserId } from "#shared/accounts/user.ts";
import type { PrayerProfile } from "#shared/prayer/prayer-profile.ts";
import type { Database } from "#server/db/client.ts";
import { getAreaLog } from "#server/logging/log.ts";
import type { Services } from "#server/services.ts";
import {
  getPlanningHorizon,
  getTimesKey,
  listNotificationsBetween,
  type PlannedDays,
} from "./compute-notifications.ts";
import { getLatestDelivery } from "./max-delay.ts";
import {
  claimProfilesToPlan,
  deleteDueNotifications,
  insertNotifications,
  renewNotifications,
  setPlannedUntil,
  upsertPrayerProfile,
} from "./schedule-queries.ts";

const hourMs = 3_600_000;
const minAheadMs = 25 * hourMs;
const batchSize = 500;

export async function reschedule(
  db: Database,
  userId: UserId,
  profile: PrayerProfile,
  now: Date,
): Promise<void> {
  const timesKey = getTimesKey(profile);
  const plannedUntil = getPlanningHorizon(timesKey, now);
  await upsertPrayerProfile(db, { userId, profile, timesKey, plannedUntil, changedAt: now });
  await deleteDueNotifications(db, userId, now);
  await renewNotifications(
    db,
    userId,
    listNotificationsBetween(profile, timesKey, now, plannedUntil),
    getLatestDelivery(now),
  );
}

/**
 * Extends the schedules that end in little more than a day. Workers can run it concurrently for different
 * readers.
 *
 * @returns the number of added notifications
 */
export async function planUpcoming({
  db,
  clock,
  log,
}: Pick<Services, "db" | "clock" | "log">): Promise<number> {
  const plannedDays: PlannedDays = new Map();
  let added = 0;
  for (let isMore = true; isMore; ) {
    const now = clock();
    isMore = await db.transaction(async (tx) => {
      const due = new Date(now.getTime() + minAheadMs);
      const claimed = await claimProfilesToPlan(tx, due, batchSize);
      const rows = claimed.flatMap(({ userId, profile, timesKey, plannedUntil }) => {
        const after = new Date(Math.max(plannedUntil.getTime(), now.getTime()));
        try {
          const notifications = listNotificationsBetween(
            profile,
            timesKey,
            after,
            getPlanningHorizon(timesKey, now),
            plannedDays,
          );
          return notifications.map((notification) => ({ userId, ...notification }));
        } catch (error) {
          // One location that cannot be calculated must not block the others.
          getAreaLog(log, "push").error({ err: error, timesKey }, "prayer times could not be calculated");
          return [];
        }
      });
      added += rows.length;
      await insertNotifications(tx, rows);
      await setPlannedUntil(
        tx,
        claimed.map(({ userId, timesKey }) => ({ userId, plannedUntil: getPlanningHorizon(timesKey, now) })),
      );
      return claimed.length === batchSize;
    });
  }
  return added;
}
