import * as z from "zod/mini";
import { UserId } from "#shared/accounts/user.ts";
import { route } from "#shared/api/contract.ts";
import { line, queryInt } from "#shared/api/schemas.ts";
import { CommunityId } from "#shared/community/community.ts";
import { Person } from "./person.ts";

/** The relation of the caller to another user. `friend` is the state of the friendship for the caller. */
export const Relation = z.object({
  friend: z.enum(["none", "requested", "received", "friends"]),
  isFollowing: z.boolean(),
  isBlocked: z.boolean(),
  isMuted: z.boolean(),
});
export type Relation = z.infer<typeof Relation>;

const userParams = z.strictObject({ userId: UserId });

export const peopleContract = {
  searchPeople: route({
    method: "GET",
    path: "/api/people",
    access: "reader",
    budget: "search",
    summary: "Readers by name or username; in a community, its members",
    reads: ["person", "relation"],
    query: z.strictObject({
      search: line(60),
      communityId: z.optional(CommunityId),
      limit: queryInt(1, 20),
    }),
    response: z.array(Person),
  }),

  listRelated: route({
    method: "GET",
    path: "/api/relations/:kind",
    access: "reader",
    summary: "The user's friends, friend requests, blocked, muted or followed people, newest first",
    reads: ["relation", "person"],
    params: z.strictObject({
      kind: z.enum(["friends", "requests", "sent", "following", "blocked", "muted"]),
    }),
    response: z.array(Person),
  }),

  getRelation: route({
    method: "GET",
    path: "/api/people/:userId/relation",
    access: "reader",
    summary: "The relation between the caller and another person",
    reads: ["relation", "person"],
    params: userParams,
    response: Relation,
  }),

  requestFriend: route({
    method: "PUT",
    path: "/api/people/:userId/friend",
    access: "reader",
    budget: "friend",
    summary: "Sends a friend request, or accepts one",
    changes: ["relation"],
    params: userParams,
    response: Relation,
  }),

  removeFriend: route({
    method: "DELETE",
    path: "/api/people/:userId/friend",
    access: "reader",
    summary: "Ends a friendship, withdraws a request, or declines one without a notification",
    changes: ["relation"],
    params: userParams,
    response: Relation,
  }),

  updateRelation: route({
    method: "PATCH",
    path: "/api/people/:userId/relation",
    access: "reader",
    summary: "Follows, mutes or blocks a person, or undoes it",
    changes: ["relation", "person"],
    params: userParams,
    body: z.strictObject({
      isFollowing: z.optional(z.boolean()),
      isBlocked: z.optional(z.boolean()),
      isMuted: z.optional(z.boolean()),
    }),
    response: Relation,
  }),
};
