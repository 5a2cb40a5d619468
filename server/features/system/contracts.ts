import * as z from "zod/mini";
import * as accounts from "#shared/accounts/contract.ts";
import * as user from "#shared/accounts/user.ts";
import * as admin from "#shared/admin/contract.ts";
import * as aiNarration from "#shared/ai-narration/contract.ts";
import * as alignment from "#shared/alignment/contract.ts";
import * as values from "#shared/api/schemas.ts";
import * as authorStats from "#shared/author-stats/contract.ts";
import * as authors from "#shared/authors/contract.ts";
import * as access from "#shared/books/access.ts";
import * as book from "#shared/books/book.ts";
import * as books from "#shared/books/contract.ts";
import { previewContract } from "#shared/books/preview.ts";
import { redirectsContract } from "#shared/books/redirects.ts";
import { communityChallengesContract } from "#shared/challenges/community.ts";
import * as challenges from "#shared/challenges/contract.ts";
import { exclusionsContract } from "#shared/challenges/exclusions.ts";
import { challengesStaffContract } from "#shared/challenges/staff.ts";
import { challengeUpdatesContract } from "#shared/challenges/updates.ts";
import * as cities from "#shared/cities/contract.ts";
import * as community from "#shared/community/community.ts";
import { communityContract } from "#shared/community/contract.ts";
import * as discussion from "#shared/community/discussion.ts";
import { discussionsContract } from "#shared/community/discussions-contract.ts";
import { correctionsContract } from "#shared/corrections/contract.ts";
import * as dictionary from "#shared/dictionary/contract.ts";
import * as vocabulary from "#shared/dictionary/vocabulary.ts";
import * as live from "#shared/events/contract.ts";
import { announcementsContract } from "#shared/follows/announcements-contract.ts";
import { followsContract } from "#shared/follows/contract.ts";
import * as goals from "#shared/goals/contract.ts";
import { koboContract, koboStreams } from "#shared/kobo/contract.ts";
import { koreaderContract } from "#shared/koreader/contract.ts";
import * as library from "#shared/library/contract.ts";
import * as entry from "#shared/library/entry.ts";
import { libraryStreams } from "#shared/library/export-contract.ts";
import * as together from "#shared/listen-together/contract.ts";
import * as marks from "#shared/marks/contract.ts";
import * as margin from "#shared/marks/margin-contract.ts";
import * as mark from "#shared/marks/mark.ts";
import * as sharedMark from "#shared/marks/shared-mark.ts";
import * as overlays from "#shared/media-overlays/contract.ts";
import * as memberships from "#shared/memberships/contract.ts";
import * as messages from "#shared/messages/contract.ts";
import * as moderation from "#shared/moderation/contract.ts";
import { decisionsContract } from "#shared/moderation/decisions-contract.ts";
import * as notebook from "#shared/notebook/contract.ts";
import { notebookStreams } from "#shared/notebook/export-contract.ts";
import * as markImports from "#shared/notebook/import-contract.ts";
import * as notifications from "#shared/notifications/contract.ts";
import { mailStreams } from "#shared/notifications/mail.ts";
import { opdsStreams } from "#shared/opds/contract.ts";
import { progressionContract } from "#shared/opds/progression-contract.ts";
import { peopleContract } from "#shared/people/contract.ts";
import * as person from "#shared/people/person.ts";
import * as player from "#shared/player/contract.ts";
import { podcastStreams, podcastsContract } from "#shared/podcasts/contract.ts";
import * as positions from "#shared/positions/contract.ts";
import * as position from "#shared/positions/position.ts";
import * as calls from "#shared/prayer/alert-settings.ts";
import * as countryDefaults from "#shared/prayer/country-defaults.ts";
import * as defaults from "#shared/prayer/defaults.ts";
import { prayerNotificationsContract } from "#shared/prayer/notifications-contract.ts";
import * as recordings from "#shared/prayer/recordings.ts";
import * as profiles from "#shared/profiles/contract.ts";
import { bulkEditsContract } from "#shared/publishing/bulk-edits.ts";
import { chaptersContract } from "#shared/publishing/chapters.ts";
import { coauthorsContract } from "#shared/publishing/coauthors.ts";
import * as publishing from "#shared/publishing/contract.ts";
import * as csv from "#shared/publishing/csv.ts";
import * as push from "#shared/push/contract.ts";
import { queueContract } from "#shared/queue/contract.ts";
import * as queue from "#shared/queue/queue.ts";
import * as reader from "#shared/reader/contract.ts";
import { optimizedReaderStreams } from "#shared/reader/optimized-reader.ts";
import * as activity from "#shared/reading-activity/contract.ts";
import * as session from "#shared/reading-activity/session.ts";
import * as stats from "#shared/reading-activity/stats.ts";
import * as zone from "#shared/reading-activity/time-zone.ts";
import { seoStreams } from "#shared/seo/contract.ts";
import * as imports from "#shared/shelf-import/contract.ts";
import * as shelves from "#shared/shelves/contract.ts";
import { siteContract } from "#shared/site/contract.ts";
import { auditContract, auditStreams } from "#shared/staff/audit.ts";
import { staffCatalogueContract } from "#shared/staff/catalogue.ts";
import { countChecksContract } from "#shared/staff/count-checks.ts";
import { healthContract } from "#shared/staff/health.ts";
import { mergesContract } from "#shared/staff/merges.ts";
import { recordsContract } from "#shared/staff/records.ts";
import { storageContract } from "#shared/staff/storage.ts";
import { staffUsersContract } from "#shared/staff/users.ts";
import { subjectsContract } from "#shared/subjects/contract.ts";
import * as support from "#shared/support/contract.ts";
import { systemContract, systemStreams } from "#shared/system/contract.ts";
import * as uploads from "#shared/uploads/contract.ts";
import { webhooksContract } from "#shared/webhooks/contract.ts";
import type { DescribedFeature } from "#server/http/api/openapi.ts";

