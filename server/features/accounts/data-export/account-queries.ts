import { asc, eq, gt } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { Database } from "#server/db/client.ts";
import { identities, memberships, sessions, users } from "#server/db/schema/accounts/accounts.ts";
import { prayerNotifications, prayerProfiles } from "#server/db/schema/prayer/prayer.ts";
import { authorApplications } from "#server/db/schema/publishing/authors.ts";
import { corrections } from "#server/db/schema/publishing/corrections.ts";
import { notificationSettings, notifications } from "#server/db/schema/system/notifications.ts";
import { pushDevices } from "#server/db/schema/system/push.ts";
import { contactMessages } from "#server/db/schema/system/support.ts";
import { addCondition, type PageAfter, pageSize } from "./paged-queries.ts";

export const findUserProfile = (db: Database, userId: UserId) =>
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

export const listUserMemberships = (db: Database, userId: UserId) =>
  db
    .select({
      plan: memberships.plan,
      source: memberships.source,
      status: memberships.status,
      validUntil: memberships.validUntil,
      interval: memberships.interval,
      cancelAtPeriodEnd: memberships.cancelAtPeriodEnd,
    })
    .from(memberships)
    .where(eq(memberships.userId, userId));

export const listUserIdentities = (db: Database, userId: UserId) =>
  db
    .select({ issuer: identities.issuer, subject: identities.subject, createdAt: identities.createdAt })
    .from(identities)
    .where(eq(identities.userId, userId));

export const listUserDevices = (db: Database, userId: UserId) =>
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

export const listNotificationPages =
  (db: Database, userId: UserId): PageAfter =>
  (after) =>
    db
      .select({
        id: notifications.id,
        type: notifications.type,
        params: notifications.params,
        readAt: notifications.readAt,
        createdAt: notifications.createdAt,
      })
      .from(notifications)
      .where(
        addCondition(
          eq(notifications.userId, userId),
          after === null ? undefined : gt(notifications.id, after as never),
        ),
      )
      .orderBy(asc(notifications.id))
      .limit(pageSize);

export const listUserNotificationSettings = (db: Database, userId: UserId) =>
  db
    .select({
      type: notificationSettings.type,
      inApp: notificationSettings.inApp,
      email: notificationSettings.email,
      push: notificationSettings.push,
    })
    .from(notificationSettings)
    .where(eq(notificationSettings.userId, userId));

export const listUserPushDevices = (db: Database, userId: UserId) =>
  db
    .select({
      name: pushDevices.name,
      isOn: pushDevices.isOn,
      prayerAlerts: pushDevices.prayerAlerts,
      createdAt: pushDevices.createdAt,
      lastSucceededAt: pushDevices.lastSucceededAt,
    })
    .from(pushDevices)
    .where(eq(pushDevices.userId, userId))
    .orderBy(asc(pushDevices.createdAt));

export const listUserPrayerProfile = (db: Database, userId: UserId) =>
  db
    .select({ profile: prayerProfiles.profile, changedAt: prayerProfiles.changedAt })
    .from(prayerProfiles)
    .where(eq(prayerProfiles.userId, userId));

/** Only some days, because older rows are deleted. */
export const listUserPrayerAlerts = (db: Database, userId: UserId) =>
  db
    .select({
      day: prayerNotifications.day,
      prayer: prayerNotifications.prayer,
      minutes: prayerNotifications.minutes,
      dueAt: prayerNotifications.dueAt,
      state: prayerNotifications.state,
    })
    .from(prayerNotifications)
    .where(eq(prayerNotifications.userId, userId))
    .orderBy(asc(prayerNotifications.dueAt));

export const listUserApplications = (db: Database, userId: UserId) =>
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

export const listUserCorrections = (db: Database, userId: UserId) =>
  db
    .select({
      bookId: corrections.bookId,
      sentence: corrections.sentence,
      quote: corrections.quote,
      message: corrections.message,
      state: corrections.state,
      answer: corrections.answer,
      createdAt: corrections.createdAt,
    })
    .from(corrections)
    .where(eq(corrections.userId, userId))
    .orderBy(asc(corrections.createdAt));

export const listUserContactMessages = (db: Database, userId: UserId) =>
  db
    .select({
      topic: contactMessages.topic,
      message: contactMessages.message,
      createdAt: contactMessages.createdAt,
    })
    .from(contactMessages)
    .where(eq(contactMessages.userId, userId))
    .orderBy(asc(contactMessages.createdAt));
