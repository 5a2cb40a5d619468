import { and, eq, inArray, isNull, like, lt, or, sql } from "drizzle-orm";
import type { NotificationTimes } from "#shared/accounts/session-contract.ts";
import type { UserId } from "#shared/accounts/user.ts";
import { type Language, languages } from "#shared/api/language.ts";
import type { Notification, NotificationId, NotificationSetting } from "#shared/notifications/contract.ts";
import type { Channels, NotificationSettingType } from "#shared/notifications/registry.ts";
import type { Database } from "#server/db/client.ts";
import { pick } from "#server/db/pick.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { notificationSettings, notifications } from "#server/db/schema/system/notifications.ts";
import type { TimeAndId } from "#server/http/api/cursor.ts";

type ListedNotification = Omit<Notification, "title" | "message" | "actionUrl">;

/** A page of a reader's notifications, newest first. */
export async function listNotificationRows(
  db: Database,
  userId: UserId,
  after: TimeAndId | undefined,
  limit: number,
  isUnreadOnly: boolean,
): Promise<(ListedNotification & { readonly createdText: string })[]> {
  const isAfterCursor =
    after &&
    sql`(${notifications.createdAt}, ${notifications.id}) < (${after[0]}::timestamptz, ${after[1]}::uuid)`;
  const rows = await db
    .select({
      ...pick(notifications, "id", "type", "params", "actors", "actorCount", "readAt", "createdAt"),
      createdText: sql<string>`${notifications.createdAt}`,
    })
    .from(notifications)
    .where(
      and(
        eq(notifications.userId, userId),
        eq(notifications.inApp, true),
        isAfterCursor ?? undefined,
        isUnreadOnly ? isNull(notifications.readAt) : undefined,
      ),
    )
    .orderBy(sql`${notifications.createdAt} desc, ${notifications.id} desc`)
    .limit(limit);
  return rows.map(({ readAt, ...row }) => ({ ...row, isRead: readAt !== null }));
}

/** The language that a user chose; null for none. */
export async function findLanguage(db: Database, userId: UserId): Promise<Language | null> {
  const [row] = await db.select({ preferences: users.preferences }).from(users).where(eq(users.id, userId));
  return row?.preferences.language ?? null;
}

export async function countNotifications(
  db: Database,
  userId: UserId,
): Promise<{ unreadCount: number; totalCount: number }> {
  const [row] = await db
    .select({
      unreadCount: sql<number>`count(*) filter (where ${notifications.readAt} is null)::int`,
      totalCount: sql<number>`count(*)::int`,
    })
    .from(notifications)
    .where(and(eq(notifications.userId, userId), eq(notifications.inApp, true)));
  return row ?? { unreadCount: 0, totalCount: 0 };
}

export type NewNotification = typeof notifications.$inferInsert;

/** @returns the rows of users who did not have the notification yet */
export async function insertNotifications(
  db: Database,
  rows: readonly NewNotification[],
): Promise<{ id: NotificationId; userId: UserId }[]> {
  if (rows.length === 0) return [];
  return db
    .insert(notifications)
    .values([...rows])
    .onConflictDoNothing({ target: [notifications.userId, notifications.key] })
    .returning({ id: notifications.id, userId: notifications.userId });
}

export async function deleteByKey(db: Database, userId: UserId, key: string): Promise<void> {
  await db
    .delete(notifications)
    .where(and(eq(notifications.userId, userId), eq(notifications.key, key), eq(notifications.groupKey, "")));
}

/** Also groups about the subject; not groups in which it is one event of several. */
export async function deleteBySubject(db: Database, subject: string): Promise<void> {
  await db
    .delete(notifications)
    .where(and(eq(notifications.subject, subject), eq(notifications.groupKey, "")));
  await db.delete(notifications).where(eq(notifications.groupKey, subject));
}

export async function deleteBefore(db: Database, before: Date): Promise<void> {
  await db.delete(notifications).where(lt(notifications.createdAt, before));
}