/** All contracts. */
export const describedFeatures: readonly DescribedFeature[] = [
  {
    name: "accounts",
    about: "Sign-in, sign-out and account settings",
    contracts: accounts.accountsContract,
    streams: accounts.accountsStreams,
  },
  {
    name: "books",
    about: "The catalogue: browsing, searching, people, covers",
    contracts: books.booksContract,
    streams: books.booksStreams,
  },
  { name: "bookPreview", about: "Own books as others see them", contracts: previewContract, streams: {} },
  { name: "webhooks", about: "Outgoing webhooks", contracts: webhooksContract, streams: {} },
  { name: "redirects", about: "Redirects of old book ids", contracts: redirectsContract, streams: {} },
  {
    name: "profiles",
    about: "Public profiles",
    contracts: profiles.profilesContract,
    streams: {},
  },
  {
    name: "reader",
    about: "Reading an EPUB part by part",
    contracts: reader.readerContract,
    streams: reader.readerStreams,
  },
  {
    name: "overlays",
    about: "EPUB media overlays",
    contracts: overlays.mediaOverlaysContract,
    streams: overlays.mediaOverlayStreams,
  },
  {
    name: "opds",
    about: "The catalogue for reading apps, in OPDS 1.2 and OPDS 2.0",
    contracts: progressionContract,
    streams: opdsStreams,
  },
  {
    name: "podcasts",
    about: "Recordings as podcasts, for everyone and by private addresses",
    contracts: podcastsContract,
    streams: podcastStreams,
  },
  {
    name: "player",
    about: "Listening: playlists and audio",
    contracts: player.playerContract,
    streams: player.playerStreams,
  },
  {
    name: "queue",
    about: "The audiobooks that a user hears next",
    contracts: queueContract,
    streams: {},
  },
  {
    name: "kobo",
    about: "The store API of Kobo devices; off unless `KOBO_SYNC` is on",
    contracts: koboContract,
    streams: koboStreams,
  },
  {
    name: "koreader",
    about: "KOReader's progress sync",
    contracts: koreaderContract,
    streams: {},
  },
  {
    name: "listenTogether",
    about: "Hearing one book at the same time as others",
    contracts: together.listenTogetherContract,
    streams: {},
  },
  {
    name: "positions",
    about: "Positions in books",
    contracts: positions.positionsContract,
    streams: {},
  },
  {
    name: "marks",
    about: "Highlights, notes and bookmarks",
    contracts: { ...marks.marksContract, ...margin.marginContract },
    streams: margin.marginStreams,
  },
  {
    name: "notebook",
    about: "Marks of all books, their order, and reviews",
    contracts: { ...notebook.notebookContract, ...markImports.markImportContract },
    streams: notebookStreams,
  },
  {
    name: "goals",
    about: "Reading goals",
    contracts: goals.goalsContract,
    streams: {},
  },
  {
    name: "imports",
    about: "Imports from Goodreads and StoryGraph",
    contracts: imports.shelfImportContract,
    streams: {},
  },
  {
    name: "activity",
    about: "Reading activity: sessions and statistics",
    contracts: activity.activityContract,
    streams: activity.activityStreams,
  },
  {
    name: "library",
    about: "The user's library, statuses and ratings",
    contracts: library.libraryContract,
    streams: libraryStreams,
  },
  {
    name: "shelves",
    about: "Lists of books that users make and share",
    contracts: shelves.shelvesContract,
    streams: shelves.shelvesStreams,
  },
  {
    name: "challenges",
    about: "Reading challenges and champions",
    contracts: {
      ...challenges.challengesContract,
      ...communityChallengesContract,
      ...challengeUpdatesContract,
      ...exclusionsContract,
      ...challengesStaffContract,
    },
    streams: {},
  },
  {
    name: "authors",
    about: "Author applications",
    contracts: authors.authorsContract,
    streams: {},
  },
  {
    name: "notifications",
    about: "Notifications",
    contracts: notifications.notificationsContract,
    streams: mailStreams,
  },
  {
    name: "cities",
    about: "City search for prayer times",
    contracts: cities.citiesContract,
    streams: {},
  },
  {
    name: "prayer",
    about: "Athan recordings and prayer defaults",
    contracts: { ...recordings.recordingsContract, ...defaults.defaultsContract },
    streams: recordings.recordingsStreams,
  },
  {
    name: "prayerAlerts",
    about: "Prayer alerts on devices",
    contracts: prayerNotificationsContract,
    streams: {},
  },
  { name: "push", about: "Devices and push messages", contracts: push.pushContract, streams: {} },
  {
    name: "alignment",
    about: "Synchronization of text and audio",
    contracts: alignment.alignmentContract,
    streams: {},
  },
  {
    name: "aiNarration",
    about: "AI narration",
    contracts: aiNarration.aiNarrationContract,
    streams: {},
  },
  {
    name: "support",
    about: "Contact form",
    contracts: support.supportContract,
    streams: {},
  },
  { name: "users", about: "Accounts, for staff", contracts: staffUsersContract, streams: {} },
  {
    name: "staffCatalogue",
    about: "Genres, themes and contributors, for staff",
    contracts: staffCatalogueContract,
    streams: {},
  },
  {
    name: "subjects",
    about: "Subjects of the books' files and their genres, for staff",
    contracts: subjectsContract,
    streams: {},
  },
  {
    name: "merges",
    about: "Merged genres, themes and contributors, for staff",
    contracts: mergesContract,
    streams: {},
  },
  { name: "storage", about: "Stored files and their integrity", contracts: storageContract, streams: {} },
  { name: "countChecks", about: "Kept counts, for admins", contracts: countChecksContract, streams: {} },
  { name: "health", about: "The state of the site, for admins", contracts: healthContract, streams: {} },
  { name: "audit", about: "The audit log, for admins", contracts: auditContract, streams: auditStreams },
  {
    name: "records",
    about: "Contact messages, emails and jobs, for staff",
    contracts: recordsContract,
    streams: {},
  },
  {
    name: "memberships",
    about: "The supporter plan: payment, codes and its state",
    contracts: memberships.membershipsContract,
    streams: {},
  },
  {
    name: "publishing",
    about: "Editing and publishing books, for authors and staff",
    contracts: publishing.publishingContract,
    streams: {},
  },
  { name: "site", about: "Texts and settings of the site", contracts: siteContract, streams: {} },
  {
    name: "coauthors",
    about: "Co-authors of a book and their invitations",
    contracts: coauthorsContract,
    streams: {},
  },
  {
    name: "corrections",
    about: "Mistakes in books that readers reported",
    contracts: correctionsContract,
    streams: {},
  },
  {
    name: "dictionary",
    about: "Looking up words, glossaries of books, and the reader's vocabulary",
    contracts: { ...dictionary.dictionaryContract, ...vocabulary.vocabularyContract },
    streams: { ...dictionary.dictionaryStreams, ...vocabulary.vocabularyStreams },
  },
  {
    name: "community",
    about: "Communities, their members, reading schedules and discussions",
    contracts: { ...communityContract, ...discussionsContract },
    streams: {},
  },
  { name: "people", about: "Friends, follows, blocks and mutes", contracts: peopleContract, streams: {} },
  {
    name: "follows",
    about: "Followed authors, series, genres, communities and shelves, and announcements of authors",
    contracts: { ...followsContract, ...announcementsContract },
    streams: {},
  },
  {
    name: "messages",
    about: "Private conversations",
    contracts: messages.messagesContract,
    streams: messages.messagesStreams,
  },
  {
    name: "moderation",
    about: "Reports, what is done about them, and appeals",
    contracts: { ...moderation.moderationContract, ...decisionsContract },
    streams: {},
  },
  {
    name: "authorStats",
    about: "Statistics of a book for its author",
    contracts: authorStats.authorStatsContract,
    streams: authorStats.authorStatsStreams,
  },
  { name: "chapters", about: "The chapters of an audiobook", contracts: chaptersContract, streams: {} },
  {
    name: "booksCsv",
    about: "Metadata of books as CSV, for staff",
    contracts: csv.csvContract,
    streams: csv.csvStreams,
  },
  { name: "bulkEdits", about: "Changes of many books, for staff", contracts: bulkEditsContract, streams: {} },
  {
    name: "uploads",
    about: "Resumable uploads of books",
    contracts: uploads.uploadsContract,
    streams: uploads.uploadStreams,
  },
  { name: "admin", about: "The staff area", contracts: admin.adminContract, streams: {} },
  { name: "live", about: "Server-sent events", contracts: {}, streams: live.eventStreams },
  {
    name: "pages",
    about: "robots.txt, sitemaps and the optimized reader",
    contracts: {},
    streams: { ...seoStreams, ...optimizedReaderStreams },
  },
  {
    name: "system",
    about: "Health checks and API documentation",
    contracts: systemContract,
    streams: systemStreams,
  },
];

const modules = [accounts, user, access, book, books, challenges, values, entry, live, notifications];
const moreModules = [
  community,
  discussion,
  messages,
  moderation,
  person,
  admin,
  authors,
  calls,
  countryDefaults,
  defaults,
  cities,
  stats,
  goals,
  dictionary,
  vocabulary,
  imports,
  margin,
  mark,
  marks,
  sharedMark,
  memberships,
  notebook,
  activity,
  overlays,
  player,
  positions,
  position,
  profiles,
  publishing,
  queue,
  reader,
  recordings,
  session,
  shelves,
  support,
  together,
  uploads,
  zone,
];

/** Schemas that are named components in the OpenAPI document. */
export const namedSchemas: Readonly<Record<string, z.ZodMiniType>> = Object.fromEntries(
  [...modules, ...moreModules]
    .flatMap((module) => Object.entries<unknown>({ ...module }))
    .filter((named): named is [string, z.ZodMiniType] => named[1] instanceof z.ZodMiniType),
);
