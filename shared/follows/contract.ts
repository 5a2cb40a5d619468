import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { JobResult } from "#shared/api/schemas.ts";

export const FollowKind = z.enum(["contributor", "series", "genre", "community", "shelf"]);
export type FollowKind = z.infer<typeof FollowKind>;

export const Follow = z.object({ kind: FollowKind, id: z.uuid(), name: z.string() });
export type Follow = z.infer<typeof Follow>;

export const maxFollows = 500;

export const followsContract = {
  listFollows: route({
    method: "GET",
    path: "/api/follows",
    access: "reader",
    summary: "The authors, series, genres, communities and shelves that the user follows, by name",
    reads: ["follow"],
    response: z.array(Follow),
  }),

  /** Followers are notified of new books, announcements and discussions; those of a shelf of its new books. */
  updateFollow: route({
    method: "PUT",
    path: "/api/follows/:kind/:id",
    access: "reader",
    summary: "Follows or unfollows an author, a series, a genre, a community or a shelf",
    changes: ["follow"],
    errors: ["conflict"],
    params: z.strictObject({ kind: FollowKind, id: z.uuid() }),
    body: z.strictObject({ isFollowing: z.boolean() }),
    response: JobResult,
  }),
};
