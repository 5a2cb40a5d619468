import type { UserId } from "#shared/accounts/user.ts";
import type { Database } from "#server/db/client.ts";
import {
  applicationsOf,
  contactMessagesOf,
  identitiesOf,
  membershipsOf,
  notificationSettingsOf,
  notificationsPage,
  prayerCallsOf,
  prayerSetupOf,
  profile,
  pushDevicesOf,
  sessionsOf,
} from "./account-queries.ts";
import { byKey, once, type Row } from "./paged-queries.ts";
import {
  bookSettingsOf,
  challengesOf,
  goalsOf,
  keptPage,
  ledgerPage,
  libraryPage,
  positionsPage,
  readerSettingsOf,
  reviewsPage,
  watchesPage,
} from "./reading-queries.ts";

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
  { name: "push-devices", pages: (db, userId) => once(pushDevicesOf(db, userId)) },
  { name: "prayer-setup", pages: (db, userId) => once(prayerSetupOf(db, userId)) },
  { name: "prayer-calls", pages: (db, userId) => once(prayerCallsOf(db, userId)) },
  { name: "reader-settings", pages: (db, userId) => once(readerSettingsOf(db, userId)) },
  { name: "reader-settings-of-books", pages: (db, userId) => once(bookSettingsOf(db, userId)) },
];
