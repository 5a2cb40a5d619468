import { asc, eq, lt, type SQL, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { PrayerProfile } from "#shared/prayer/prayer-profile.ts";
import type { Database } from "#server/db/client.ts";
import { prayerNotifications, prayerProfiles } from "#server/db/schema/prayer/prayer.ts";
import type { PlannedNotification } from "./compute-notifications.ts";

export type PrayerProfileRow = typeof prayerProfiles.$inferSelect;

/** Null without a prayer profile. */
export async function findPrayerProfile(db: Database, userId: UserId): Promise<PrayerProfileRow | null> {
  const [row] = await db.select().from(prayerProfiles).where(eq(prayerProfiles.userId, userId));
  return row ? { ...row, profile: parseProfileDates(row.profile) } : null;
}

export async function upsertPrayerProfile(
  db: Database,
  row: { userId: UserId; profile: PrayerProfile; timesKey: string; plannedUntil: Date; changedAt: Date },
): Promise<void> {
  const { userId: _userId, ...changes } = row;
  await db
    .insert(prayerProfiles)
    .values(row)
    .onConflictDoUpdate({ target: prayerProfiles.userId, set: changes });
}

function parseProfileDates(profile: PrayerProfile): PrayerProfile {
  const { mutedUntil } = profile.alerts;
  return mutedUntil === null
    ? profile
    : { ...profile, alerts: { ...profile.alerts, mutedUntil: new Date(mutedUntil) } };
}

export async function claimProfilesToPlan(
  db: Database,
  before: Date,
  max: number,
): Promise<Pick<PrayerProfileRow, "userId" | "profile" | "timesKey" | "plannedUntil">[]> {
  const { userId, profile, timesKey, plannedUntil } = prayerProfiles;
  const rows = await db
    .select({ userId, profile, timesKey, plannedUntil })
    .from(prayerProfiles)
    .where(lt(plannedUntil, before))
    .orderBy(asc(plannedUntil), asc(timesKey))
    .limit(max)
    .for("update", { skipLocked: true });
  return rows.map((row) => ({ ...row, profile: parseProfileDates(row.profile) }));
}

export async function setPlannedUntil(
  db: Database,
  rows: readonly { readonly userId: UserId; readonly plannedUntil: Date }[],
): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ userId }) => userId);
  const instants = rows.map(({ plannedUntil }) => plannedUntil.toISOString());
  await db.execute(sql`
    update prayer_profiles s set planned_until = n.planned_until
    from unnest(${sql.param(ids)}::uuid[], ${sql.param(instants)}::timestamptz[]) as n (user_id, planned_until)
    where s.user_id = n.user_id`);
}

export async function deleteDueNotifications(db: Database, userId: UserId, now: Date): Promise<void> {
  await db
    .delete(prayerNotifications)
    .where(
      sql`${prayerNotifications.userId} = ${userId} and ${prayerNotifications.state} = 'due' and ${prayerNotifications.dueAt} > ${now.toISOString()}`,
    );
}

/** Adds notifications of one reader. Dropped and expired ones may be scheduled again, sent ones may not. */
export async function renewNotifications(
  db: Database,
  userId: UserId,
  notifications: readonly PlannedNotification[],
  tooLate: Date,
): Promise<void> {
  const onConflict = sql`do update set due_at = excluded.due_at, is_silent = excluded.is_silent, state = 'due'
    where prayer_notifications.state = 'dropped'
      or prayer_notifications.state = 'due' and prayer_notifications.due_at <= ${tooLate.toISOString()}`;
  await upsertNotifications(
    db,
    notifications.map((notification) => ({ userId, ...notification })),
    onConflict,
  );
}

export async function insertNotifications(
  db: Database,
  notifications: readonly (PlannedNotification & { readonly userId: UserId })[],
): Promise<void> {
  await upsertNotifications(db, notifications, sql`do nothing`);
}

async function upsertNotifications(
  db: Database,
  notifications: readonly (PlannedNotification & { readonly userId: UserId })[],
  onConflict: SQL,
): Promise<void> {
  if (notifications.length === 0) return;
  const toColumn = <T>(getValue: (notification: PlannedNotification & { readonly userId: UserId }) => T) =>
    sql.param(notifications.map(getValue));
  await db.execute(sql`
    insert into prayer_notifications (user_id, day, prayer, minutes, due_at, is_silent)
    select * from unnest(
      ${toColumn(({ userId }) => userId)}::uuid[], ${toColumn(({ day }) => day)}::date[],
      ${toColumn(({ prayer }) => prayer)}::text[], ${toColumn(({ minutes }) => minutes)}::smallint[],
      ${toColumn(({ dueAt }) => dueAt.toISOString())}::timestamptz[], ${toColumn(({ isSilent }) => isSilent)}::boolean[]
    )
    on conflict (user_id, day, prayer, minutes) ${onConflict}`);
}
