import type * as z from "zod/mini";
import type { UserId } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type { Notification, notificationsContract } from "#shared/notifications/contract.ts";
import { notificationRegistry } from "#shared/notifications/registry.ts";
import type { Database } from "#server/db/client.ts";
import { type EmailMessage, enqueueEmails, withdrawEmails } from "#server/features/mail/service.ts";
import { deleteUnsentPush, pushNotifications } from "#server/features/push/service.ts";
import type { Context, HttpContext } from "#server/http/api/context.ts";
import { decodeCursor, timeAndId, toPage } from "#server/http/api/cursor.ts";
import { notFound } from "#server/http/api/problem.ts";
import { getRequestLanguage } from "#server/http/api/request-language.ts";
import type { JobEvent } from "#server/jobs/job-queue.ts";
import type { Services } from "#server/services.ts";
import { createEmail } from "./email-layout.ts";
import { deleteEventByKey, deleteEventsBySubject } from "./group-queries.ts";
import { removeFromGroups } from "./groups.ts";
import { toPushMessage } from "./push-message.ts";
import {
  countNotifications,
  deleteByKey,
  deleteBySubject,
  findLanguage,
  listNotificationRows,
  listUnreadSubjects,
  markOneRead,
  markRowsRead,
  markSubjectsRead,
  type Recipient,
} from "./queries.ts";
import { renderIn } from "./render.ts";
import { listAddressees, type NotificationEvent, storeEvent } from "./store-event.ts";
import { getQuietHoursEnd } from "./times.ts";

export type { NotificationEvent };

type Deps = Pick<Services, "db" | "clock" | "live" | "settings" | "jobs">;

const defaultPage = 20;

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
export async function withdraw(tx: Database, userId: UserId, key: string): Promise<void> {
  await removeFromGroups(tx, await deleteEventByKey(tx, userId, key));
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
}

/**
 * One batch of a job that notifies many users. The job is enqueued again for those behind the last recipient, so that
 * one that is interrupted resumes there.
 */
export async function sendInBatches<Payload extends { readonly after?: UserId | undefined }>(
  { db, jobs }: Pick<Services, "db" | "jobs">,
  job: JobEvent<z.ZodMiniType<Payload>>,
  payload: Payload,
  { list, send }: Batches,
): Promise<void> {
  await db.transaction(async (tx) => {
    const userIds = await list(tx, payload.after, notifyBatchSize);
    await send(tx, userIds);
    const last = userIds.at(-1);
    if (last && userIds.length === notifyBatchSize)
      await jobs.add(job, { ...payload, after: last }, { db: tx });
  });
}

async function notifyBatch(
  services: Deps,
  userIds: readonly UserId[],
  event: NotificationEvent,
  db: Database,
): Promise<void> {
  const addressees = await listAddressees(db, userIds, event);
  const createdAt = services.clock();
  const { insertedIds, joinedIds } = await storeEvent(db, addressees, event, createdAt);
  const notified = addressees.filter(({ id }) => insertedIds.has(id));
  const inApp = notified.filter((addressee) => addressee.inApp).map(({ id }) => id);
  await services.live.publishAll(
    [...inApp, ...joinedIds].map((userId) => ({ userId, event: { topics: ["notification"] } })),
    db,
  );
  const mailed = notified.filter(({ email, times }) => email && (times?.digest ?? "off") === "off");
  await enqueueEmails(
    services,
    mailed.flatMap((addressee) => toEmail(services, addressee, event) ?? []),
    db,
  );
  const pushed = notified.filter(({ push }) => push);
  await pushNotifications(
    services,
    pushed.map(({ id, language, times }) => ({
      userId: id,
      about: event.subject ?? "",
      ...toPushMessage(event, language),
      sendAt: getQuietHoursEnd(times, createdAt),
    })),
    db,
  );
}

/**
 * Removes the notifications, unsent emails and unsent push messages about something that was deleted or
 * hidden.
 */
export async function withdrawSubject(tx: Database, subject: string): Promise<void> {
  if (subject === "") return;
  await removeFromGroups(tx, await deleteEventsBySubject(tx, subject));
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
    await live.publish(userId, { topics: ["notification"] });
  }
}

/** Null without a verified address. */
function toEmail(
  services: Deps,
  { id, firstName, emailAddress, language, times }: Recipient,
  { subject = "", group, ...event }: NotificationEvent,
): EmailMessage | null {
  if (!emailAddress) return null;
  const email = createEmail(services.settings, {
    userId: id,
    firstName,
    language,
    kind: notificationRegistry[event.type].setting,
    items: [renderIn(language, { ...event, actors: group ? [group.actor] : [], actorCount: 1 })],
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
  { db, user, req }: HttpContext,
  { query: { limit = defaultPage, cursor, only } }: InputOf<typeof notificationsContract.listNotifications>,
): Promise<NotificationPage> {
  const after = decodeCursor(cursor, timeAndId);
  const [language, rows, counts] = await Promise.all([
    findLanguage(db, user.id),
    listNotificationRows(db, user.id, after, limit + 1, only === "unread"),
    countNotifications(db, user.id),
  ]);
  const { shown, nextCursor } = toPage(rows, limit, (last) => [last.createdText, last.id]);
  const notifications = shown.map((row) => ({
    ...row,
    ...renderIn(language ?? getRequestLanguage(req), row),
  }));
  return { notifications, ...counts, nextCursor };
}

/** @throws {ProblemError} `not_found` when it is not the reader's own */
export async function markRead(
  { db, clock, user }: Context,
  { params: { notificationId } }: InputOf<typeof notificationsContract.markRead>,
): Promise<void> {
  if (!(await markOneRead(db, user.id, notificationId, clock()))) throw notFound("notification");
}

/** Marks all notifications read. */
export const markAllRead = ({ db, clock, user }: Context): Promise<void> =>
  markRowsRead(db, user.id, clock());
