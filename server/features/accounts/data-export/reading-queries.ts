import { and, asc, eq, getTableColumns, gt } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { Database } from "#server/db/client.ts";
import { books } from "#server/db/schema/books.ts";
import { challengeMembers, challenges } from "#server/db/schema/challenges.ts";
import { goals } from "#server/db/schema/goals.ts";
import {
  bookReaderSettings,
  libraryEntries,
  readerSettings,
  releaseWatches,
} from "#server/db/schema/library.ts";
import { positionEvents } from "#server/db/schema/positions.ts";
import { ledgerSessions } from "#server/db/schema/reading-activity.ts";
import { reviews } from "#server/db/schema/reviews.ts";
import { keptBooks } from "#server/db/schema/shelf-imports.ts";
import { behind, type PageAfter, pageSize } from "./paged-queries.ts";

export function goalsOf(db: Database, userId: UserId) {
  const { userId: _, ...columns } = getTableColumns(goals);
  return db.select(columns).from(goals).where(eq(goals.userId, userId)).orderBy(asc(goals.setAt));
}

export const keptPage =
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

export const libraryPage =
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

export const positionsPage =
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

export const ledgerPage =
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

export const reviewsPage =
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

export const challengesOf = (db: Database, userId: UserId) =>
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

export const watchesPage =
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

export const readerSettingsOf = (db: Database, userId: UserId) =>
  db
    .select({ settings: readerSettings.settings })
    .from(readerSettings)
    .where(eq(readerSettings.userId, userId));

export const bookSettingsOf = (db: Database, userId: UserId) =>
  db
    .select({ bookId: bookReaderSettings.bookId, settings: bookReaderSettings.settings })
    .from(bookReaderSettings)
    .where(eq(bookReaderSettings.userId, userId))
    .orderBy(asc(bookReaderSettings.bookId));
