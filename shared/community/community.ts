import * as z from "zod/mini";
import { Instant } from "#shared/api/schemas.ts";
import { BookId } from "#shared/books/book.ts";
import { Person } from "#shared/people/person.ts";
import { Day } from "#shared/reading-activity/time-zone.ts";

export const CommunityId = z.uuid().brand<"CommunityId">();
export type CommunityId = z.infer<typeof CommunityId>;

/** `request`: owner and moderators accept each member, and only members see what is inside. */
export const CommunityVisibility = z.enum(["public", "request"]);
export type CommunityVisibility = z.infer<typeof CommunityVisibility>;

export const MemberRole = z.enum(["owner", "moderator", "member"]);
export type MemberRole = z.infer<typeof MemberRole>;

export const MemberState = z.enum(["active", "pending", "banned"]);
export type MemberState = z.infer<typeof MemberState>;

/** Communities that one person owns. */
export const maxOwned = 3;
/** The minimum age of an account that creates a community. */
export const minAccountDays = 7;

export const Membership = z.object({ role: MemberRole, state: MemberState, mutedUntil: z.nullable(Instant) });
export type Membership = z.infer<typeof Membership>;

export const Community = z.object({
  id: CommunityId,
  name: z.string(),
  about: z.string(),
  genre: z.nullable(z.string()),
  language: z.string(),
  visibility: CommunityVisibility,
  memberCount: z.int(),
  discussionCount: z.int(),
  /** Null for people who are not in it. */
  membership: z.nullable(Membership),
});
export type Community = z.infer<typeof Community>;

/** A book as shown in a community. */
export const BookLink = z.object({ id: BookId, title: z.string(), coverImageUrl: z.string() });
export type BookLink = z.infer<typeof BookLink>;

/** A book that a community reads. */
export const ScheduledBook = z.object({
  book: BookLink,
  startsOn: Day,
  endsOn: z.nullable(Day),
  chaptersPerWeek: z.nullable(z.int()),
  isCurrent: z.boolean(),
});
export type ScheduledBook = z.infer<typeof ScheduledBook>;

export const CommunityDetail = z.extend(Community, {
  rules: z.string(),
  isListed: z.boolean(),
  createdAt: Instant,
  /** Null when its 14 days of grace are not running. */
  deletedAt: z.nullable(Instant),
  /** Whether the caller may read what is inside. */
  isOpen: z.boolean(),
  canPost: z.boolean(),
  canModerate: z.boolean(),
  owner: z.nullable(Person),
  schedule: z.array(ScheduledBook),
  pendingCount: z.int(),
});
export type CommunityDetail = z.infer<typeof CommunityDetail>;

export const Member = z.object({
  person: Person,
  role: MemberRole,
  state: MemberState,
  message: z.string(),
  mutedUntil: z.nullable(Instant),
  since: Instant,
  /** How far they are in the current book, 0 to 1, for other members; null for those who do not share it. */
  progress: z.nullable(z.number()),
});
export type Member = z.infer<typeof Member>;
