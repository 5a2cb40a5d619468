import { asc, eq, gt } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { Database } from "#server/db/client.ts";
import { identities, memberships, sessions, users } from "#server/db/schema/accounts.ts";
import { authorApplications } from "#server/db/schema/authors.ts";
import { notificationSettings, notifications } from "#server/db/schema/notifications.ts";
import { prayerPushes, prayerSetups } from "#server/db/schema/prayer.ts";
import { pushDevices } from "#server/db/schema/push.ts";
import { contactMessages } from "#server/db/schema/support.ts";
import { behind, type PageAfter, pageSize } from "./paged-queries.ts";

export const profile = (db: Database, userId: UserId) =>
  db
    .select({
      firstName: users.firstName,
      lastName: users.lastName,
      username: users.username,
      email: users.email,
      emailVerifiedAt: users.emailVerifiedAt,
      profileImageUrl: users.profileImageUrl,
      bio: users.bio,
      isAuthor: users.isAuthor,
      isEmployee: users.isEmployee,
      isAdmin: users.isAdmin,
      preferences: users.preferences,
      createdAt: users.createdAt,
    })
    .from(users)
    .where(eq(users.id, userId));

export const membershipsOf = (db: Database, userId: UserId) =>
  db
    .select({ plan: memberships.plan, validUntil: memberships.validUntil })
    .from(memberships)
    .where(eq(memberships.userId, userId));

export const identitiesOf = (db: Database, userId: UserId) =>
  db
    .select({ issuer: identities.issuer, subject: identities.subject, createdAt: identities.createdAt })
    .from(identities)
    .where(eq(identities.userId, userId));

export const sessionsOf = (db: Database, userId: UserId) =>
  db
    .select({
      device: sessions.device,
      network: sessions.network,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(asc(sessions.createdAt));

export const notificationsPage =
  (db: Database, userId: UserId): PageAfter =>
  (after) =>
    db
      .select({
        id: notifications.id,
        type: notifications.type,
        title: notifications.title,
        message: notifications.message,
        readAt: notifications.readAt,
        createdAt: notifications.createdAt,
      })
      .from(notifications)
      .where(
        behind(
          eq(notifications.userId, userId),
          after === null ? undefined : gt(notifications.id, after as never),
        ),
      )
      .orderBy(asc(notifications.id))
      .limit(pageSize);

export const notificationSettingsOf = (db: Database, userId: UserId) =>
  db
    .select({
      type: notificationSettings.type,
      inApp: notificationSettings.inApp,
      email: notificationSettings.email,
      push: notificationSettings.push,
    })
    .from(notificationSettings)
    .where(eq(notificationSettings.userId, userId));

/** Not the addresses and keys: with those anybody could send to them. */
export const pushDevicesOf = (db: Database, userId: UserId) =>
  db
    .select({
      name: pushDevices.name,
      isOn: pushDevices.isOn,
      callsToPrayer: pushDevices.callsToPrayer,
      createdAt: pushDevices.createdAt,
      lastSucceededAt: pushDevices.lastSucceededAt,
    })
    .from(pushDevices)
    .where(eq(pushDevices.userId, userId))
    .orderBy(asc(pushDevices.createdAt));

export const prayerSetupOf = (db: Database, userId: UserId) =>
  db
    .select({ setup: prayerSetups.setup, changedAt: prayerSetups.changedAt })
    .from(prayerSetups)
    .where(eq(prayerSetups.userId, userId));

/** A few days' worth: they are forgotten then. */
export const prayerCallsOf = (db: Database, userId: UserId) =>
  db
    .select({
      day: prayerPushes.day,
      prayer: prayerPushes.prayer,
      minutes: prayerPushes.minutes,
      dueAt: prayerPushes.dueAt,
      state: prayerPushes.state,
    })
    .from(prayerPushes)
    .where(eq(prayerPushes.userId, userId))
    .orderBy(asc(prayerPushes.dueAt));

export const applicationsOf = (db: Database, userId: UserId) =>
  db
    .select({
      name: authorApplications.name,
      about: authorApplications.about,
      links: authorApplications.links,
      sample: authorApplications.sample,
      state: authorApplications.state,
      reason: authorApplications.reason,
      appliedAt: authorApplications.appliedAt,
      decidedAt: authorApplications.decidedAt,
    })
    .from(authorApplications)
    .where(eq(authorApplications.userId, userId))
    .orderBy(asc(authorApplications.appliedAt));

export const contactMessagesOf = (db: Database, userId: UserId) =>
  db
    .select({
      topic: contactMessages.topic,
      message: contactMessages.message,
      createdAt: contactMessages.createdAt,
    })
    .from(contactMessages)
    .where(eq(contactMessages.userId, userId))
    .orderBy(asc(contactMessages.createdAt));