/**
 * Marks a notification read, keeping the first time.
 *
 * @returns false when it is not the reader's own
 */
export async function markOneRead(
  db: Database,
  userId: UserId,
  id: NotificationId,
  now: Date,
): Promise<boolean> {
  const changed = await db
    .update(notifications)
    .set({ readAt: sql`coalesce(${notifications.readAt}, ${now.toISOString()}::timestamptz)` })
    .where(and(eq(notifications.userId, userId), eq(notifications.id, id)))
    .returning({ id: notifications.id });
  return changed.length > 0;
}

/** Unread notifications with a subject of a kind, such as `post:`, also those that wait for the digest only. */
export function listUnreadSubjects(
  db: Database,
  userId: UserId,
  kind: string,
): Promise<{ id: NotificationId; subject: string }[]> {
  return db
    .select({ id: notifications.id, subject: notifications.subject })
    .from(notifications)
    .where(
      and(
        eq(notifications.userId, userId),
        isNull(notifications.readAt),
        or(eq(notifications.inApp, true), eq(notifications.isForDigest, true)),
        like(notifications.subject, `${kind}%`),
      ),
    );
}

/** @returns whether any was unread; a group that has a newer event meanwhile stays unread */
export async function markSubjectsRead(
  db: Database,
  userId: UserId,
  subjects: readonly string[],
  now: Date,
): Promise<boolean> {
  if (subjects.length === 0) return false;
  const changed = await db
    .update(notifications)
    .set({ readAt: now })
    .where(
      and(
        eq(notifications.userId, userId),
        isNull(notifications.readAt),
        inArray(notifications.subject, [...subjects]),
      ),
    )
    .returning({ id: notifications.id });
  return changed.length > 0;
}

/** Marks all notifications read. */
export async function markRowsRead(db: Database, userId: UserId, now: Date): Promise<void> {
  await db
    .update(notifications)
    .set({ readAt: now })
    .where(and(eq(notifications.userId, userId), isNull(notifications.readAt)));
}

export function listSettings(db: Database, userId: UserId): Promise<NotificationSetting[]> {
  return db
    .select(pick(notificationSettings, "type", "inApp", "email", "push"))
    .from(notificationSettings)
    .where(eq(notificationSettings.userId, userId));
}

export async function saveSetting(
  db: Database,
  userId: UserId,
  type: NotificationSettingType,
  input: Partial<Channels>,
  defaults: Channels,
): Promise<void> {
  await db
    .insert(notificationSettings)
    .values({ userId, type, ...defaults, ...input })
    .onConflictDoUpdate({
      target: [notificationSettings.userId, notificationSettings.type],
      // Keeps the statement valid when there is nothing to update.
      set: { type, ...input },
    });
}

export interface Recipient {
  readonly id: UserId;
  readonly firstName: string;
  readonly emailAddress: string | null;
  readonly language: Language;
  /** Null for the default. */
  readonly channels: Channels | null;
  readonly times: NotificationTimes | null;
}

/** Users with what they chose for a setting; null for none. */
export async function listRecipients(
  db: Database,
  ids: readonly UserId[],
  setting: NotificationSettingType | null,
): Promise<Recipient[]> {
  if (ids.length === 0) return [];
  const { inApp, email, push } = notificationSettings;
  const found = await db
    .select({
      ...pick(users, "id", "firstName", "email", "emailVerifiedAt", "preferences"),
      channels: { inApp, email, push },
    })
    .from(users)
    .leftJoin(
      notificationSettings,
      and(eq(notificationSettings.userId, users.id), sql`${notificationSettings.type} = ${setting}`),
    )
    .where(inArray(users.id, [...ids]));
  return found.map(({ email, emailVerifiedAt, preferences, ...recipient }) => ({
    ...recipient,
    emailAddress: emailVerifiedAt && email,
    language: preferences.language ?? languages[0],
    times: preferences.notificationTimes ?? null,
  }));
}
