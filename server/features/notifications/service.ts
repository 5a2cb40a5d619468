import type { UserId } from "#shared/accounts/user.ts";
import type { Language } from "#shared/api/language.ts";
import type { Notification, NotificationId } from "#shared/notifications/contract.ts";
import type { Database } from "#server/db/client.ts";
import {
  type EmailMessage,
  enqueueEmail,
  enqueueEmails,
  withdrawEmails,
} from "#server/features/mail/service.ts";
import { deleteUnsentPush, pushNotifications } from "#server/features/push/service.ts";
import { decodeCursor, timeAndId, toPage } from "#server/http/api/cursor.ts";
import { notFound } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { formatActors } from "./actor-names.ts";
import { createEmail } from "./email-layout.ts";
import { toPushMessage } from "./push-message.ts";
import {
  claimDigest,
  countNotifications,
  deleteByKey,
  deleteBySubject,
  insertNotifications,
  joinGroups,
  listDigestUsers,
  listNotifications,
  listRecipients,
  markOneRead,
  markRowsRead,
  type Recipient,
  setTexts,
} from "./queries.ts";
import { defaultChannels } from "./settings.ts";
import { getQuietHoursEnd, isDigestHour } from "./times.ts";

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
  readonly texts: (language: Language, actors: readonly string[], count: number) => NotificationTexts;
}

export interface NotificationTexts {
  readonly title: string;
  readonly message: string;
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

/** Removes a notification whose reason no longer holds, so that the same key can be sent again. */
export async function withdraw(db: Database, userId: UserId, key: string): Promise<void> {
  await deleteByKey(db, userId, key);
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
  const requested = (await listRecipients(db, userIds, type))
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
  const grouped = group ? await addToGroups(db, requested, event, group, createdAt) : new Set<UserId>();
  const added = new Set(
    await insertNotifications(
      db,
      rows.filter(({ userId }) => !grouped.has(userId)),
    ),
  );
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

/** @returns the users whose unread notification of the group now names this event as well */
async function addToGroups(
  db: Database,
  listeners: readonly Recipient[],
  { actionUrl, key, subject = "" }: NotificationEvent,
  { key: groupKey, actor, texts }: NotificationGroup,
  createdAt: Date,
): Promise<Set<UserId>> {
  const languageByUser = new Map(listeners.map(({ id, language }) => [id, language]));
  const joined = await joinGroups(db, [...languageByUser.keys()], {
    groupKey,
    actor,
    key,
    subject,
    actionUrl,
    createdAt,
  });
  for (const { id, userId, actors, actorCount } of joined) {
    const language = languageByUser.get(userId);
    if (language) await setTexts(db, id, texts(language, actors, actorCount));
  }
  return new Set(joined.map(({ userId }) => userId));
}

/**
 * Removes the notifications, unsent emails and unsent push messages about something that was deleted or
 * hidden.
 */
export async function withdrawSubject(db: Database, subject: string): Promise<void> {
  await deleteBySubject(db, subject);
  await withdrawEmails(db, subject);
  await deleteUnsentPush(db, subject);
}

/** Sends the digests of this hour; each notification is mailed once. */
export async function sendDigests(services: Deps): Promise<void> {
  const { db, clock, settings } = services;
  for (const { id: userId, firstName, emailAddress, language, times } of await listDigestUsers(db)) {
    if (!emailAddress || !times || !isDigestHour(times, clock())) continue;
    await db.transaction(async (tx) => {
      const items = await claimDigest(tx, userId);
      if (items.length === 0) return;
      const email = createEmail(settings, { userId, firstName, language, type: "digest", items });
      await enqueueEmail(services, { ...email, to: emailAddress }, tx);
    });
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
export async function getNotifications(
  { db }: Pick<Deps, "db">,
  userId: UserId,
  {
    limit = defaultPage,
    cursor,
    only,
  }: { limit?: number | undefined; cursor?: string | undefined; only?: "unread" | undefined },
): Promise<NotificationPage> {
  const after = decodeCursor(cursor, timeAndId);
  const [rows, counts] = await Promise.all([
    listNotifications(db, userId, after, limit + 1, only === "unread"),
    countNotifications(db, userId),
  ]);
  const { shown, nextCursor } = toPage(rows, limit, (last) => [last.createdText, last.id]);
  return { notifications: shown, ...counts, nextCursor };
}

/** @throws {ProblemError} `not_found` when it is not the reader's own */
export async function markRead(
  { db, clock, live }: Deps,
  userId: UserId,
  notificationId: NotificationId,
): Promise<void> {
  if (!(await markOneRead(db, userId, notificationId, clock()))) throw notFound("notification");
  await live.publish(userId, { topic: "notification" });
}

/** Marks all notifications read. */
export async function markAllRead({ db, clock, live }: Deps, userId: UserId): Promise<void> {
  await markRowsRead(db, userId, clock());
  await live.publish(userId, { topic: "notification" });
}
