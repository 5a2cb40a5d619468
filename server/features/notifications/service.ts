import * as z from "zod/mini";
import type { UserId } from "#shared/accounts/user.ts";
import { type Notification, NotificationId } from "#shared/notifications/contract.ts";
import type { Database } from "#server/db/client.ts";
import { postLetter } from "#server/features/mail/service.ts";
import { invalid, notFound } from "#server/http/problem.ts";
import type { Services } from "#server/services.ts";
import {
  type After,
  addNotification,
  addNotifications,
  countNotifications,
  findConfirmedAddress,
  listNotifications,
  markEachRead,
  markOneRead,
} from "./queries.ts";
import { choiceFor } from "./settings.ts";

type Needed = Pick<Services, "db" | "clock" | "live" | "settings" | "jobs">;

const usualPage = 20;

/** What a reader is told. */
export interface News {
  readonly type: string;
  readonly title: string;
  readonly message: string;
  /** A path of ours; empty when there is nowhere to go. */
  readonly actionUrl: string;
  /** What it is about, such as `book:<id>:published`: the same is told once. */
  readonly key: string;
}

/**
 * Tells a reader something, once, in the ways they chose: a second time with the same key does nothing.
 *
 * @param db - A transaction, when the news is to exist only if that commits.
 */
export async function notify(
  services: Needed,
  userId: UserId,
  news: News,
  db: Database = services.db,
): Promise<void> {
  const { inApp, email } = await choiceFor(db, userId, news.type);
  if (!inApp && !email) return;
  const isNew = await addNotification(db, { userId, ...news, inApp, createdAt: services.clock() });
  if (!isNew) return;
  if (inApp) await services.live.publish(userId, { topic: "notification" }, db);
  if (email) await mailNews(services, userId, news, db);
}

/** To a confirmed address only: nobody else's letters come from here because somebody mistyped. */
async function mailNews(services: Needed, userId: UserId, news: News, db: Database): Promise<void> {
  const reader = await findConfirmedAddress(db, userId);
  if (!reader) return;
  const { origins, productName } = services.settings;
  const lines = [
    `Salam ${reader.firstName},`,
    news.title,
    news.message,
    ...(news.actionUrl ? [origins[0] + news.actionUrl] : []),
    `You asked for letters like this one. To end them: ${origins[0]}/notifications-settings`,
    productName,
  ];
  const subject = `${productName}: ${news.title}`.replace(/\p{Cc}+/gu, " ");
  await postLetter(services, { to: reader.email, subject, text: `${lines.join("\n\n")}\n` }, db);
}

/**
 * Tells many readers the same, each once.
 *
 * @param db - A transaction, when the news is to exist only if that commits.
 */
export async function notifyAll(
  { db: pool, clock, live }: Needed,
  userIds: readonly UserId[],
  news: News,
  db: Database = pool,
): Promise<void> {
  const told = await addNotifications(db, userIds, { ...news, createdAt: clock() });
  for (const userId of told) await live.publish(userId, { topic: "notification" }, db);
}

export interface NotificationPage {
  readonly notifications: Notification[];
  readonly unreadCount: number;
  readonly totalCount: number;
  readonly nextCursor: string | null;
}

/**
 * A page of a reader's notifications, newest first.
 *
 * @throws {ProblemError} `invalid_input` for a cursor that is none of ours.
 */
export async function getNotifications(
  { db }: Pick<Needed, "db">,
  userId: UserId,
  {
    limit = usualPage,
    cursor,
    only,
  }: { limit?: number | undefined; cursor?: string | undefined; only?: "unread" | undefined },
): Promise<NotificationPage> {
  const after = cursor === undefined ? null : readCursor(cursor);
  const [rows, counts] = await Promise.all([
    listNotifications(db, userId, after, limit + 1, only === "unread"),
    countNotifications(db, userId),
  ]);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { notifications: shown, ...counts, nextCursor: last ? writeCursor(last) : null };
}

/** @throws {ProblemError} `not_found` when it is not the reader's own. */
export async function markRead(
  { db, clock, live }: Needed,
  userId: UserId,
  notificationId: NotificationId,
): Promise<void> {
  if (!(await markOneRead(db, userId, notificationId, clock()))) throw notFound("notification");
  await live.publish(userId, { topic: "notification" });
}

/** Marks all that a reader has read. */
export async function markAllRead({ db, clock, live }: Needed, userId: UserId): Promise<void> {
  await markEachRead(db, userId, clock());
  await live.publish(userId, { topic: "notification" });
}

const Parts = z.tuple([z.string().check(z.regex(/^\d{4}-\d\d-\d\d[ T][\d:.+-]{1,30}$/)), NotificationId]);

const writeCursor = ({ createdText, id }: After) =>
  Buffer.from(JSON.stringify([createdText, id])).toString("base64url");

function readCursor(cursor: string): After {
  const { data } = Parts.safeParse(parse(Buffer.from(cursor, "base64url").toString()));
  if (!data) throw invalid({ cursor: "This page of the notifications does not exist." });
  return { createdText: data[0], id: data[1] };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
