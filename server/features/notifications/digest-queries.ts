import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import { languages } from "#shared/api/language.ts";
import type { Day } from "#shared/reading-activity/time-zone.ts";
import type { Database } from "#server/db/client.ts";
import { pick } from "#server/db/pick.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { notificationSettings, notifications } from "#server/db/schema/system/notifications.ts";
import type { Recipient } from "./queries.ts";

const isWaiting = and(eq(notifications.isForDigest, true), isNull(notifications.readAt));

/** Users with unread notifications for their digest. */
export async function listDigestUsers(db: Database): Promise<(Recipient & { readonly channels: null })[]> {
  const waiting = db.selectDistinct({ userId: notifications.userId }).from(notifications).where(isWaiting);
  const found = await db
    .select(pick(users, "id", "firstName", "email", "emailVerifiedAt", "preferences"))
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

/** Locks the user. @returns the day of the last digest; null for none */
export async function lockLastDigestDay(tx: Database, userId: UserId): Promise<string | null> {
  const [row] = await tx
    .select({ lastDigestDay: users.lastDigestDay })
    .from(users)
    .where(eq(users.id, userId))
    .for("no key update");
  return row?.lastDigestDay ?? null;
}

export async function setLastDigestDay(tx: Database, userId: UserId, day: Day): Promise<void> {
  await tx.update(users).set({ lastDigestDay: day }).where(eq(users.id, userId));
}

/** Claims the unread notifications of a user's digest, so that each is emailed once; oldest first. */
export async function claimDigest(tx: Database, userId: UserId) {
  const claimed = await tx
    .update(notifications)
    .set({ isForDigest: false })
    .where(and(eq(notifications.userId, userId), isWaiting))
    .returning(pick(notifications, "type", "params", "actors", "actorCount", "createdAt"));
  return claimed.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
}

/** Ends the digest and the emails that were part of it, and removes what waited for it. */
export async function setDigestOff(tx: Database, userId: UserId): Promise<void> {
  await tx
    .update(users)
    .set({ preferences: sql`jsonb_set(${users.preferences}, '{notificationTimes,digest}', '"off"')` })
    .where(and(eq(users.id, userId), sql`${users.preferences} ? 'notificationTimes'`));
  await tx
    .update(notificationSettings)
    .set({ email: false })
    .where(and(eq(notificationSettings.userId, userId), eq(notificationSettings.email, true)));
  await tx
    .update(notifications)
    .set({ isForDigest: false })
    .where(and(eq(notifications.userId, userId), eq(notifications.isForDigest, true)));
}
