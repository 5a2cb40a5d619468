import type { UserId } from "#shared/accounts/user.ts";
import {
  type Channels,
  getDefaultChannels,
  type NotificationParams,
  type NotificationType,
  notificationRegistry,
} from "#shared/notifications/registry.ts";
import type { Database } from "#server/db/client.ts";
import { insertEvents, joinGroups, listNotified } from "./group-queries.ts";
import { insertNotifications, listRecipients, type Recipient } from "./queries.ts";

export type NotificationEvent = {
  [T in NotificationType]: {
    readonly type: T;
    /** Values of its texts and its link. */
    readonly params: NotificationParams<T>;
    /** The deduplication key, such as `book:<id>:published`. */
    readonly key: string;
    /** Its subject, such as `post:<id>`: deleted with it. */
    readonly subject?: string;
    /** Unread events of a group become one notification that names its actors. */
    readonly group?: NotificationGroup;
    /** Only in the app, whatever else the user chose. */
    readonly isQuiet?: boolean;
  };
}[NotificationType];

interface NotificationGroup {
  readonly key: string;
  /** The name of the person who caused it. */
  readonly actor: string;
}

export type Addressee = Recipient & Channels;

/** Those who have not been notified of the event and whose settings allow a channel. */
export async function listAddressees(
  db: Database,
  userIds: readonly UserId[],
  { type, key, group, isQuiet = false }: NotificationEvent,
): Promise<Addressee[]> {
  const known = new Set(group ? await listNotified(db, userIds, key) : []);
  return (await listRecipients(db, userIds, notificationRegistry[type].setting))
    .filter(({ id }) => !known.has(id))
    .map((recipient) => ({ ...recipient, ...(recipient.channels ?? getDefaultChannels(type)) }))
    .map((recipient) => (isQuiet ? { ...recipient, email: false, push: false } : recipient))
    .filter(({ inApp, email, push }) => inApp || email || push);
}

/** Adds the event to the unread notifications of its group, and a notification for everyone without one. */
export async function storeEvent(
  db: Database,
  addressees: readonly Addressee[],
  { type, params, key, subject = "", group }: NotificationEvent,
  createdAt: Date,
): Promise<{ insertedIds: ReadonlySet<UserId>; joinedIds: ReadonlySet<UserId> }> {
  const stored = { params, key, subject, createdAt };
  const waitsForDigest = ({ email, times }: Addressee) => email && times !== null && times.digest !== "off";
  const digestUserIds = addressees.filter(waitsForDigest).map(({ id }) => id);
  const addresseeIds = addressees.map(({ id }) => id);
  const joined = group
    ? await joinGroups(db, addresseeIds, {
        ...stored,
        actor: group.actor,
        groupKey: group.key,
        digestUserIds,
      })
    : [];
  const joinedIds = new Set(joined.map(({ userId }) => userId));
  const inserted = await insertNotifications(
    db,
    addressees
      .filter(({ id }) => !joinedIds.has(id))
      .map((addressee) => ({
        ...stored,
        userId: addressee.id,
        type,
        inApp: addressee.inApp,
        isForDigest: waitsForDigest(addressee),
        ...(group && { groupKey: group.key, actors: [group.actor], actorCount: 1 }),
      })),
  );
  if (group) {
    const { actor } = group;
    await insertEvents(
      db,
      [...joined, ...inserted].map(({ id, userId }) => ({ ...stored, actor, userId, notificationId: id })),
    );
  }
  return { insertedIds: new Set(inserted.map(({ userId }) => userId)), joinedIds };
}
