import type { UserId } from "#shared/accounts/user.ts";
import type { Database } from "#server/db/client.ts";
import {
  findUserProfile,
  listNotificationPages,
  listUserApplications,
  listUserContactMessages,
  listUserCorrections,
  listUserDevices,
  listUserIdentities,
  listUserMemberships,
  listUserNotificationSettings,
  listUserPrayerAlerts,
  listUserPrayerProfile,
  listUserPushDevices,
} from "./account-queries.ts";
import {
  listFollowedDiscussions,
  listMessagePages,
  listPostPages,
  listUserAnnouncements,
  listUserBlocks,
  listUserChallengeUpdates,
  listUserCommunities,
  listUserDecisions,
  listUserDrafts,
  listUserFollows,
  listUserFriendships,
  listUserMutes,
  listUserReports,
  listUserReviewVotes,
  listUserSubjectFollows,
} from "./community-queries.ts";
import { type ExportedRow, paginateByKey, toSinglePage } from "./paged-queries.ts";
import {
  listImportedBookPages,
  listLibraryPages,
  listOwnBookPages,
  listPositionPages,
  listReleaseAlertPages,
  listReviewPages,
  listSessionPages,
  listUserBookSettings,
  listUserChallenges,
  listUserGoals,
  listUserReaderSettings,
} from "./reading-queries.ts";

/** One file of an export: its name and its paginated rows. */
export interface ExportSection {
  readonly name: string;
  readonly pages: (db: Database, userId: UserId) => AsyncGenerator<readonly ExportedRow[]>;
}

export const exportSections: readonly ExportSection[] = [
  { name: "profile", pages: (db, userId) => toSinglePage(findUserProfile(db, userId)) },
  { name: "memberships", pages: (db, userId) => toSinglePage(listUserMemberships(db, userId)) },
  { name: "sign-in-providers", pages: (db, userId) => toSinglePage(listUserIdentities(db, userId)) },
  { name: "sessions", pages: (db, userId) => toSinglePage(listUserDevices(db, userId)) },
  { name: "library", pages: (db, userId) => paginateByKey(listLibraryPages(db, userId), "bookId") },
  { name: "positions", pages: (db, userId) => paginateByKey(listPositionPages(db, userId), "id") },
  { name: "reading-sessions", pages: (db, userId) => paginateByKey(listSessionPages(db, userId), "id") },
  { name: "goals", pages: (db, userId) => toSinglePage(listUserGoals(db, userId)) },
  { name: "imported-books", pages: (db, userId) => paginateByKey(listImportedBookPages(db, userId), "id") },
  { name: "published-books", pages: (db, userId) => paginateByKey(listOwnBookPages(db, userId), "id") },
  { name: "reviews", pages: (db, userId) => paginateByKey(listReviewPages(db, userId), "id") },
  { name: "helpful-reviews", pages: (db, userId) => toSinglePage(listUserReviewVotes(db, userId)) },
  { name: "notifications", pages: (db, userId) => paginateByKey(listNotificationPages(db, userId), "id") },
  { name: "challenges", pages: (db, userId) => toSinglePage(listUserChallenges(db, userId)) },
  {
    name: "release-alerts",
    pages: (db, userId) => paginateByKey(listReleaseAlertPages(db, userId), "bookId"),
  },
  { name: "communities", pages: (db, userId) => toSinglePage(listUserCommunities(db, userId)) },
  { name: "posts", pages: (db, userId) => paginateByKey(listPostPages(db, userId), "id") },
  { name: "followed-discussions", pages: (db, userId) => toSinglePage(listFollowedDiscussions(db, userId)) },
  { name: "drafts", pages: (db, userId) => toSinglePage(listUserDrafts(db, userId)) },
  { name: "messages", pages: (db, userId) => paginateByKey(listMessagePages(db, userId), "id") },
  { name: "friends", pages: (db, userId) => toSinglePage(listUserFriendships(db, userId)) },
  { name: "followed-people", pages: (db, userId) => toSinglePage(listUserFollows(db, userId)) },
  { name: "follows", pages: (db, userId) => toSinglePage(listUserSubjectFollows(db, userId)) },
  { name: "challenge-updates", pages: (db, userId) => toSinglePage(listUserChallengeUpdates(db, userId)) },
  { name: "announcements", pages: (db, userId) => toSinglePage(listUserAnnouncements(db, userId)) },
  { name: "blocked-people", pages: (db, userId) => toSinglePage(listUserBlocks(db, userId)) },
  { name: "muted-people", pages: (db, userId) => toSinglePage(listUserMutes(db, userId)) },
  { name: "moderation-decisions", pages: (db, userId) => toSinglePage(listUserDecisions(db, userId)) },
  { name: "reports", pages: (db, userId) => toSinglePage(listUserReports(db, userId)) },
  { name: "author-applications", pages: (db, userId) => toSinglePage(listUserApplications(db, userId)) },
  { name: "reported-mistakes", pages: (db, userId) => toSinglePage(listUserCorrections(db, userId)) },
  { name: "contact-messages", pages: (db, userId) => toSinglePage(listUserContactMessages(db, userId)) },
  {
    name: "notification-settings",
    pages: (db, userId) => toSinglePage(listUserNotificationSettings(db, userId)),
  },
  { name: "push-devices", pages: (db, userId) => toSinglePage(listUserPushDevices(db, userId)) },
  { name: "prayer-profile", pages: (db, userId) => toSinglePage(listUserPrayerProfile(db, userId)) },
  { name: "prayer-alerts", pages: (db, userId) => toSinglePage(listUserPrayerAlerts(db, userId)) },
  { name: "reader-settings", pages: (db, userId) => toSinglePage(listUserReaderSettings(db, userId)) },
  { name: "book-reader-settings", pages: (db, userId) => toSinglePage(listUserBookSettings(db, userId)) },
];
