import { and, asc, eq, getTableColumns, gt, type SQL } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { Database } from "#server/db/client.ts";
import { identities, memberships, sessions, users } from "#server/db/schema/accounts.ts";
import { authorApplications } from "#server/db/schema/authors.ts";
import { books } from "#server/db/schema/books.ts";
import { challengeMembers, challenges } from "#server/db/schema/challenges.ts";
import { goals } from "#server/db/schema/goals.ts";
import { keptBooks } from "#server/db/schema/imports.ts";
import { ledgerSessions } from "#server/db/schema/ledger.ts";
import {
  bookReaderSettings,
  libraryEntries,
  readerSettings,
  releaseWatches,
} from "#server/db/schema/library.ts";
import { notificationSettings, notifications } from "#server/db/schema/notifications.ts";
import { positionEvents } from "#server/db/schema/positions.ts";
import { reviews } from "#server/db/schema/reviews.ts";
import { contactMessages } from "#server/db/schema/support.ts";

const pageSize = 1000;

type Row = Readonly<Record<string, unknown>>;

/** One file of an export: its name and its rows, page by page. */
export interface OwnRows {
  readonly name: string;
  readonly pages: (db: Database, userId: UserId) => AsyncGenerator<readonly Row[]>;
}

/** Everything that is kept of a person, and nothing of anybody else. Secrets are left out. */
export const ownData: readonly OwnRows[] = [
  { name: "profile", pages: (db, userId) => once(profile(db, userId)) },
  { name: "memberships", pages: (db, userId) => once(membershipsOf(db, userId)) },
  { name: "sign-in-providers", pages: (db, userId) => once(identitiesOf(db, userId)) },
  { name: "sessions", pages: (db, userId) => once(sessionsOf(db, userId)) },
  { name: "library", pages: (db, userId) => byKey(libraryPage(db, userId), "bookId") },
  { name: "positions", pages: (db, userId) => byKey(positionsPage(db, userId), "id") },
  { name: "ledger", pages: (db, userId) => byKey(ledgerPage(db, userId), "id") },
  { name: "goals", pages: (db, userId) => once(goalsOf(db, userId)) },
  { name: "kept-books", pages: (db, userId) => byKey(keptPage(db, userId), "id") },
  { name: "reviews", pages: (db, userId) => byKey(reviewsPage(db, userId), "id") },
  { name: "notifications", pages: (db, userId) => byKey(notificationsPage(db, userId), "id") },
  { name: "challenges", pages: (db, userId) => once(challengesOf(db, userId)) },
  { name: "release-watches", pages: (db, userId) => byKey(watchesPage(db, userId), "bookId") },
  { name: "author-applications", pages: (db, userId) => once(applicationsOf(db, userId)) },
  { name: "letters-to-us", pages: (db, userId) => once(contactMessagesOf(db, userId)) },
  { name: "notification-settings", pages: (db, userId) => once(notificationSettingsOf(db, userId)) },
  { name: "reader-settings", pages: (db, userId) => once(readerSettingsOf(db, userId)) },
  { name: "reader-settings-of-books", pages: (db, userId) => once(bookSettingsOf(db, userId)) },
];

async function* once(rows: PromiseLike<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  yield await rows;
}

type PageAfter = (after: string | null) => PromiseLike<readonly Row[]>;

/** Reads page after page, each beginning behind the last key of the one before. */
async function* byKey(pageAfter: PageAfter, key: string): AsyncGenerator<readonly Row[]> {
  let after: string | null = null;
  for (;;) {
    const page: readonly Row[] = await pageAfter(after);
    if (page.length > 0) yield page;
    if (page.length < pageSize) return;
    after = String(page.at(-1)?.[key]);
  }
}

const behind = (own: SQL, next: SQL | undefined) => (next ? and(own, next) : own);

const profile = (db: Database, userId: UserId) =>
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

function goalsOf(db: Database, userId: UserId) {
  const { userId: _, ...columns } = getTableColumns(goals);
  return db.select(columns).from(goals).where(eq(goals.userId, userId)).orderBy(asc(goals.setAt));
}

const keptPage =
  (db: Database, userId: UserId): PageAfter =>
  (after) => {
    const { userId: _, ...columns } = getTableColumns(keptBooks);
    return db
      .select(columns)
      .from(keptBooks)
      .where(and(eq(keptBooks.userId, userId), after === null ? undefined : gt(keptBooks.id, after as never)))
      .orderBy(asc(keptBooks.id))
      .limit(pageSize);
  };

const membershipsOf = (db: Database, userId: UserId) =>
  db
    .select({ plan: memberships.plan, validUntil: memberships.validUntil })
    .from(memberships)
    .where(eq(memberships.userId, userId));

const identitiesOf = (db: Database, userId: UserId) =>
  db
    .select({ issuer: identities.issuer, subject: identities.subject, createdAt: identities.createdAt })
    .from(identities)
    .where(eq(identities.userId, userId));

