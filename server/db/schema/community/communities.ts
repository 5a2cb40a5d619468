import { sql } from "drizzle-orm";
import {
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type {
  CommunityId,
  CommunityVisibility,
  MemberRole,
  MemberState,
} from "#shared/community/community.ts";
import type { DiscussionId, PostId, PostState } from "#shared/community/discussion.ts";
import type { Locator } from "#shared/positions/position.ts";
import type { Day } from "#shared/reading-activity/time-zone.ts";
import type { RichText } from "#shared/rich-text/rich-text.ts";
import { userIdColumn, users } from "#server/db/schema/accounts/accounts.ts";
import { bookIdColumn, books } from "#server/db/schema/books/books.ts";
import { genres } from "#server/db/schema/books/genres.ts";
import { timestampColumn } from "#server/db/schema/columns.ts";

/** Null after the account was deleted. */
const authorIdColumn = () =>
  uuid()
    .$type<UserId>()
    .references(() => users.id, { onDelete: "set null" });

export const communities = pgTable(
  "communities",
  {
    id: uuid().$type<CommunityId>().primaryKey().defaultRandom(),
    name: text().notNull(),
    /** Normalized by shared/books/normalize-search-text.ts. */
    normalizedName: text().notNull().unique(),
    about: text().notNull().default(""),
    rules: text().notNull().default(""),
    genreId: uuid().references(() => genres.id, { onDelete: "set null" }),
    language: text().notNull().default("en"),
    visibility: text().$type<CommunityVisibility>().notNull(),
    /** Whether a community by request is listed with its name, description and rules. */
    isListed: boolean().notNull().default(true),
    memberCount: integer().notNull().default(0),
    discussionCount: integer().notNull().default(0),
    /** Without the discussions for members only. */
    openDiscussionCount: integer().notNull().default(0),
    createdAt: timestampColumn().notNull(),
    /** When it last changed from by request to public; null for never. */
    openedAt: timestampColumn(),
    /** Deleted for good 14 days later. */
    deletedAt: timestampColumn(),
  },
  (table) => [
    index("communities_largest").on(sql`${table.memberCount} desc`, table.id),
    index("communities_by_genre").on(table.genreId),
  ],
);

export const communityIdColumn = () =>
  uuid()
    .$type<CommunityId>()
    .notNull()
    .references(() => communities.id, { onDelete: "cascade" });

export const communityMembers = pgTable(
  "community_members",
  {
    communityId: communityIdColumn(),
    userId: userIdColumn(),
    role: text().$type<MemberRole>().notNull().default("member"),
    state: text().$type<MemberState>().notNull(),
    /** The text of a request to join. */
    message: text().notNull().default(""),
    mutedUntil: timestampColumn(),
    since: timestampColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.communityId, table.userId] }),
    index("community_members_of_user").on(table.userId, table.state),
    index("community_members_by_state").on(table.communityId, table.state, table.since, table.userId),
    uniqueIndex("community_members_one_owner").on(table.communityId).where(sql`role = 'owner'`),
  ],
);

export const communityInvites = pgTable(
  "community_invites",
  {
    id: uuid().primaryKey().defaultRandom(),
    communityId: communityIdColumn(),
    /** SHA-256 of the token, base64url. */
    tokenHash: text().notNull().unique(),
    maxUses: smallint().notNull(),
    uses: smallint().notNull().default(0),
    expiresAt: timestampColumn().notNull(),
  },
  (table) => [index().on(table.communityId)],
);

/** The books that a community reads together. */
export const communityBooks = pgTable(
  "community_books",
  {
    communityId: communityIdColumn(),
    bookId: bookIdColumn(),
    startsOn: date().$type<Day>().notNull(),
    endsOn: date().$type<Day>(),
    chaptersPerWeek: smallint(),
    isCurrent: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.communityId, table.bookId] }),
    index().on(table.bookId),
    uniqueIndex("community_books_one_current").on(table.communityId).where(sql`is_current`),
  ],
);

