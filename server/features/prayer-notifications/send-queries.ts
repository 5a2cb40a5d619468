import { sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import { getLanguage, type Language, languages } from "#shared/api/language.ts";
import type { DayTime } from "#shared/prayer/settings.ts";
import type { PushDeviceId } from "#shared/push/contract.ts";
import type { Day } from "#shared/reading-activity/time-zone.ts";
import type { Database } from "#server/db/client.ts";

export interface NotificationKey {
  readonly userId: UserId;
  readonly day: Day;
  readonly prayer: DayTime;
  readonly minutes: number;
}

export interface ClaimedNotification extends NotificationKey {
  readonly dueAt: Date;
  readonly isSilent: boolean;
  readonly zone: string;
  readonly language: Language;
  readonly devices: readonly SubscribedDevice[];
}

export interface SubscribedDevice {
  readonly id: PushDeviceId;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

interface Row extends Record<string, unknown> {
  readonly user_id: UserId;
  readonly day: Day;
  readonly prayer: DayTime;
  readonly minutes: number;
  readonly due_ms: number;
  readonly is_silent: boolean;
  readonly zone: string | null;
  readonly language: string | null;
  readonly devices: readonly SubscribedDevice[] | null;
}

/**
 * Claims due notifications, oldest first. They are marked before sending, so that a crash loses a
 * notification but never sends one twice. Concurrent workers claim different ones.
 */
export async function claimNotifications(
  db: Database,
  now: Date,
  tooLate: Date,
  max: number,
): Promise<ClaimedNotification[]> {
  const { rows } = await db.execute<Row>(sql`
    with taken as (
      update prayer_notifications set state = 'sending'
      where ctid = any (array(
        select ctid from prayer_notifications
        where due_at > ${tooLate.toISOString()} and due_at <= ${now.toISOString()} and state = 'due'
        order by due_at limit ${max} for update skip locked
      ))
      returning user_id, day, prayer, minutes, due_at, is_silent
    )
    select t.user_id, t.day::text, t.prayer, t.minutes, t.is_silent,
      extract(epoch from t.due_at)::float8 * 1000 as due_ms,
      s.profile -> 'location' ->> 'zone' as zone, u.preferences ->> 'language' as language,
      (select json_agg(json_build_object('id', d.id, 'endpoint', d.endpoint, 'p256dh', d.p256dh, 'auth', d.auth))
        from push_devices d where d.user_id = t.user_id and d.is_on and d.prayer_alerts) as devices
    from taken t
    join users u on u.id = t.user_id
    left join prayer_profiles s on s.user_id = t.user_id`);
  return rows.map((row) => ({
    userId: row.user_id,
    day: row.day,
    prayer: row.prayer,
    minutes: row.minutes,
    isSilent: row.is_silent,
    dueAt: new Date(row.due_ms),
    zone: row.zone ?? "UTC",
    language: getLanguage(row.language) ?? languages[0],
    devices: row.zone === null ? [] : (row.devices ?? []),
  }));
}

export interface NotificationResult extends NotificationKey {
  readonly state: "sent" | "failed" | "dropped";
  /** Number of devices that received it, and that did not. */
  readonly reached: number;
  readonly missed: number;
}

export async function recordResults(db: Database, ended: readonly NotificationResult[]): Promise<void> {
  if (ended.length === 0) return;
  const toColumn = <T>(getValue: (notification: NotificationResult) => T) => sql.param(ended.map(getValue));
  await db.execute(sql`
    update prayer_notifications p set state = n.state, reached = n.reached, missed = n.missed
    from unnest(
      ${toColumn(({ userId }) => userId)}::uuid[], ${toColumn(({ day }) => day)}::date[],
      ${toColumn(({ prayer }) => prayer)}::text[], ${toColumn(({ minutes }) => minutes)}::smallint[],
      ${toColumn(({ state }) => state)}::text[], ${toColumn(({ reached }) => reached)}::smallint[],
      ${toColumn(({ missed }) => missed)}::smallint[]
    ) as n (user_id, day, prayer, minutes, state, reached, missed)
    where p.user_id = n.user_id and p.day = n.day and p.prayer = n.prayer and p.minutes = n.minutes`);
}

export async function releaseNotifications(
  db: Database,
  notifications: readonly NotificationKey[],
): Promise<void> {
  if (notifications.length === 0) return;
  const toColumn = <T>(getValue: (notification: NotificationKey) => T) =>
    sql.param(notifications.map(getValue));
  await db.execute(sql`
    update prayer_notifications p set state = 'due'
    from unnest(
      ${toColumn(({ userId }) => userId)}::uuid[], ${toColumn(({ day }) => day)}::date[],
      ${toColumn(({ prayer }) => prayer)}::text[], ${toColumn(({ minutes }) => minutes)}::smallint[]
    ) as n (user_id, day, prayer, minutes)
    where p.user_id = n.user_id and p.day = n.day and p.prayer = n.prayer and p.minutes = n.minutes
      and p.state = 'sending'`);
}

/**
 * Marks unsent notifications between two instants as missed.
 *
 * @returns their number
 */
export async function dropExpired(db: Database, from: Date, tooLate: Date): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update prayer_notifications set state = 'dropped'
    where state = 'due' and due_at > ${from.toISOString()} and due_at <= ${tooLate.toISOString()}`);
  return rowCount ?? 0;
}

export async function endOpenAlerts(db: Database, from: Date, until: Date): Promise<void> {
  await db.execute(sql`
    update prayer_notifications set state = case state when 'due' then 'dropped' else 'failed' end
    where state in ('due', 'sending') and due_at > ${from.toISOString()} and due_at <= ${until.toISOString()}`);
}

/**
 * Deletes a batch of old notifications.
 *
 * @returns their number
 */
export async function deleteOldNotifications(db: Database, before: Date, max: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from prayer_notifications where ctid = any (array(
      select ctid from prayer_notifications where due_at < ${before.toISOString()} limit ${max} for update skip locked
    ))`);
  return rowCount ?? 0;
}
