import * as z from "zod/mini";
import { UserId } from "#shared/accounts/user.ts";
import { route } from "#shared/api/contract.ts";
import { Cursor, Instant, JobResult, line, prose, queryInt } from "#shared/api/schemas.ts";
import { CommunityId } from "#shared/community/community.ts";
import { DiscussionId, PostId } from "#shared/community/discussion.ts";
import { MessageId } from "#shared/messages/message.ts";

export const ReportSubject = z.enum(["post", "message", "review", "person", "shared-mark", "shelf"]);
export type ReportSubject = z.infer<typeof ReportSubject>;

export const ReportReason = z.enum([
  "spam",
  "harassment",
  "hate",
  "disrespect",
  "spoiler",
  "copyright",
  "other",
]);
export type ReportReason = z.infer<typeof ReportReason>;

export const ReportState = z.enum(["open", "dismissed", "acted"]);
export type ReportState = z.infer<typeof ReportState>;

/** The reported content at the time of the report. */
export interface ReportSnapshot {
  readonly text: string;
  /** Private messages that were reported. */
  readonly messages?: readonly { readonly author: string; readonly text: string; readonly at: string }[];
}

export const maxHeldWords = 1_000;
export const maxContentReportsPerDay = 10;
/** Staff may remove all posts of an account that is younger. */
export const newAccountDays = 30;
/** The reported text is erased this many days after the report. */
export const snapshotDays = 180;

/** All open reports on one subject. Its reporters are not named. */
export const ReportGroup = z.object({
  subjectType: ReportSubject,
  subjectId: z.uuid(),
  communityId: z.nullable(CommunityId),
  communityName: z.nullable(z.string()),
  reportedUser: z.nullable(
    z.object({
      id: UserId,
      username: z.string(),
      name: z.string(),
      createdAt: Instant,
      /** Earlier reports on them after which something was done. */
      earlierActions: z.int(),
      isSuspended: z.boolean(),
    }),
  ),
  reasons: z.array(z.object({ reason: ReportReason, count: z.int() })),
  notes: z.array(z.string()),
  text: z.string(),
  /** Reported messages around it; read on its own, with a logged reason. */
  messageCount: z.int(),
  firstAt: Instant,
});
export type ReportGroup = z.infer<typeof ReportGroup>;

const subjectParams = z.strictObject({ subjectType: ReportSubject, subjectId: z.uuid() });

export const moderationContract = {
  report: route({
    method: "POST",
    path: "/api/reports",
    access: "reader",
    budget: "content-report",
    summary:
      "Reports a post, a message, a review, a person, a mark in a margin or a shelf; repeated reports change nothing",
    changes: ["report"],
    body: z.strictObject({
      subjectType: ReportSubject,
      subjectId: z.uuid(),
      reason: ReportReason,
      note: z.optional(prose(1000)),
      /** Further messages of the same conversation that staff may read. */
      messageIds: z.optional(z.array(MessageId).check(z.maxLength(20))),
    }),
    response: JobResult,
  }),

  listReports: route({
    method: "GET",
    path: "/api/admin/reports",
    access: "employee",
    summary: "Open reports by subject, oldest first",
    reads: ["report", "user"],
    query: z.strictObject({ limit: queryInt(1, 100), cursor: z.optional(Cursor) }),
    rows: "groups",
    rowKey: ({ subjectType, subjectId }: ReportGroup) => `${subjectType} ${subjectId}`,
    response: z.object({ groups: z.array(ReportGroup), openCount: z.int(), nextCursor: z.nullable(Cursor) }),
  }),

  listCommunityReports: route({
    method: "GET",
    path: "/api/communities/:communityId/reports",
    access: "reader",
    summary: "Open reports on posts and shared marks of a community; for its moderators",
    reads: ["report"],
    params: z.strictObject({ communityId: CommunityId }),
    response: z.object({ groups: z.array(ReportGroup) }),
  }),

  /** The reason is written to the audit log. */
  readReportedMessages: route({
    method: "POST",
    path: "/api/admin/reports/:subjectType/:subjectId/messages",
    access: "employee",
    summary: "The reported private messages",
    unchanged: "Recorded in the audit log only",
    params: subjectParams,
    body: z.strictObject({ reason: line(300).check(z.minLength(3)) }),
    response: z.array(z.object({ author: z.string(), text: z.string(), at: z.string() })),
  }),

  decideReports: route({
    method: "POST",
    path: "/api/reports/:subjectType/:subjectId/decision",
    access: "reader",
    summary: "Decides all open reports on a subject; for staff, and for moderators of its community",
    changes: ["report", "post", "discussion", "margin", "shelf"],
    errors: ["conflict"],
    params: subjectParams,
    body: z.strictObject({
      decision: z.enum(["dismiss", "remove", "warn"]),
      /** Told to the author of what is removed. */
      reason: z.optional(line(300)),
    }),
    response: JobResult,
  }),

  /** For staff. The posts can be restored with `restore`. */
  removeAllPosts: route({
    method: "POST",
    path: "/api/admin/users/:userId/posts",
    access: "employee",
    summary: "Removes all posts of an account of at most 30 days, or restores them",
    changes: ["report", "post", "discussion"],
    errors: ["conflict"],
    params: z.strictObject({ userId: UserId }),
    body: z.strictObject({ action: z.enum(["remove", "restore"]) }),
    response: z.object({ count: z.int() }),
  }),

  listHeldWords: route({
    method: "GET",
    path: "/api/admin/held-words",
    access: "employee",
    summary: "Words and links that hold posts for approval",
    reads: ["held-word"],
    response: z.array(z.string()),
  }),

  /** Compared without case, diacritics and punctuation. */
  saveHeldWords: route({
    method: "PUT",
    path: "/api/admin/held-words",
    access: "employee",
    summary: "Replaces the words and links that hold posts for approval",
    changes: ["held-word"],
    body: z.strictObject({ words: z.array(line(100)).check(z.maxLength(maxHeldWords)) }),
    response: z.array(z.string()),
  }),

  listHeldPosts: route({
    method: "GET",
    path: "/api/admin/held-posts",
    access: "employee",
    summary: "Posts in public communities that wait for approval, oldest first",
    reads: ["post"],
    query: z.strictObject({ limit: queryInt(1, 100) }),
    response: z.array(
      z.object({
        postId: PostId,
        discussionId: DiscussionId,
        communityId: CommunityId,
        title: z.string(),
        text: z.string(),
        author: z.nullable(z.object({ id: UserId, username: z.string(), name: z.string() })),
        createdAt: Instant,
      }),
    ),
  }),
};
