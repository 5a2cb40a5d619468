import { and, eq, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { Database } from "#server/db/client.ts";
import { prayerNotifications, prayerProfiles } from "#server/db/schema/prayer/prayer.ts";
import { pushDevices } from "#server/db/schema/system/push.ts";

/** Whether a reader has a device with prayer alerts, locked until the transaction ends. */
export async function hasPrayerDevice(db: Database, userId: UserId): Promise<boolean> {
  const devices = await db
    .select({ id: pushDevices.id })
    .from(pushDevices)
    .where(
      and(eq(pushDevices.userId, userId), eq(pushDevices.isOn, true), eq(pushDevices.prayerAlerts, true)),
    )
    .for("share");
  return devices.length > 0;
}

export async function disablePrayerDevices(db: Database, userId: UserId): Promise<void> {
  await db.update(pushDevices).set({ prayerAlerts: false }).where(eq(pushDevices.userId, userId));
}

export interface PrayerCounts {
  /** Readers with prayer alerts. */
  readonly readers: number;
  readonly sent: number;
  readonly failed: number;
  readonly dropped: number;
}

export async function countNotificationsByState(
  db: Database,
  from: Date,
  until: Date,
): Promise<PrayerCounts> {
  const countState = (state: string) =>
    sql<number>`count(*) filter (where ${prayerNotifications.state} = ${state})::int`;
  const [row] = await db
    .select({ sent: countState("sent"), failed: countState("failed"), dropped: countState("dropped") })
    .from(prayerNotifications)
    .where(
      sql`${prayerNotifications.dueAt} >= ${from.toISOString()} and ${prayerNotifications.dueAt} < ${until.toISOString()}`,
    );
  const [readers] = await db.select({ count: sql<number>`count(*)::int` }).from(prayerProfiles);
  return { readers: readers?.count ?? 0, ...(row ?? { sent: 0, failed: 0, dropped: 0 }) };
}

export async function countAlertsByHour(
  db: Database,
  from: Date,
  until: Date,
): Promise<{ readonly hour: Date; readonly count: number }[]> {
  const hour = sql`date_trunc('hour', ${prayerNotifications.dueAt}, 'UTC')`;
  const rows = await db
    .select({ hour: sql<string>`${hour}`, count: sql<number>`count(*)::int` })
    .from(prayerNotifications)
    .where(
      sql`${prayerNotifications.state} = 'due' and ${prayerNotifications.dueAt} >= ${from.toISOString()} and ${prayerNotifications.dueAt} < ${until.toISOString()}`,
    )
    .groupBy(hour)
    .orderBy(hour);
  return rows.map(({ hour, count }) => ({ hour: new Date(hour), count }));
}
