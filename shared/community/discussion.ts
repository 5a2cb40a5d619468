import * as z from "zod/mini";
import { Instant } from "#shared/api/schemas.ts";
import { Person } from "#shared/people/person.ts";
import { Locator } from "#shared/positions/position.ts";
import { RichText } from "#shared/rich-text/rich-text.ts";
import { BookLink, CommunityId } from "./community.ts";

export const DiscussionId = z.uuid().brand<"DiscussionId">();
export type DiscussionId = z.infer<typeof DiscussionId>;
export const PostId = z.uuid().brand<"PostId">();
export type PostId = z.infer<typeof PostId>;

/** `held` waits for a moderator's approval; `removed` was taken down by one; `deleted` by its author. */
export const PostState = z.enum(["shown", "held", "removed", "deleted"]);
export type PostState = z.infer<typeof PostState>;

export const maxTitleLength = 150;
export const maxPostLength = 10_000;
/** Edits within this time are not marked as edits. */
export const unmarkedEditMs = 15 * 60_000;
export const postsPerPage = 20;

/** The book and the position that a discussion is about. */
export const Anchor = z.object({ book: BookLink, locator: Locator });
export type Anchor = z.infer<typeof Anchor>;

export const Discussion = z.object({
  id: DiscussionId,
  communityId: CommunityId,
  title: z.string(),
  /** Null after the account was deleted. */
  author: z.nullable(Person),
  state: PostState,
  excerpt: z.string(),
  anchor: z.nullable(Anchor),
  /** Closed to people who are not members, also in a public community. */
  isMembersOnly: z.boolean(),
  isPinned: z.boolean(),
  isLocked: z.boolean(),
  replyCount: z.int(),
  lastNumber: z.int(),
  /** The number of the last post that the reader has read; -1 for none, null for guests. */
  readNumber: z.nullable(z.int()),
  isFollowing: z.boolean(),
  createdAt: Instant,
  activeAt: Instant,
});
export type Discussion = z.infer<typeof Discussion>;

/** Unread posts are counted up to this number. */
export const maxUnreadCount = 100;

export const ListedDiscussion = z.extend(Discussion, {
  /** Posts that the reader has not read, of those that they may read; 0 for guests. */
  unreadCount: z.int(),
});
export type ListedDiscussion = z.infer<typeof ListedDiscussion>;

/** A discussion with the name of its community. */
export const FeedDiscussion = z.extend(ListedDiscussion, { communityName: z.string() });
export type FeedDiscussion = z.infer<typeof FeedDiscussion>;

/** `blocked`: by the author of the discussion. */
export const WritingObstacle = z.enum(["not_member", "pending", "muted", "banned", "blocked"]);
export type WritingObstacle = z.infer<typeof WritingObstacle>;

/** A reader's permissions in the community of an open discussion. */
export const DiscussionPermissions = z.object({
  canPost: z.boolean(),
  canModerate: z.boolean(),
  /** Why the reader cannot post; null when they can. */
  obstacle: z.nullable(WritingObstacle),
  /** Null for readers who are not muted. */
  mutedUntil: z.nullable(Instant),
});

/** A discussion about a position that the reader has not reached is not described. */
export const DiscussionReply = z.object({
  isAhead: z.boolean(),
  communityId: CommunityId,
  communityName: z.string(),
  discussion: z.nullable(Discussion),
  permissions: DiscussionPermissions,
});
export type DiscussionReply = z.infer<typeof DiscussionReply>;

export const Post = z.object({
  id: PostId,
  number: z.int(),
  parentId: z.nullable(PostId),
  /** The post that it answers; null for those that answer the discussion. */
  replyTo: z.nullable(z.object({ number: z.int(), name: z.nullable(z.string()) })),
  /** Null after the account was deleted, and for collapsed posts. */
  author: z.nullable(Person),
  state: PostState,
  /** Null unless the viewer may read the text. */
  content: z.nullable(RichText),
  /** Markdown; only for its author. */
  source: z.nullable(z.string()),
  /** Whether its author and the viewer have a block, or the viewer muted the author. */
  isCollapsed: z.boolean(),
  likeCount: z.int(),
  isLiked: z.boolean(),
  isMine: z.boolean(),
  createdAt: Instant,
  editedAt: z.nullable(Instant),
  removedReason: z.string(),
});
export type Post = z.infer<typeof Post>;
