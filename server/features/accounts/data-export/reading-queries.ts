import { and, asc, eq, getTableColumns, gt } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { Database } from "#server/db/client.ts";
import { books } from "#server/db/schema/books/books.ts";
import { reviews } from "#server/db/schema/books/reviews.ts";
import { challengeMembers, challenges } from "#server/db/schema/reading/challenges.ts";
import { goals } from "#server/db/schema/reading/goals.ts";
import {
  bookReaderSettings,
  libraryEntries,
  readerSettings,
  releaseAlerts,
} from "#server/db/schema/reading/library.ts";
import { positionEvents } from "#server/db/schema/reading/positions.ts";
import { readingSessions } from "#server/db/schema/reading/reading-activity.ts";
import { importedBooks } from "#server/db/schema/reading/shelf-imports.ts";
import { addCondition, type PageAfter, pageSize } from "./paged-queries.ts";

export function listUserGoals(db: Database, userId: UserId) {
  const { userId: _userId, ...columns } = getTableColumns(goals);
  return db.select(columns).from(goals).where(eq(goals.userId, userId)).orderBy(asc(goals.setAt));
}

export const listImportedBookPages =
  (db: Database, userId: UserId): PageAfter =>
  (after) => {
    const { userId: _userId, ...columns } = getTableColumns(importedBooks);
    return db
      .select(columns)
      .from(importedBooks)
      .where(
        and(
          eq(importedBooks.userId, userId),
          after === null ? undefined : gt(importedBooks.id, after as never),
        ),
      )
      .orderBy(asc(importedBooks.id))
      .limit(pageSize);
  };

export const listLibraryPages =
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
        addCondition(
          eq(libraryEntries.userId, userId),
          after === null ? undefined : gt(libraryEntries.bookId, after as never),
        ),
      )
      .orderBy(asc(libraryEntries.bookId))
      .limit(pageSize);

export const listPositionPages =
  (db: Database, userId: UserId): PageAfter =>
  (after) =>
    db
      .select({
        id: positionEvents.id,
        bookId: positionEvents.bookId,
        locator: positionEvents.locator,
        at: positionEvents.at,
        device: positionEvents.device,
        isDeliberate: positionEvents.isDeliberate,
      })
      .from(positionEvents)
      .where(
        addCondition(
          eq(positionEvents.userId, userId),
          after === null ? undefined : gt(positionEvents.id, after as never),
        ),
      )
      .orderBy(asc(positionEvents.id))
      .limit(pageSize);

export const listSessionPages =
  (db: Database, userId: UserId): PageAfter =>
  (after) => {
    const { userId: _userId, ...columns } = getTableColumns(readingSessions);
    return db
      .select(columns)
      .from(readingSessions)
      .where(
        addCondition(
          eq(readingSessions.userId, userId),
          after === null ? undefined : gt(readingSessions.id, after as never),
        ),
      )
      .orderBy(asc(readingSessions.id))
      .limit(pageSize);
  };

export const listReviewPages =
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
      .where(addCondition(eq(reviews.userId, userId), after === null ? undefined : gt(reviews.id, after)))
      .orderBy(asc(reviews.id))
      .limit(pageSize);

export const listUserChallenges = (db: Database, userId: UserId) =>
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

export const listOwnBookPages =
  (db: Database, userId: UserId): PageAfter =>
  (after) =>
    db
      .select({
        id: books.id,
        title: books.title,
        subtitle: books.subtitle,
        description: books.description,
        language: books.language,
        state: books.state,
        author: books.author,
        isbns: books.isbns,
        publisher: books.publisher,
        publishedYear: books.publishedYear,
        licence: books.licence,
        provenance: books.provenance,
        isFree: books.isFree,
        createdAt: books.createdAt,
      })
      .from(books)
      .where(
        addCondition(eq(books.ownerId, userId), after === null ? undefined : gt(books.id, after as never)),
      )
      .orderBy(asc(books.id))
      .limit(pageSize);

export const listReleaseAlertPages =
  (db: Database, userId: UserId): PageAfter =>
  (after) =>
    db
      .select({
        bookId: releaseAlerts.bookId,
        title: books.title,
        requestedAt: releaseAlerts.requestedAt,
      })
      .from(releaseAlerts)
      .innerJoin(books, eq(books.id, releaseAlerts.bookId))
      .where(
        addCondition(
          eq(releaseAlerts.userId, userId),
          after === null ? undefined : gt(releaseAlerts.bookId, after as never),
        ),
      )
      .orderBy(asc(releaseAlerts.bookId))
      .limit(pageSize);

export const listUserReaderSettings = (db: Database, userId: UserId) =>
  db
    .select({ settings: readerSettings.settings })
    .from(readerSettings)
    .where(eq(readerSettings.userId, userId));

export const listUserBookSettings = (db: Database, userId: UserId) =>
  db
    .select({ bookId: bookReaderSettings.bookId, settings: bookReaderSettings.settings })
    .from(bookReaderSettings)
    .where(eq(bookReaderSettings.userId, userId))
    .orderBy(asc(bookReaderSettings.bookId));
