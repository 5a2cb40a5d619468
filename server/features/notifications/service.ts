import type { UserId } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type { Language } from "#shared/api/language.ts";
import type { Notification, notificationsContract } from "#shared/notifications/contract.ts";
import type { Database } from "#server/db/client.ts";
import { type EmailMessage, enqueueEmails, withdrawEmails } from "#server/features/mail/service.ts";
import { deleteUnsentPush, pushNotifications } from "#server/features/push/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { decodeCursor, timeAndId, toPage } from "#server/http/api/cursor.ts";
import { notFound } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { formatActors } from "./actor-names.ts";
import { createEmail } from "./email-layout.ts";
import { deleteEventByKey, deleteEventsBySubject, insertEvents, listNotified } from "./group-queries.ts";
import { addToGroups, type GroupTexts, type NotificationTexts, removeFromGroups } from "./groups.ts";
import { toPushMessage } from "./push-message.ts";
import {
  countNotifications,
  deleteByKey,
  deleteBySubject,
  insertNotifications,
  listNotificationRows,
  listRecipients,
  listUnreadSubjects,
  markOneRead,
  markRowsRead,
  markSubjectsRead,
  type Recipient,
} from "./queries.ts";
import { defaultChannels } from "./settings.ts";
import { getQuietHoursEnd } from "./times.ts";

export type { GroupTexts, NotificationTexts };
export { formatActors };

type Deps = Pick<Services, "db" | "clock" | "live" | "settings" | "jobs">;

const defaultPage = 20;

export interface NotificationEvent {
  readonly type: string;
  readonly texts: (language: Language) => NotificationTexts;
  /** An internal path; empty for none. */
  readonly actionUrl: string;
  /** The deduplication key, such as `book:<id>:published`. */
  readonly key: string;
  /** Its subject, such as `post:<id>`: deleted with it. */
  readonly subject?: string;
  /** Unread events of a group become one notification that names its actors. */
  readonly group?: NotificationGroup;
  /** Only in the app, whatever else the user chose. */
  readonly isQuiet?: boolean;
}

export interface NotificationGroup {
  readonly key: string;
  /** The name of the person who caused it. */
  readonly actor: string;
  readonly texts: GroupTexts;
}

/**
 * Notifies a user once per key, through the channels and in the language they chose.
 *
 * @param db a transaction, to notify only if it commits
 */
export async function notify(
  services: Deps,
  userId: UserId,
  event: NotificationEvent,
  db: Database = services.db,
): Promise<void> {
  await notifyAll(services, [userId], event, db);
}

/**
 * Removes a notification whose reason no longer holds, so that the same key can be sent again.
 *
 * @param texts the texts of a group in which it was one event of several
 */
export async function withdraw(tx: Database, userId: UserId, key: string, texts?: GroupTexts): Promise<void> {
  await removeFromGroups(tx, await deleteEventByKey(tx, userId, key), texts);
  await deleteByKey(tx, userId, key);
}

/** Recipients per statement. */
export const notifyBatchSize = 500;

/**
 * Notifies many users, like `notify`. Thousands are notified by a job that calls it for each
 * `notifyBatchSize` of them.
 *
 * @param db a transaction, to notify only if it commits
 */
export async function notifyAll(
  services: Deps,
  userIds: readonly UserId[],
  event: NotificationEvent,
  db: Database = services.db,
): Promise<void> {
  for (let start = 0; start < userIds.length; start += notifyBatchSize) {
    await notifyBatch(services, userIds.slice(start, start + notifyBatchSize), event, db);
  }
}

interface Batches {
  /** The next recipients by id. */
  readonly list: (tx: Database, after: UserId | undefined, limit: number) => Promise<UserId[]>;
  readonly send: (tx: Database, userIds: readonly UserId[]) => Promise<void>;
  /** Enqueues the job again for those behind a recipient. */
  readonly resume: (tx: Database, after: UserId) => Promise<void>;
}

/** One batch of a job that notifies many users: a job that is interrupted resumes behind its last batch. */
export async function sendInBatches(
  { db }: Pick<Services, "db">,
  after: UserId | undefined,
  { list, send, resume }: Batches,
): Promise<void> {
  await db.transaction(async (tx) => {
    const userIds = await list(tx, after, notifyBatchSize);
    await send(tx, userIds);
    const last = userIds.at(-1);
    if (last && userIds.length === notifyBatchSize) await resume(tx, last);
  });
}

