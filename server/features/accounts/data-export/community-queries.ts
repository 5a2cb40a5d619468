import { and, asc, eq, getTableColumns, gt, inArray, or, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { Database } from "#server/db/client.ts";
import {
  announcements,
  blocks,
  follows,
  friendships,
  mutes,
  userFollows,
} from "#server/db/schema/accounts/people.ts";
import { reviewVotes } from "#server/db/schema/books/reviews.ts";
import {
  communities,
  communityMembers,
  discussionReaders,
  discussions,
  postDrafts,
  posts,
} from "#server/db/schema/community/communities.ts";
import { conversationMembers, conversations, messages } from "#server/db/schema/community/messages.ts";
import { appeals, moderationDecisions, reports } from "#server/db/schema/community/moderation.ts";
import { challengeUpdates } from "#server/db/schema/reading/challenges.ts";
import { isSentToMember, isUnhidden } from "#server/db/visible-messages.ts";
import { addCondition, type PageAfter, pageSize } from "./paged-queries.ts";

export const listUserCommunities = (db: Database, userId: UserId) =>
  db
    .select({
      name: communities.name,
      role: communityMembers.role,
      state: communityMembers.state,
      message: communityMembers.message,
      since: communityMembers.since,
    })
    .from(communityMembers)
    .innerJoin(communities, eq(communities.id, communityMembers.communityId))
    .where(eq(communityMembers.userId, userId))
    .orderBy(asc(communityMembers.since));

export const listPostPages =
  (db: Database, userId: UserId): PageAfter =>
  (after) =>
    db
      .select({
        id: posts.id,
        discussion: discussions.title,
        number: posts.number,
        text: posts.source,
        state: posts.state,
        createdAt: posts.createdAt,
        editedAt: posts.editedAt,
      })
      .from(posts)
      .innerJoin(discussions, eq(discussions.id, posts.discussionId))
      .where(
        addCondition(eq(posts.authorId, userId), after === null ? undefined : gt(posts.id, after as never)),
      )
      .orderBy(asc(posts.id))
      .limit(pageSize);

/** Own messages, also of conversations that the user left, and those that they can read; without names. */
export const listMessagePages =
  (db: Database, userId: UserId): PageAfter =>
  async (after) => {
    const isMember = and(
      eq(conversationMembers.conversationId, messages.conversationId),
      eq(conversationMembers.userId, userId),
      inArray(conversationMembers.state, ["active", "request"]),
    );
    const own = db.select({ id: messages.id }).from(messages).where(eq(messages.senderId, userId));
    const received = db
      .select({ id: messages.id })
      .from(conversationMembers)
      .innerJoin(messages, isSentToMember(conversationMembers, messages))
      .where(and(eq(conversationMembers.userId, userId), isUnhidden(userId, messages)));
    const rows = await db
      .select({
        id: messages.id,
        conversationId: messages.conversationId,
        // Members who left do not learn of a new title.
        title: sql<string>`case when ${conversationMembers.userId} is null then '' else ${conversations.title} end`,
        number: messages.number,
        senderId: messages.senderId,
        text: messages.source,
        createdAt: messages.createdAt,
        editedAt: messages.editedAt,
        deletedAt: messages.deletedAt,
      })
      .from(messages)
      .innerJoin(conversations, eq(conversations.id, messages.conversationId))
      .leftJoin(conversationMembers, isMember)
      .where(
        addCondition(
          inArray(messages.id, own.union(received)),
          after === null ? undefined : gt(messages.id, after as never),
        ),
      )
      .orderBy(asc(messages.id))
      .limit(pageSize);
    return rows.map(({ senderId, ...row }) => ({ ...row, isOwn: senderId === userId }));
  };

export const listUserDrafts = (db: Database, userId: UserId) =>
  db
    .select({ title: postDrafts.title, text: postDrafts.text, savedAt: postDrafts.savedAt })
    .from(postDrafts)
    .where(eq(postDrafts.userId, userId));

export const listFollowedDiscussions = (db: Database, userId: UserId) =>
  db
    .select({ title: discussions.title, readNumber: discussionReaders.readNumber })
    .from(discussionReaders)
    .innerJoin(discussions, eq(discussions.id, discussionReaders.discussionId))
    .where(and(eq(discussionReaders.userId, userId), eq(discussionReaders.isFollowing, true)));

export const listUserFriendships = (db: Database, userId: UserId) =>
  db
    .select(getTableColumns(friendships))
    .from(friendships)
    .where(or(eq(friendships.userId, userId), eq(friendships.friendId, userId)));

export const listUserFollows = (db: Database, userId: UserId) =>
  db.select(getTableColumns(userFollows)).from(userFollows).where(eq(userFollows.userId, userId));

export const listUserSubjectFollows = (db: Database, userId: UserId) =>
  db.select(getTableColumns(follows)).from(follows).where(eq(follows.userId, userId));

export const listUserAnnouncements = (db: Database, userId: UserId) =>
  db
    .select({ text: announcements.text, createdAt: announcements.createdAt })
    .from(announcements)
    .where(eq(announcements.authorId, userId));

export const listUserChallengeUpdates = (db: Database, userId: UserId) =>
  db
    .select({ text: challengeUpdates.text, createdAt: challengeUpdates.createdAt })
    .from(challengeUpdates)
    .where(eq(challengeUpdates.authorId, userId));

export const listUserReviewVotes = (db: Database, userId: UserId) =>
  db.select({ reviewId: reviewVotes.reviewId }).from(reviewVotes).where(eq(reviewVotes.userId, userId));

export const listUserBlocks = (db: Database, userId: UserId) =>
  db.select(getTableColumns(blocks)).from(blocks).where(eq(blocks.userId, userId));

export const listUserMutes = (db: Database, userId: UserId) =>
  db.select(getTableColumns(mutes)).from(mutes).where(eq(mutes.userId, userId));

export const listUserDecisions = (db: Database, userId: UserId) =>
  db
    .select({
      kind: moderationDecisions.kind,
      subject: moderationDecisions.subjectType,
      text: moderationDecisions.text,
      reason: moderationDecisions.reason,
      until: moderationDecisions.until,
      createdAt: moderationDecisions.createdAt,
      appeal: appeals.text,
      answer: appeals.answer,
    })
    .from(moderationDecisions)
    .leftJoin(appeals, eq(appeals.decisionId, moderationDecisions.id))
    .where(eq(moderationDecisions.userId, userId));

export const listUserReports = (db: Database, userId: UserId) =>
  db
    .select({
      subject: reports.subjectType,
      reason: reports.reason,
      note: reports.note,
      state: reports.state,
      createdAt: reports.createdAt,
    })
    .from(reports)
    .where(eq(reports.reporterId, userId))
    .orderBy(asc(reports.createdAt));
