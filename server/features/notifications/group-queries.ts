import { and, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { NotificationId } from "#shared/notifications/contract.ts";
import type { Params } from "#shared/notifications/registry.ts";
import type { Database } from "#server/db/client.ts";
import { notificationEvents, notifications } from "#server/db/schema/system/notifications.ts";

/** Events of a group that are stored; older ones are only counted. */
export const maxStoredEvents = 20;

export type GroupEventRow = typeof notificationEvents.$inferSelect;

/** The users who were notified of an event of a group before. */
export async function listNotified(db: Database, userIds: readonly UserId[], key: string): Promise<UserId[]> {
  if (userIds.length === 0) return [];
  const found = await db
    .select({ userId: notificationEvents.userId })
    .from(notificationEvents)
    .where(and(inArray(notificationEvents.userId, [...userIds]), eq(notificationEvents.key, key)));
  return found.map(({ userId }) => userId);
}

interface GroupEvent {
  readonly groupKey: string;
  readonly key: string;
  readonly subject: string;
  readonly params: Params;
  readonly actor: string;
  readonly createdAt: Date;
  /** Users whose notification waits for their digest. */
  readonly digestUserIds: readonly UserId[];
}

/** Adds an event to the unread notifications of a group. */
export async function joinGroups(
  db: Database,
  userIds: readonly UserId[],
  { actor, createdAt, groupKey, key, subject, params, digestUserIds }: GroupEvent,
): Promise<{ id: NotificationId; userId: UserId }[]> {
  if (userIds.length === 0) return [];
  const isNew = sql`not ${actor} = any(${notifications.actors})`;
  const isForDigest: SQL | undefined =
    digestUserIds.length === 0
      ? undefined
      : sql`${notifications.isForDigest} or ${inArray(notifications.userId, [...digestUserIds])}`;
  return db
    .update(notifications)
    .set({
      actors: sql`(array[${actor}] || array_remove(${notifications.actors}, ${actor}))[1:3]`,
      actorCount: sql`${notifications.actorCount} + case when ${isNew} then 1 else 0 end`,
      key,
      subject,
      params,
      createdAt,
      ...(isForDigest && { isForDigest }),
    })
    .where(
      and(
        inArray(notifications.userId, [...userIds]),
        eq(notifications.groupKey, groupKey),
        isNull(notifications.readAt),
        // Others cannot be read, and each has one event.
        eq(notifications.inApp, true),
      ),
    )
    .returning({ id: notifications.id, userId: notifications.userId });
}

export async function insertEvents(db: Database, rows: readonly GroupEventRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insert(notificationEvents)
    .values([...rows])
    .onConflictDoNothing();
  const ids = rows.map(({ notificationId }) => notificationId);
  const surplus = sql`(select old.user_id, old.key from unnest(${sql.param(ids)}::uuid[]) as stored(id)
    cross join lateral (select e.user_id, e.key from ${notificationEvents} e
      where e.notification_id = stored.id order by e.created_at desc offset ${maxStoredEvents}) old)`;
  await db
    .delete(notificationEvents)
    .where(sql`(${notificationEvents.userId}, ${notificationEvents.key}) in ${surplus}`);
}

/** Deletes events of groups and returns the notifications that had them. */
async function deleteEvents(db: Database, condition: SQL | undefined) {
  return db
    .delete(notificationEvents)
    .where(condition)
    .returning({ notificationId: notificationEvents.notificationId, actor: notificationEvents.actor });
}

export const deleteEventsBySubject = (db: Database, subject: string) =>
  deleteEvents(db, eq(notificationEvents.subject, subject));

export const deleteEventByKey = (db: Database, userId: UserId, key: string) =>
  deleteEvents(db, and(eq(notificationEvents.userId, userId), eq(notificationEvents.key, key)));

/** The remaining events of a group, newest first. Locks its notification. */
export async function lockGroup(
  tx: Database,
  id: NotificationId,
): Promise<{ actorCount: number; events: GroupEventRow[] } | null> {
  const [row] = await tx
    .select({ actorCount: notifications.actorCount })
    .from(notifications)
    .where(eq(notifications.id, id))
    .for("update");
  if (!row) return null;
  const events = await tx
    .select()
    .from(notificationEvents)
    .where(eq(notificationEvents.notificationId, id))
    .orderBy(desc(notificationEvents.createdAt), desc(notificationEvents.key));
  return { ...row, events };
}

export async function updateGroup(
  db: Database,
  id: NotificationId,
  changes: Partial<typeof notifications.$inferInsert>,
): Promise<void> {
  await db.update(notifications).set(changes).where(eq(notifications.id, id));
}

export async function deleteGroup(db: Database, id: NotificationId): Promise<void> {
  await db.delete(notifications).where(eq(notifications.id, id));
}