async function notifyBatch(
  services: Deps,
  userIds: readonly UserId[],
  event: NotificationEvent,
  db: Database,
): Promise<void> {
  const { type, texts, actionUrl, key, subject = "", group, isQuiet = false } = event;
  const known = new Set(group ? await listNotified(db, userIds, key) : []);
  const requested = (await listRecipients(db, userIds, type))
    .filter(({ id }) => !known.has(id))
    .map((recipient) => ({ ...recipient, ...(recipient.channels ?? defaultChannels) }))
    .map((recipient) => (isQuiet ? { ...recipient, email: false, push: false } : recipient))
    .filter(({ inApp, email, push }) => inApp || email || push);
  const createdAt = services.clock();
  const rows = requested.map(({ id: userId, language, inApp, email, times }) => ({
    userId,
    type,
    ...texts(language),
    actionUrl,
    key,
    subject,
    inApp,
    createdAt,
    isForDigest: email && times !== null && times.digest !== "off",
    ...(group && { groupKey: group.key, actors: [group.actor], actorCount: 1 }),
  }));
  const digestUserIds = rows.filter(({ isForDigest }) => isForDigest).map(({ userId }) => userId);
  const joined = group
    ? await addToGroups(db, requested, { key, subject, actionUrl, createdAt, digestUserIds }, group)
    : [];
  const grouped = new Set(joined.map(({ userId }) => userId));
  const inserted = await insertNotifications(
    db,
    rows.filter(({ userId }) => !grouped.has(userId)),
  );
  if (group) {
    const stored = { key, actor: group.actor, subject, actionUrl, createdAt };
    await insertEvents(
      db,
      [...joined, ...inserted].map(({ id, userId }) => ({ ...stored, userId, notificationId: id })),
    );
  }
  const added = new Set(inserted.map(({ userId }) => userId));
  const newNotifications = requested.filter(({ id }) => added.has(id));
  const inApp = newNotifications.filter((recipient) => recipient.inApp).map(({ id }) => id);
  await services.live.publishAll(
    [...inApp, ...grouped].map((userId) => ({ userId, event: { topic: "notification" } })),
    db,
  );
  const immediateEmails = newNotifications.filter(
    ({ email, times }) => email && (times?.digest ?? "off") === "off",
  );
  await enqueueEmails(
    services,
    immediateEmails.flatMap((recipient) => toEmail(services, recipient, event) ?? []),
    db,
  );
  const pushed = newNotifications.filter(({ push }) => push);
  await pushNotifications(
    services,
    pushed.map(({ id, language, times }) => ({
      userId: id,
      about: subject,
      ...toPushMessage(type, language, actionUrl),
      sendAt: getQuietHoursEnd(times, createdAt),
    })),
    db,
  );
}

/**
 * Removes the notifications, unsent emails and unsent push messages about something that was deleted or
 * hidden.
 *
 * @param texts the texts of a group in which it was one event of several
 */
export async function withdrawSubject(tx: Database, subject: string, texts?: GroupTexts): Promise<void> {
  if (subject === "") return;
  await removeFromGroups(tx, await deleteEventsBySubject(tx, subject), texts);
  await deleteBySubject(tx, subject);
  await withdrawEmails(tx, subject);
  await deleteUnsentPush(tx, subject);
}

/**
 * Marks what a user was notified of read, after the user has seen it elsewhere.
 *
 * @param kind the beginning of its subjects, such as `post:`
 * @param filterRead those of these ids that the user has read
 */
export async function markSeen(
  { db, clock, live }: Pick<Services, "db" | "clock" | "live">,
  userId: UserId,
  kind: "post:" | "message:",
  filterRead: (ids: readonly string[]) => Promise<readonly string[]>,
): Promise<void> {
  const unread = await listUnreadSubjects(db, userId, kind);
  if (unread.length === 0) return;
  const read = await filterRead(unread.map(({ subject }) => subject.slice(kind.length)));
  const subjects = read.map((id) => `${kind}${id}`);
  if (await markSubjectsRead(db, userId, subjects, clock())) {
    await live.publish(userId, { topic: "notification" });
  }
}

/** Null without a verified address. */
function toEmail(
  services: Deps,
  { id, firstName, emailAddress, language, times }: Recipient,
  { type, texts, actionUrl, subject = "" }: NotificationEvent,
): EmailMessage | null {
  if (!emailAddress) return null;
  const email = createEmail(services.settings, {
    userId: id,
    firstName,
    language,
    type,
    items: [{ ...texts(language), actionUrl }],
  });
  const sendAt = getQuietHoursEnd(times, services.clock());
  return { ...email, to: emailAddress, about: subject, sendAt };
}

export interface NotificationPage {
  readonly notifications: Notification[];
  readonly unreadCount: number;
  readonly totalCount: number;
  readonly nextCursor: string | null;
}

/**
 * Newest first.
 *
 * @throws {ProblemError} `invalid_input` for an unknown cursor
 */
export async function listNotifications(
  { db, user }: Context,
  { query: { limit = defaultPage, cursor, only } }: InputOf<typeof notificationsContract.listNotifications>,
): Promise<NotificationPage> {
  const after = decodeCursor(cursor, timeAndId);
  const [rows, counts] = await Promise.all([
    listNotificationRows(db, user.id, after, limit + 1, only === "unread"),
    countNotifications(db, user.id),
  ]);
  const { shown, nextCursor } = toPage(rows, limit, (last) => [last.createdText, last.id]);
  return { notifications: shown, ...counts, nextCursor };
}

/** @throws {ProblemError} `not_found` when it is not the reader's own */
export async function markRead(
  { db, clock, live, user }: Context,
  { params: { notificationId } }: InputOf<typeof notificationsContract.markRead>,
): Promise<void> {
  if (!(await markOneRead(db, user.id, notificationId, clock()))) throw notFound("notification");
  await live.publish(user.id, { topic: "notification" });
}

/** Marks all notifications read. */
export async function markAllRead({ db, clock, live, user }: Context): Promise<void> {
  await markRowsRead(db, user.id, clock());
  await live.publish(user.id, { topic: "notification" });
}