export const discussions = pgTable(
  "discussions",
  {
    id: uuid().$type<DiscussionId>().primaryKey().defaultRandom(),
    communityId: communityIdColumn(),
    authorId: authorIdColumn(),
    title: text().notNull(),
    normalizedTitle: text().notNull(),
    state: text().$type<PostState>().notNull(),
    /** The position in a book that a reader has to reach; converted once to both formats. */
    anchorBookId: uuid()
      .$type<BookId>()
      .references(() => books.id, { onDelete: "set null" }),
    anchor: jsonb().$type<Locator>(),
    anchorText: doublePrecision(),
    anchorAudio: doublePrecision(),
    /** Started while its community was by request: stays with those who were members before it opened. */
    isMembersOnly: boolean().notNull().default(false),
    isPinned: boolean().notNull().default(false),
    isLocked: boolean().notNull().default(false),
    /** Shown replies. */
    replyCount: integer().notNull().default(0),
    /** The number of the newest post; the opening post is 0. */
    lastNumber: integer().notNull().default(0),
    createdAt: timestampColumn().notNull(),
    activeAt: timestampColumn().notNull(),
  },
  (table) => [
    index("discussions_active").on(table.communityId, table.isPinned, table.activeAt, table.id),
    index("discussions_latest").on(table.communityId, table.activeAt, table.id),
    index("discussions_anchored").on(table.communityId).where(sql`anchor_book_id is not null`),
    index("discussions_of_author").on(table.authorId, table.createdAt),
    index("discussions_of_book").on(table.anchorBookId),
  ],
);

const discussionIdColumn = () =>
  uuid()
    .$type<DiscussionId>()
    .notNull()
    .references(() => discussions.id, { onDelete: "cascade" });

/** The opening post of a discussion (number 0) and its replies. */
export const posts = pgTable(
  "posts",
  {
    id: uuid().$type<PostId>().primaryKey().defaultRandom(),
    discussionId: discussionIdColumn(),
    number: integer().notNull(),
    /** The post that it answers; null for the opening post. */
    parentId: uuid().$type<PostId>(),
    authorId: authorIdColumn(),
    /** The device's id, so that sending twice creates one post. */
    clientId: uuid(),
    state: text().$type<PostState>().notNull(),
    /** Markdown; empty when it was deleted. */
    source: text().notNull(),
    content: jsonb().$type<RichText>().notNull(),
    /** Without spoilers; normalized by shared/books/normalize-search-text.ts. */
    normalizedText: text().notNull(),
    likeCount: integer().notNull().default(0),
    createdAt: timestampColumn().notNull(),
    /** The first change after the first minutes. */
    editedAt: timestampColumn(),
    /** Why moderators removed it. */
    removedReason: text().notNull().default(""),
    /** The state before all posts of its author were removed together. */
    removedFrom: text().$type<PostState>(),
    /** When readers were notified of it; null while it was never shown. */
    notifiedAt: timestampColumn(),
  },
  (table) => [
    uniqueIndex("posts_in_order").on(table.discussionId, table.number),
    uniqueIndex("posts_once").on(table.authorId, table.clientId),
    index("posts_of_author").on(table.authorId, table.createdAt),
    index("posts_held").on(table.createdAt).where(sql`state = 'held'`),
  ],
);

const postIdColumn = () =>
  uuid()
    .$type<PostId>()
    .notNull()
    .references(() => posts.id, { onDelete: "cascade" });

/** Texts before a change, for moderators. */
export const postRevisions = pgTable(
  "post_revisions",
  {
    id: uuid().primaryKey().defaultRandom(),
    postId: postIdColumn(),
    source: text().notNull(),
    replacedAt: timestampColumn().notNull(),
  },
  (table) => [index().on(table.postId, table.replacedAt)],
);

export const postLikes = pgTable(
  "post_likes",
  { postId: postIdColumn(), userId: userIdColumn() },
  (table) => [primaryKey({ columns: [table.postId, table.userId] }), index().on(table.userId)],
);

/** A reader's state in a discussion. */
export const discussionReaders = pgTable(
  "discussion_readers",
  {
    userId: userIdColumn(),
    discussionId: discussionIdColumn(),
    /** The number of the last post that was read; -1 for none. */
    readNumber: integer().notNull().default(-1),
    isFollowing: boolean().notNull().default(false),
    /** The reader chose to open it before reaching its position. */
    openedAt: timestampColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.discussionId] }),
    index("discussion_followers").on(table.discussionId).where(sql`is_following`),
  ],
);

/** Unsent texts, so that a post can be finished on another device. */
export const postDrafts = pgTable(
  "post_drafts",
  {
    userId: userIdColumn(),
    /** A discussion, or a community for a new discussion. */
    subjectId: uuid().notNull(),
    title: text().notNull().default(""),
    text: text().notNull(),
    savedAt: timestampColumn().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.subjectId] })],
);
