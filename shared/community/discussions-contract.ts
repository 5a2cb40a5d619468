import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { Cursor, Instant, JobResult, line, prose, queryInt } from "#shared/api/schemas.ts";
import { BookId } from "#shared/books/book.ts";
import { Locator } from "#shared/positions/position.ts";
import { CommunityId } from "./community.ts";
import {
  Discussion,
  DiscussionId,
  DiscussionReply,
  FeedDiscussion,
  ListedDiscussion,
  maxPostLength,
  maxTitleLength,
  Post,
  PostId,
} from "./discussion.ts";
import { watchDiscussions } from "./live-contract.ts";

const inCommunity = z.strictObject({ communityId: CommunityId });
const inDiscussion = z.strictObject({ discussionId: DiscussionId });
const postParams = z.strictObject({ postId: PostId });
const Title = line(maxTitleLength).check(z.minLength(3));
const PostText = prose(maxPostLength).check(z.minLength(1));
const postingErrors = ["email_unverified", "too_many_requests"] as const;

export const discussionsContract = {
  listDiscussions: route({
    method: "GET",
    path: "/api/communities/:communityId/discussions",
    access: "guest",
    budget: "search",
    summary: "Discussions, pinned first, then by activity; discussions ahead of the reader are only counted",
    reads: ["discussion", "community", "person"],
    params: inCommunity,
    query: z.strictObject({
      search: z.optional(line(100)),
      bookId: z.optional(BookId),
      limit: queryInt(1, 50),
      cursor: z.optional(Cursor),
    }),
    rows: "discussions",
    response: z.object({
      discussions: z.array(ListedDiscussion),
      aheadCount: z.int(),
      nextCursor: z.nullable(Cursor),
    }),
  }),

  listFeed: route({
    method: "GET",
    path: "/api/community-feed",
    access: "reader",
    summary:
      "Discussions of the communities of the reader, latest activity first, without those ahead of the reader",
    reads: ["discussion", "community", "person"],
    query: z.strictObject({ limit: queryInt(1, 50), cursor: z.optional(Cursor) }),
    rows: "discussions",
    response: z.object({ discussions: z.array(FeedDiscussion), nextCursor: z.nullable(Cursor) }),
  }),

  createDiscussion: route({
    method: "POST",
    path: "/api/communities/:communityId/discussions",
    access: "reader",
    summary: "Starts a discussion; with an anchor it is open to readers who have reached that position",
    changes: ["discussion"],
    errors: postingErrors,
    params: inCommunity,
    body: z.strictObject({
      title: Title,
      text: PostText,
      anchor: z.optional(z.strictObject({ bookId: BookId, locator: Locator })),
      clientId: z.uuid(),
    }),
    response: Discussion,
  }),

  getDiscussion: route({
    method: "GET",
    path: "/api/discussions/:discussionId",
    access: "guest",
    summary: "A discussion, or that it is about a position that the reader has not reached",
    reads: ["discussion", "community", "person"],
    params: inDiscussion,
    response: DiscussionReply,
  }),

  openDiscussion: route({
    method: "PUT",
    path: "/api/discussions/:discussionId/opened",
    access: "reader",
    summary: "Opens a discussion before the reader has reached its position",
    changes: ["discussion", "post"],
    params: inDiscussion,
    response: DiscussionReply,
  }),

  updateDiscussion: route({
    method: "PATCH",
    path: "/api/discussions/:discussionId",
    access: "reader",
    summary: "Renames a discussion (author), or pins, locks or moves it (moderators)",
    changes: ["discussion", "post"],
    errors: ["conflict"],
    params: inDiscussion,
    body: z.strictObject({
      title: z.optional(Title),
      isPinned: z.optional(z.boolean()),
      isLocked: z.optional(z.boolean()),
      /** Another community in which the caller moderates. */
      communityId: z.optional(CommunityId),
    }),
    response: DiscussionReply,
  }),

  followDiscussion: route({
    method: "PUT",
    path: "/api/discussions/:discussionId/following",
    access: "reader",
    summary: "Follows or unfollows a discussion",
    changes: ["discussion"],
    params: inDiscussion,
    body: z.strictObject({ isFollowing: z.boolean() }),
    response: JobResult,
  }),

  markDiscussionRead: route({
    method: "PUT",
    path: "/api/discussions/:discussionId/read",
    access: "reader",
    summary: "Saves how far the reader has read; never moves back",
    unchanged: "The page shows it until it is left, and the lists when they are opened",
    params: inDiscussion,
    body: z.strictObject({ number: z.int().check(z.gte(0)) }),
    response: JobResult,
  }),

  /** Around, after or before a post number; from the start without one. */
  listPosts: route({
    method: "GET",
    path: "/api/discussions/:discussionId/posts",
    access: "guest",
    summary: "Posts of a discussion in order",
    reads: ["post", "community", "person"],
    params: inDiscussion,
    query: z.strictObject({
      after: queryInt(-1, 1_000_000_000),
      before: queryInt(0, 1_000_000_000),
      search: z.optional(line(100)),
      limit: queryInt(1, 50),
    }),
    response: z.object({ posts: z.array(Post), hasEarlier: z.boolean(), hasLater: z.boolean() }),
  }),

  createPost: route({
    method: "POST",
    path: "/api/discussions/:discussionId/posts",
    access: "reader",
    summary: "Replies in a discussion; the same `clientId` creates one post",
    changes: ["discussion", "post"],
    errors: [...postingErrors, "conflict"],
    params: inDiscussion,
    body: z.strictObject({ text: PostText, parentId: z.optional(PostId), clientId: z.uuid() }),
    response: Post,
  }),

  updatePost: route({
    method: "PATCH",
    path: "/api/posts/:postId",
    access: "reader",
    summary: "Changes the text of the user's own post",
    changes: ["discussion", "post"],
    params: postParams,
    errors: ["conflict", "email_unverified"],
    body: z.strictObject({ text: PostText }),
    response: Post,
  }),

  deletePost: route({
    method: "DELETE",
    path: "/api/posts/:postId",
    access: "reader",
    summary: "Deletes the text of the user's own post",
    changes: ["discussion", "post"],
    params: postParams,
    response: Post,
  }),

  moderatePost: route({
    method: "PUT",
    path: "/api/posts/:postId/state",
    access: "reader",
    summary: "Removes a post with a reason, restores it, or approves a held one; for moderators",
    changes: ["discussion", "post"],
    params: postParams,
    errors: ["conflict"],
    body: z.strictObject({
      state: z.enum(["shown", "removed"]),
      reason: z.optional(line(300)),
    }),
    response: Post,
  }),

  likePost: route({
    method: "PUT",
    path: "/api/posts/:postId/like",
    access: "reader",
    summary: "Likes or unlikes a post",
    unchanged: "Its reply has the new count, and others see it when the post changes",
    params: postParams,
    body: z.strictObject({ isLiked: z.boolean() }),
    response: z.object({ likeCount: z.int(), isLiked: z.boolean() }),
  }),

  listPostRevisions: route({
    method: "GET",
    path: "/api/posts/:postId/revisions",
    access: "reader",
    summary: "Earlier texts of a post; for moderators",
    reads: ["post"],
    params: postParams,
    response: z.array(z.object({ source: z.string(), replacedAt: Instant })),
  }),

  watchDiscussions,

  /** The subject is a discussion, or a community for a new discussion. */
  getDraft: route({
    method: "GET",
    path: "/api/drafts/:subjectId",
    access: "reader",
    summary: "The user's draft; empty for none",
    unwatched: "Read when its form opens, which then has the newest text",
    params: z.strictObject({ subjectId: z.uuid() }),
    response: z.object({ title: z.string(), text: z.string() }),
  }),

  saveDraft: route({
    method: "PUT",
    path: "/api/drafts/:subjectId",
    access: "reader",
    summary: "Saves a draft; an empty one is deleted",
    unchanged: "Its form has the newest text",
    params: z.strictObject({ subjectId: z.uuid() }),
    body: z.strictObject({ title: prose(maxTitleLength), text: prose(maxPostLength) }),
    response: JobResult,
  }),
};
