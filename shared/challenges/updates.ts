import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { Instant, JobResult, prose } from "#shared/api/schemas.ts";
import { ChallengeId } from "./contract.ts";

export const ChallengeUpdateId = z.uuid().brand<"ChallengeUpdateId">();
export type ChallengeUpdateId = z.infer<typeof ChallengeUpdateId>;

export const maxUpdateLength = 1_000;
/** Least time between two updates of one challenge. */
export const updateEveryMinutes = 60;

export const ChallengeUpdate = z.object({ id: ChallengeUpdateId, text: z.string(), createdAt: Instant });
export type ChallengeUpdate = z.infer<typeof ChallengeUpdate>;

const challengeParams = z.strictObject({ challengeId: ChallengeId });

/** An update by the managers of a challenge: staff, or the moderators of its community. */
export const challengeUpdatesContract = {
  listUpdates: route({
    method: "GET",
    path: "/api/challenges/:challengeId/updates",
    access: "guest",
    summary: "The latest 50 updates of a challenge, and whether the caller may post one",
    reads: ["challenge-update"],
    params: challengeParams,
    response: z.object({ updates: z.array(ChallengeUpdate), canPost: z.boolean() }),
  }),

  postUpdate: route({
    method: "POST",
    path: "/api/challenges/:challengeId/updates",
    access: "reader",
    summary:
      "Posts an update and notifies the participants; for those who manage the challenge, once an hour",
    changes: ["challenge-update"],
    errors: ["conflict"],
    params: challengeParams,
    body: z.strictObject({ text: prose(maxUpdateLength).check(z.minLength(1)) }),
    response: ChallengeUpdate,
  }),

  deleteUpdate: route({
    method: "DELETE",
    path: "/api/challenges/:challengeId/updates/:updateId",
    access: "reader",
    summary: "Deletes an update and its notifications; for those who manage the challenge",
    changes: ["challenge-update"],
    params: z.extend(challengeParams, { updateId: ChallengeUpdateId }),
    response: JobResult,
  }),
};
