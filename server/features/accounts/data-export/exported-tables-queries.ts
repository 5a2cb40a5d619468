import { and, asc, eq, getTableColumns, gt, or, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable, SelectedFields } from "drizzle-orm/pg-core";
import type { UserId } from "#shared/accounts/user.ts";
import { bookFactNames } from "#shared/books/facts.ts";
import type { Database } from "#server/db/client.ts";
import { pick } from "#server/db/pick.ts";
import { appTokens, identities, memberships, sessions, users } from "#server/db/schema/accounts/accounts.ts";
import {
  announcements,
  blocks,
  follows,
  friendships,
  mutes,
  userFollows,
} from "#server/db/schema/accounts/people.ts";
import { books } from "#server/db/schema/books/books.ts";
import { reviews, reviewVotes } from "#server/db/schema/books/reviews.ts";
import {
  communities,
  communityMembers,
  discussionReaders,
  discussions,
  postDrafts,
  posts,
} from "#server/db/schema/community/communities.ts";
import { sharedMarks } from "#server/db/schema/community/margin.ts";
import { appeals, moderationDecisions, reports } from "#server/db/schema/community/moderation.ts";
import { prayerNotifications, prayerProfiles } from "#server/db/schema/prayer/prayer.ts";
import { authorApplications } from "#server/db/schema/publishing/authors.ts";
import { corrections } from "#server/db/schema/publishing/corrections.ts";
import { challengeMembers, challenges, challengeUpdates } from "#server/db/schema/reading/challenges.ts";
import { goals } from "#server/db/schema/reading/goals.ts";
import {
  bookPlayerSettings,
  bookReaderSettings,
  libraryEntries,
  readerSettings,
  releaseAlerts,
} from "#server/db/schema/reading/library.ts";
import { marks, markTags } from "#server/db/schema/reading/marks.ts";
import { markReviews, notebookItems } from "#server/db/schema/reading/notebook.ts";
import { positionEvents } from "#server/db/schema/reading/positions.ts";
import { queuedBooks } from "#server/db/schema/reading/queue.ts";
import { readingSessions } from "#server/db/schema/reading/reading-activity.ts";
import { importedBooks } from "#server/db/schema/reading/shelf-imports.ts";
import { vocabulary } from "#server/db/schema/reading/vocabulary.ts";
import { notificationSettings, notifications } from "#server/db/schema/system/notifications.ts";
import { pushDevices } from "#server/db/schema/system/push.ts";
import { contactMessages } from "#server/db/schema/system/support.ts";
import { listExportedTogetherSession } from "./listen-together-queries.ts";
import { listExportedMessages } from "./message-queries.ts";
import { listExportedProgress } from "./reading-device-queries.ts";
import { listExportedShelves } from "./shelf-queries.ts";

const pageSize = 1000;
/** A shelf has up to 2,000 books. */
const shelfPageSize = 20;

type ExportedRow = Readonly<Record<string, unknown>>;

/** Reads the rows of a user in pages. */
export type ReadPages = (db: Database, userId: UserId) => AsyncGenerator<readonly ExportedRow[]>;

interface Options {
  /** A table whose columns are also selected; each row has at most one of its rows. */
  readonly join?: readonly [table: PgTable, on: SQL];
  readonly orderBy?: PgColumn;
  /** A unique column by which the rows are read in pages, because there can be many. */
  readonly key?: "id" | "bookId";
  readonly filter?: SQL;
}

/** Reads the rows of a table that name the user in a column, or in one of some. */
function read(
  owners: PgColumn | [PgColumn, ...PgColumn[]],
  columns: SelectedFields,
  { join, orderBy, key, filter }: Options = {},
): ReadPages {
  const [first, ...others] = Array.isArray(owners) ? owners : [owners];
  return (db, userId) =>
    paginate(key, async (after) => {
      const keyColumn = key && (columns[key] as PgColumn);
      const isOwn = or(...[first, ...others].map((owner) => eq(owner, userId)));
      const query = db.select(columns).from(first.table).$dynamic();
      if (join) query.leftJoin(...join);
      query.where(and(isOwn, filter, keyColumn && after !== null ? gt(keyColumn, after) : undefined));
      const order = keyColumn ?? orderBy;
      if (order) query.orderBy(asc(order));
      if (key) query.limit(pageSize);
      return query;
    });
}

/** Reads one page, or all pages by a key. */
async function* paginate(
  key: string | undefined,
  readPage: (after: string | null) => PromiseLike<readonly ExportedRow[]>,
  size = pageSize,
): AsyncGenerator<readonly ExportedRow[]> {
  let after: string | null = null;
  for (;;) {
    const page: readonly ExportedRow[] = await readPage(after);
    if (page.length > 0 || !key) yield page;
    if (!key || page.length < size) return;
    after = String(page.at(-1)?.[key]);
  }
}

