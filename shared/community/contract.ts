import * as z from "zod/mini";
import { UserId } from "#shared/accounts/user.ts";
import { route } from "#shared/api/contract.ts";
import { languages } from "#shared/api/language.ts";
import { Cursor, Instant, JobResult, line, prose, queryInt } from "#shared/api/schemas.ts";
import { BookId } from "#shared/books/book.ts";
import { Day } from "#shared/reading-activity/time-zone.ts";
import {
  Community,
  CommunityDetail,
  CommunityId,
  CommunityVisibility,
  Member,
  MemberRole,
  MemberState,
} from "./community.ts";

const inCommunity = z.strictObject({ communityId: CommunityId });
const memberParams = z.strictObject({ communityId: CommunityId, userId: UserId });
const Name = line(60).check(z.minLength(3));
const optionalFields = { about: prose(2000), rules: prose(5000), genre: z.nullable(line(60)) };

export const InviteToken = z.string().check(z.regex(/^[\w-]{20,60}$/));
export const CommunityInvite = z.object({
  id: z.uuid(),
  uses: z.int(),
  maxUses: z.int(),
  expiresAt: Instant,
});

export const communityContract = {
  listCommunities: route({
    method: "GET",
    path: "/api/communities",
    access: "guest",
    budget: "search",
    summary: "Communities, largest first",
    reads: ["community", "person"],
    query: z.strictObject({
      search: z.optional(line(100)),
      genre: z.optional(line(60)),
      /** `suggested`: other communities that share a genre or a scheduled book with the reader's library. */
      only: z.optional(z.enum(["mine", "suggested"])),
      limit: queryInt(1, 50),
      cursor: z.optional(Cursor),
    }),
    rows: "communities",
    response: z.object({ communities: z.array(Community), nextCursor: z.nullable(Cursor) }),
  }),

  createCommunity: route({
    method: "POST",
    path: "/api/communities",
    access: "reader",
    summary: "Creates a community; requires a verified email address and an account of seven days",
    changes: ["community"],
    errors: ["email_unverified", "conflict"],
    body: z.strictObject({
      name: Name,
      about: prose(2000),
      rules: z.optional(prose(5000)),
      genre: z.optional(z.nullable(line(60))),
      language: z.optional(z.enum(languages)),
      visibility: CommunityVisibility,
      isListed: z.optional(z.boolean()),
    }),
    response: CommunityDetail,
  }),

  getCommunity: route({
    method: "GET",
    path: "/api/communities/:communityId",
    access: "guest",
    summary: "A community; others see a community by request only if it is listed",
    reads: ["community", "person"],
    params: inCommunity,
    response: CommunityDetail,
  }),

  updateCommunity: route({
    method: "PATCH",
    path: "/api/communities/:communityId",
    access: "reader",
    summary: "Changes a community; for its owner",
    changes: ["community"],
    params: inCommunity,
    body: z.strictObject({
      name: z.optional(Name),
      about: z.optional(optionalFields.about),
      rules: z.optional(optionalFields.rules),
      genre: z.optional(optionalFields.genre),
      visibility: z.optional(CommunityVisibility),
      isListed: z.optional(z.boolean()),
      /** False undoes a deletion within the grace period. */
      isDeleted: z.optional(z.boolean()),
    }),
    errors: ["conflict"],
    response: CommunityDetail,
  }),

  joinCommunity: route({
    method: "PUT",
    path: "/api/communities/:communityId/membership",
    access: "reader",
    summary: "Joins a community, or asks to join one by request",
    changes: ["community"],
    params: inCommunity,
    body: z.strictObject({ message: z.optional(prose(500)), invite: z.optional(InviteToken) }),
    response: CommunityDetail,
  }),

  leaveCommunity: route({
    method: "DELETE",
    path: "/api/communities/:communityId/membership",
    access: "reader",
    summary: "Leaves a community; the owner must transfer it first",
    changes: ["community"],
    params: inCommunity,
    errors: ["conflict"],
    response: JobResult,
  }),

  listMembers: route({
    method: "GET",
    path: "/api/communities/:communityId/members",
    access: "reader",
    summary: "Members; join requests and banned members for moderators",
    reads: ["community", "person"],
    params: inCommunity,
    query: z.strictObject({
      state: z.optional(MemberState),
      search: z.optional(line(60)),
      limit: queryInt(1, 100),
      cursor: z.optional(Cursor),
    }),
    rows: "members",
    rowKey: ({ person }: Member) => person.id,
    response: z.object({ members: z.array(Member), nextCursor: z.nullable(Cursor) }),
  }),

  updateMember: route({
    method: "PATCH",
    path: "/api/communities/:communityId/members/:userId",
    access: "reader",
    summary: "Accepts, bans or mutes a member, or changes the role; `owner` transfers the community",
    changes: ["community"],
    params: memberParams,
    body: z.strictObject({
      role: z.optional(MemberRole),
      state: z.optional(z.enum(["active", "banned"])),
      mutedUntil: z.optional(z.nullable(Instant)),
    }),
    response: JobResult,
  }),

  removeMember: route({
    method: "DELETE",
    path: "/api/communities/:communityId/members/:userId",
    access: "reader",
    summary: "Removes a member, declines a request or lifts a ban",
    changes: ["community"],
    params: memberParams,
    response: JobResult,
  }),

  listInvites: route({
    method: "GET",
    path: "/api/communities/:communityId/invites",
    access: "reader",
    summary: "Active invitations; for moderators",
    reads: ["invite"],
    params: inCommunity,
    response: z.array(CommunityInvite),
  }),

  createInvite: route({
    method: "POST",
    path: "/api/communities/:communityId/invites",
    access: "reader",
    summary: "Creates an invitation link, which is shown once",
    changes: ["invite"],
    params: inCommunity,
    body: z.strictObject({
      days: z.int().check(z.gte(1), z.lte(30)),
      maxUses: z.int().check(z.gte(1), z.lte(100)),
    }),
    response: z.object({ token: InviteToken }),
  }),

  deleteInvite: route({
    method: "DELETE",
    path: "/api/communities/:communityId/invites/:inviteId",
    access: "reader",
    summary: "Revokes an invitation",
    changes: ["invite"],
    params: z.strictObject({ communityId: CommunityId, inviteId: z.uuid() }),
    response: JobResult,
  }),

  saveScheduledBook: route({
    method: "PUT",
    path: "/api/communities/:communityId/books/:bookId",
    access: "reader",
    summary: "Adds a book to the reading schedule or changes its dates",
    changes: ["community"],
    params: z.strictObject({ communityId: CommunityId, bookId: BookId }),
    body: z.strictObject({
      startsOn: Day,
      endsOn: z.optional(z.nullable(Day)),
      chaptersPerWeek: z.optional(z.nullable(z.int().check(z.gte(1), z.lte(100)))),
      isCurrent: z.boolean(),
    }),
    response: CommunityDetail,
  }),

  deleteScheduledBook: route({
    method: "DELETE",
    path: "/api/communities/:communityId/books/:bookId",
    access: "reader",
    summary: "Removes a book from the reading schedule",
    changes: ["community"],
    params: z.strictObject({ communityId: CommunityId, bookId: BookId }),
    response: CommunityDetail,
  }),
};
