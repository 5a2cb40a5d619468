import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type {
  Notification,
  NotificationId,
  NotificationSetting,
  NotificationType,
} from "#shared/notifications/contract.ts";
import type { Database } from "#server/db/client.ts";
import { users } from "#server/db/schema/accounts.ts";
import { notificationSettings, notifications } from "#server/db/schema/notifications.ts";

/** Where a page goes on: after this one. */
export interface After {
  /** As the database writes it, with its microseconds. */
  readonly createdText: string;
  readonly id: NotificationId;
}

/** A page of a reader's notifications, newest first. */
export async function listNotifications(
  db: Database,
  userId: UserId,
  after: After | null,
  limit: number,
  isUnreadOnly: boolean,
): Promise<(Notification & { readonly createdText: string })[]> {
  const goesOn =
    after &&
    sql`(${notifications.createdAt}, ${notifications.id}) < (${after.createdText}::timestamptz, ${after.id}::uuid)`;
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
        goesOn ?? undefined,
        isUnreadOnly ? isNull(notifications.readAt) : undefined,
      ),
    )
    .orderBy(sql`${notifications.createdAt} desc, ${notifications.id} desc`)
    .limit(limit);
  return rows.map(({ readAt, ...row }) => ({ ...row, isRead: readAt !== null }));
}

/** How many a reader has, and how many of them unread. */
export async function countNotifications(
  db: Database,
  userId: UserId,
): Promise<{ unreadCount: number; totalCount: number }> {
  const [counted] = await db
    .select({
      unreadCount: sql<number>`count(*) filter (where ${notifications.readAt} is null)::int`,
      totalCount: sql<number>`count(*)::int`,
    })
    .from(notifications)
    .where(and(eq(notifications.userId, userId), eq(notifications.inApp, true)));
  return counted ?? { unreadCount: 0, totalCount: 0 };
}

export type NewNotification = typeof notifications.$inferInsert;

/** Adds a notification. @returns false when the reader was told of this before. */
export async function addNotification(db: Database, row: NewNotification): Promise<boolean> {
  const added = await db
    .insert(notifications)
    .values(row)
    .onConflictDoNothing({ target: [notifications.userId, notifications.key] })
    .returning({ id: notifications.id });
  return added.length > 0;
}

/** Tells many readers the same. @returns those who had not been told. */
export async function addNotifications(
  db: Database,
  userIds: readonly UserId[],
  news: Omit<NewNotification, "userId">,
): Promise<UserId[]> {
  if (userIds.length === 0) return [];
  const added = await db
    .insert(notifications)
    .values(userIds.map((userId) => ({ ...news, userId })))
    .onConflictDoNothing({ target: [notifications.userId, notifications.key] })
    .returning({ userId: notifications.userId });
  return added.map(({ userId }) => userId);
}

/** Marks one of a reader's own read, keeping when it was first. @returns false when the reader has none such. */
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

/** Marks all of a reader's read. */
export async function markEachRead(db: Database, userId: UserId, now: Date): Promise<void> {
  await db
    .update(notifications)
    .set({ readAt: now })
    .where(and(eq(notifications.userId, userId), isNull(notifications.readAt)));
}

/** What a reader chose, of the types they ever chose for. */
export function listSettings(db: Database, userId: UserId): Promise<NotificationSetting[]> {
  return db
    .select({
      type: notificationSettings.type,
      inApp: notificationSettings.inApp,
      email: notificationSettings.email,
    })
    .from(notificationSettings)
    .where(eq(notificationSettings.userId, userId));
}

/** Keeps what is given of a setting; what is not given stays, or is as by default the first time. */
export async function saveSetting(
  db: Database,
  userId: UserId,
  type: NotificationType,
  given: Partial<Pick<NotificationSetting, "inApp" | "email">>,
  otherwise: Pick<NotificationSetting, "inApp" | "email">,
): Promise<void> {
  await db
    .insert(notificationSettings)
    .values({ userId, type, ...otherwise, ...given })
    .onConflictDoUpdate({
      target: [notificationSettings.userId, notificationSettings.type],
      // Setting a column to itself keeps the statement whole when nothing is given.
      set: { type, ...given },
    });
}

/** Where letters to a reader go; null while the address is not confirmed. */
export async function findConfirmedAddress(
  db: Database,
  userId: UserId,
): Promise<{ readonly email: string; readonly firstName: string } | null> {
  const [found] = await db
    .select({ email: users.email, firstName: users.firstName })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.emailVerifiedAt)));
  return found ?? null;
}