const sessionsOf = (db: Database, userId: UserId) =>
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

const libraryPage =
  (db: Database, userId: UserId): PageAfter =>
  (after) =>
    db
      .select({
        bookId: libraryEntries.bookId,
        title: books.title,
        status: libraryEntries.status,
        addedAt: libraryEntries.addedAt,
        startedAt: libraryEntries.startedAt,
        finishedAt: libraryEntries.finishedAt,
      })
      .from(libraryEntries)
      .innerJoin(books, eq(books.id, libraryEntries.bookId))
      .where(
        behind(
          eq(libraryEntries.userId, userId),
          after === null ? undefined : gt(libraryEntries.bookId, after as never),
        ),
      )
      .orderBy(asc(libraryEntries.bookId))
      .limit(pageSize);

const positionsPage =
  (db: Database, userId: UserId): PageAfter =>
  (after) =>
    db
      .select({
        id: positionEvents.id,
        bookId: positionEvents.bookId,
        place: positionEvents.place,
        at: positionEvents.at,
        device: positionEvents.device,
        deliberate: positionEvents.deliberate,
      })
      .from(positionEvents)
      .where(
        behind(
          eq(positionEvents.userId, userId),
          after === null ? undefined : gt(positionEvents.id, after as never),
        ),
      )
      .orderBy(asc(positionEvents.id))
      .limit(pageSize);

/** What was deleted lately is still there to be put back, and so is told. */
const ledgerPage =
  (db: Database, userId: UserId): PageAfter =>
  (after) => {
    const { userId: _, ...columns } = getTableColumns(ledgerSessions);
    return db
      .select(columns)
      .from(ledgerSessions)
      .where(
        behind(
          eq(ledgerSessions.userId, userId),
          after === null ? undefined : gt(ledgerSessions.id, after as never),
        ),
      )
      .orderBy(asc(ledgerSessions.id))
      .limit(pageSize);
  };

const reviewsPage =
  (db: Database, userId: UserId): PageAfter =>
  (after) =>
    db
      .select({
        id: reviews.id,
        bookId: reviews.bookId,
        title: books.title,
        halfStars: reviews.halfStars,
        text: reviews.text,
        hasSpoiler: reviews.hasSpoiler,
        createdAt: reviews.createdAt,
      })
      .from(reviews)
      .innerJoin(books, eq(books.id, reviews.bookId))
      .where(behind(eq(reviews.userId, userId), after === null ? undefined : gt(reviews.id, after)))
      .orderBy(asc(reviews.id))
      .limit(pageSize);

const notificationsPage =
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

const challengesOf = (db: Database, userId: UserId) =>
  db
    .select({
      challenge: challenges.title,
      joinedAt: challengeMembers.joinedAt,
      completedAt: challengeMembers.completedAt,
    })
    .from(challengeMembers)
    .innerJoin(challenges, eq(challenges.id, challengeMembers.challengeId))
    .where(eq(challengeMembers.userId, userId))
    .orderBy(asc(challengeMembers.joinedAt));

const watchesPage =
  (db: Database, userId: UserId): PageAfter =>
  (after) =>
    db
      .select({ bookId: releaseWatches.bookId, title: books.title, askedAt: releaseWatches.askedAt })
      .from(releaseWatches)
      .innerJoin(books, eq(books.id, releaseWatches.bookId))
      .where(
        behind(
          eq(releaseWatches.userId, userId),
          after === null ? undefined : gt(releaseWatches.bookId, after as never),
        ),
      )
      .orderBy(asc(releaseWatches.bookId))
      .limit(pageSize);

const applicationsOf = (db: Database, userId: UserId) =>
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

const readerSettingsOf = (db: Database, userId: UserId) =>
  db
    .select({ settings: readerSettings.settings })
    .from(readerSettings)
    .where(eq(readerSettings.userId, userId));

const bookSettingsOf = (db: Database, userId: UserId) =>
  db
    .select({ bookId: bookReaderSettings.bookId, settings: bookReaderSettings.settings })
    .from(bookReaderSettings)
    .where(eq(bookReaderSettings.userId, userId))
    .orderBy(asc(bookReaderSettings.bookId));

const contactMessagesOf = (db: Database, userId: UserId) =>
  db
    .select({
      topic: contactMessages.topic,
      message: contactMessages.message,
      createdAt: contactMessages.createdAt,
    })
    .from(contactMessages)
    .where(eq(contactMessages.userId, userId))
    .orderBy(asc(contactMessages.createdAt));

const notificationSettingsOf = (db: Database, userId: UserId) =>
  db
    .select({
      type: notificationSettings.type,
      inApp: notificationSettings.inApp,
      email: notificationSettings.email,
    })
    .from(notificationSettings)
    .where(eq(notificationSettings.userId, userId));
