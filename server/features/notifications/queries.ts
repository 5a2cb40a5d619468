import { and, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import type { NotificationTimes } from "#shared/accounts/session-contract.ts";
import type { UserId } from "#shared/accounts/user.ts";
import { type Language, languages } from "#shared/api/language.ts";
import type {
  Notification,
  NotificationId,
  NotificationSetting,
  NotificationType,
} from "#shared/notifications/contract.ts";
import type { Database } from "#server/db/client.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { notificationSettings, notifications } from "#server/db/schema/system/notifications.ts";
import type { TimeAndId } from "#server/http/api/cursor.ts";

/** A page of a reader's notifications, newest first. */
export async function listNotifications(
  db: Database,
  userId: UserId,
  after: TimeAndId | undefined,
  limit: number,
  isUnreadOnly: boolean,
): Promise<(Notification & { readonly createdText: string })[]> {
  const isAfterCursor =
    after &&
    sql`(${notifications.createdAt}, ${notifications.id}) < (${after[0]}::timestamptz, ${after[1]}::uuid)`;
  const rows = await db
    .select({
      id: notifications.id,
      type: notifications.type,
      title: notifications.title,
      message: notifications.message,
      actionUrl: notifications.actionUrl,
      readAt: notifications.readAt,
      createdAt: notifications.createdAt,
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

/** @returns users who did not have the notification yet */
export async function insertNotifications(db: Database, rows: readonly NewNotification[]): Promise<UserId[]> {
  if (rows.length === 0) return [];
  const added = await db
    .insert(notifications)
    .values([...rows])
    .onConflictDoNothing({ target: [notifications.userId, notifications.key] })
    .returning({ userId: notifications.userId });
  return added.map(({ userId }) => userId);
}

export async function deleteByKey(db: Database, userId: UserId, key: string): Promise<void> {
  await db.delete(notifications).where(and(eq(notifications.userId, userId), eq(notifications.key, key)));
}

/** Also unread groups about the subject. */
export async function deleteBySubject(db: Database, subject: string): Promise<void> {
  if (subject === "") return;
  await db
    .delete(notifications)
    .where(or(eq(notifications.subject, subject), eq(notifications.groupKey, subject)));
}

export async function deleteBefore(db: Database, before: Date): Promise<void> {
  await db.delete(notifications).where(lt(notifications.createdAt, before));
}

interface GroupEvent extends Pick<NewNotification, "groupKey" | "key" | "subject" | "actionUrl"> {
  readonly actor: string;
  readonly createdAt: Date;
}

/** Adds an event to the unread notifications of a group. */
export async function joinGroups(
  db: Database,
  userIds: readonly UserId[],
  { actor, createdAt, groupKey = "", key, subject = "", actionUrl = "" }: GroupEvent,
): Promise<{ id: NotificationId; userId: UserId; actors: string[]; actorCount: number }[]> {
  if (userIds.length === 0) return [];
  const isNew = sql`not ${actor} = any(${notifications.actors})`;
  return db
    .update(notifications)
    .set({
      actors: sql`(array[${actor}] || array_remove(${notifications.actors}, ${actor}))[1:3]`,
      actorCount: sql`${notifications.actorCount} + case when ${isNew} then 1 else 0 end`,
      key,
      subject,
      actionUrl,
      createdAt,
    })
    .where(
      and(
        inArray(notifications.userId, [...userIds]),
        eq(notifications.groupKey, groupKey),
        isNull(notifications.readAt),
        // A repeated job does not count twice.
        sql`${notifications.key} <> ${key}`,
      ),
    )
    .returning({
      id: notifications.id,
      userId: notifications.userId,
      actors: notifications.actors,
      actorCount: notifications.actorCount,
    });
}

/** Users with notifications for their digest. */
export async function listDigestUsers(db: Database): Promise<(Recipient & { readonly channels: null })[]> {
  const waiting = db
    .selectDistinct({ userId: notifications.userId })
    .from(notifications)
    .where(eq(notifications.isForDigest, true));
  const found = await db
    .select({
      id: users.id,
      firstName: users.firstName,
      email: users.email,
      emailVerifiedAt: users.emailVerifiedAt,
      preferences: users.preferences,
    })
    .from(users)
    .where(and(inArray(users.id, waiting), isNull(users.deletionRequestedAt)));
  return found.map(({ email, emailVerifiedAt, preferences, ...user }) => ({
    ...user,
    emailAddress: emailVerifiedAt && email,
    channels: null,
    language: preferences.language ?? languages[0],
    times: preferences.notificationTimes ?? null,
  }));
}

/** Claims the notifications of a user's digest, so that each is emailed once; oldest first. */
export async function claimDigest(tx: Database, userId: UserId) {
  const claimed = await tx
    .update(notifications)
    .set({ isForDigest: false })
    .where(and(eq(notifications.userId, userId), eq(notifications.isForDigest, true)))
    .returning({
      title: notifications.title,
      message: notifications.message,
      actionUrl: notifications.actionUrl,
      createdAt: notifications.createdAt,
    });
  return claimed.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
}

export async function setTexts(
  db: Database,
  id: NotificationId,
  texts: Pick<NewNotification, "title" | "message">,
): Promise<void> {
  await db.update(notifications).set(texts).where(eq(notifications.id, id));
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

/** Marks all notifications read. */
export async function markRowsRead(db: Database, userId: UserId, now: Date): Promise<void> {
  await db
    .update(notifications)
    .set({ readAt: now })
    .where(and(eq(notifications.userId, userId), isNull(notifications.readAt)));
}

type Channels = Omit<NotificationSetting, "type">;

export function listSettings(db: Database, userId: UserId): Promise<NotificationSetting[]> {
  return db
    .select({
      type: notificationSettings.type,
      inApp: notificationSettings.inApp,
      email: notificationSettings.email,
      push: notificationSettings.push,
    })
    .from(notificationSettings)
    .where(eq(notificationSettings.userId, userId));
}

export async function saveSetting(
  db: Database,
  userId: UserId,
  type: NotificationType,
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

/** Users with their settings for a type. */
export async function listRecipients(
  db: Database,
  ids: readonly UserId[],
  type: string,
): Promise<Recipient[]> {
  if (ids.length === 0) return [];
  const { inApp, email, push } = notificationSettings;
  const found = await db
    .select({
      id: users.id,
      firstName: users.firstName,
      email: users.email,
      emailVerifiedAt: users.emailVerifiedAt,
      preferences: users.preferences,
      channels: { inApp, email, push },
    })
    .from(users)
    .leftJoin(
      notificationSettings,
      and(eq(notificationSettings.userId, users.id), sql`${notificationSettings.type} = ${type}`),
    )
    .where(inArray(users.id, [...ids]));
  return found.map(({ email, emailVerifiedAt, preferences, ...recipient }) => ({
    ...recipient,
    emailAddress: emailVerifiedAt && email,
    language: preferences.language ?? languages[0],
    times: preferences.notificationTimes ?? null,
  }));
}

/** Also removes the notifications that waited for it. */
export async function setDigestOff(db: Database, userId: UserId): Promise<void> {
  await db
    .update(users)
    .set({ preferences: sql`jsonb_set(${users.preferences}, '{notificationTimes,digest}', '"off"')` })
    .where(and(eq(users.id, userId), sql`${users.preferences} ? 'notificationTimes'`));
  await db
    .update(notifications)
    .set({ isForDigest: false })
    .where(and(eq(notifications.userId, userId), eq(notifications.isForDigest, true)));
}