function omitUser<T extends PgTable>(table: T) {
  const { userId: _userId, ...columns } = getTableColumns(table) as Record<string, PgColumn>;
  return columns;
}

const isBook = (column: PgColumn): [PgTable, SQL] => [books, eq(books.id, column)];

export const exportedTables = {
  profile: read(
    users.id,
    pick(
      users,
      "firstName",
      "lastName",
      "username",
      "email",
      "emailVerifiedAt",
      "profileImageUrl",
      "bio",
      "isAuthor",
      "isEmployee",
      "isAdmin",
      "preferences",
      "createdAt",
    ),
  ),
  memberships: read(
    memberships.userId,
    pick(memberships, "plan", "source", "status", "validUntil", "interval", "cancelAtPeriodEnd"),
  ),
  "sign-in-providers": read(identities.userId, pick(identities, "issuer", "subject", "createdAt")),
  "app-tokens": read(appTokens.userId, pick(appTokens, "name", "scopes", "createdAt", "lastUsedAt"), {
    orderBy: appTokens.createdAt,
  }),
  sessions: read(sessions.userId, pick(sessions, "device", "network", "createdAt", "lastSeenAt"), {
    orderBy: sessions.createdAt,
  }),
  library: read(
    libraryEntries.userId,
    {
      bookId: libraryEntries.bookId,
      title: books.title,
      ...pick(libraryEntries, "status", "addedAt", "startedAt", "finishedAt"),
    },
    { join: isBook(libraryEntries.bookId), key: "bookId" },
  ),
  positions: read(
    positionEvents.userId,
    pick(positionEvents, "id", "bookId", "locator", "at", "device", "isDeliberate"),
    { key: "id" },
  ),
  "koreader-progress": (db, userId) =>
    paginate("document", (after) => listExportedProgress(db, userId, { after, limit: pageSize })),
  marks: read(
    marks.userId,
    pick(
      marks,
      "id",
      "bookId",
      "anchor",
      "placement",
      "style",
      "note",
      "createdAt",
      "changedAt",
      "isDeleted",
    ),
    { key: "id" },
  ),
  "mark-tags": read(markTags.userId, pick(markTags, "markId", "tag")),
  "shared-marks": read(
    sharedMarks.userId,
    {
      community: communities.name,
      ...pick(sharedMarks, "markId", "bookId", "state", "removedReason", "sharedAt"),
    },
    { join: [communities, eq(communities.id, sharedMarks.communityId)], orderBy: sharedMarks.sharedAt },
  ),
  "notebook-items": read(
    notebookItems.userId,
    pick(notebookItems, "bookId", "position", "markId", "heading"),
    { orderBy: notebookItems.position },
  ),
  "mark-reviews": read(markReviews.userId, omitUser(markReviews), { orderBy: markReviews.dueAt }),
  "reading-sessions": read(readingSessions.userId, omitUser(readingSessions), { key: "id" }),
  goals: read(goals.userId, omitUser(goals), { orderBy: goals.setAt }),
  vocabulary: read(
    vocabulary.userId,
    {
      ...pick(vocabulary, "id", "word", "headword", "language", "definition", "sentence", "note"),
      ...pick(vocabulary, "bookId", "place", "savedAt", "step", "dueAt", "reviewedAt"),
      title: books.title,
    },
    { join: isBook(vocabulary.bookId), key: "id" },
  ),
  shelves: (db, userId) =>
    paginate(
      "id",
      (after) => listExportedShelves(db, userId, { after, limit: shelfPageSize }),
      shelfPageSize,
    ),
  "imported-books": read(importedBooks.userId, omitUser(importedBooks), { key: "id" }),
  "published-books": read(
    books.ownerId,
    pick(
      books,
      "id",
      "title",
      "description",
      "language",
      "state",
      "author",
      "isbns",
      ...bookFactNames,
      "isFree",
      "createdAt",
    ),
    { key: "id" },
  ),
  reviews: read(
    reviews.userId,
    {
      ...pick(reviews, "id", "bookId"),
      title: books.title,
      ...pick(reviews, "halfStars", "text", "hasSpoiler", "createdAt"),
    },
    { join: isBook(reviews.bookId), key: "id" },
  ),
  "helpful-reviews": read(reviewVotes.userId, pick(reviewVotes, "reviewId")),
  notifications: read(
    notifications.userId,
    pick(notifications, "id", "type", "params", "readAt", "createdAt"),
    { key: "id" },
  ),
  challenges: read(
    challengeMembers.userId,
    { challenge: challenges.title, ...pick(challengeMembers, "joinedAt", "completedAt") },
    {
      join: [challenges, eq(challenges.id, challengeMembers.challengeId)],
      orderBy: challengeMembers.joinedAt,
    },
  ),
  "release-alerts": read(
    releaseAlerts.userId,
    {
      bookId: releaseAlerts.bookId,
      title: books.title,
      requestedAt: releaseAlerts.requestedAt,
    },
    { join: isBook(releaseAlerts.bookId), key: "bookId" },
  ),
  communities: read(
    communityMembers.userId,
    {
      name: communities.name,
      ...pick(communityMembers, "role", "state", "message", "since"),
    },
    {
      join: [communities, eq(communities.id, communityMembers.communityId)],
      orderBy: communityMembers.since,
    },
  ),
  posts: read(
    posts.authorId,
    {
      id: posts.id,
      discussion: discussions.title,
      number: posts.number,
      text: posts.source,
      ...pick(posts, "state", "createdAt", "editedAt"),
    },
    {
      join: [discussions, eq(discussions.id, posts.discussionId)],
      key: "id",
    },
  ),
  "followed-discussions": read(
    discussionReaders.userId,
    { title: discussions.title, readNumber: discussionReaders.readNumber },
    {
      join: [discussions, eq(discussions.id, discussionReaders.discussionId)],
      filter: eq(discussionReaders.isFollowing, true),
    },
  ),
  drafts: read(postDrafts.userId, pick(postDrafts, "title", "text", "savedAt")),
  messages: (db, userId) =>
    paginate("id", (after) => listExportedMessages(db, userId, { after, limit: pageSize })),
  async *"listening-together"(db, userId) {
    yield await listExportedTogetherSession(db, userId);
  },
  friends: read([friendships.userId, friendships.friendId], getTableColumns(friendships)),
  "followed-people": read(userFollows.userId, getTableColumns(userFollows)),
  follows: read(follows.userId, getTableColumns(follows)),
  "challenge-updates": read(challengeUpdates.authorId, pick(challengeUpdates, "text", "createdAt")),
  announcements: read(announcements.authorId, pick(announcements, "text", "createdAt")),
  "blocked-people": read(blocks.userId, getTableColumns(blocks)),
  "muted-people": read(mutes.userId, getTableColumns(mutes)),
  "moderation-decisions": read(
    moderationDecisions.userId,
    {
      kind: moderationDecisions.kind,
      subject: moderationDecisions.subjectType,
      ...pick(moderationDecisions, "text", "reason", "until", "createdAt"),
      appeal: appeals.text,
      answer: appeals.answer,
    },
    { join: [appeals, eq(appeals.decisionId, moderationDecisions.id)] },
  ),
  reports: read(
    reports.reporterId,
    { subject: reports.subjectType, ...pick(reports, "reason", "note", "state", "createdAt") },
    { orderBy: reports.createdAt },
  ),
  "author-applications": read(
    authorApplications.userId,
    pick(authorApplications, "name", "about", "links", "sample", "state", "reason", "appliedAt", "decidedAt"),
    { orderBy: authorApplications.appliedAt },
  ),
  "reported-mistakes": read(
    corrections.userId,
    pick(corrections, "bookId", "sentence", "quote", "message", "state", "answer", "createdAt"),
    { orderBy: corrections.createdAt },
  ),
  "contact-messages": read(contactMessages.userId, pick(contactMessages, "topic", "message", "createdAt"), {
    orderBy: contactMessages.createdAt,
  }),
  "notification-settings": read(
    notificationSettings.userId,
    pick(notificationSettings, "type", "inApp", "email", "push"),
  ),
  "push-devices": read(
    pushDevices.userId,
    pick(pushDevices, "name", "isOn", "prayerAlerts", "createdAt", "lastSucceededAt"),
    { orderBy: pushDevices.createdAt },
  ),
  "prayer-profile": read(prayerProfiles.userId, pick(prayerProfiles, "profile", "changedAt")),
  /** Only some days, because older rows are deleted. */
  "prayer-alerts": read(
    prayerNotifications.userId,
    pick(prayerNotifications, "day", "prayer", "minutes", "dueAt", "state"),
    { orderBy: prayerNotifications.dueAt },
  ),
  "reader-settings": read(readerSettings.userId, pick(readerSettings, "settings")),
  "book-reader-settings": read(bookReaderSettings.userId, pick(bookReaderSettings, "bookId", "settings"), {
    orderBy: bookReaderSettings.bookId,
  }),
  queue: read(queuedBooks.userId, pick(queuedBooks, "bookId", "position"), {
    orderBy: queuedBooks.position,
  }),
  "book-player-settings": read(bookPlayerSettings.userId, pick(bookPlayerSettings, "bookId", "settings"), {
    orderBy: bookPlayerSettings.bookId,
  }),
} satisfies Readonly<Record<string, ReadPages>>;
