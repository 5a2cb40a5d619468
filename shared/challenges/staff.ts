import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { JobResult, line, prose } from "#shared/api/schemas.ts";
import { BookId } from "#shared/books/book.ts";
import { Day } from "#shared/reading-activity/time-zone.ts";
import { Challenge, ChallengeId, GoalType } from "./contract.ts";

const challengeParams = z.strictObject({ challengeId: ChallengeId });

/** The days count in each reader's calendar; both are part of the challenge. */
export const ChallengeFields = z.strictObject({
  title: line(120).check(z.minLength(3)),
  description: prose(2000),
  /** For the Arabic interface; empty for none, unchanged when omitted. */
  titleArabic: z.optional(z.union([z.literal(""), line(120)])),
  descriptionArabic: z.optional(prose(2000)),
  goal: z.int().check(z.gte(1), z.lte(1_000_000)),
  goalType: GoalType,
  startsOn: Day,
  endsOn: Day,
  /** Only books of this genre count; null for all. */
  genre: z.nullable(line(60)),
  /** The only books that count; empty for all. */
  bookIds: z.array(BookId).check(z.maxLength(50)),
});
export type ChallengeFields = z.infer<typeof ChallengeFields>;

export const challengesStaffContract = {
  listAllChallenges: route({
    method: "GET",
    path: "/api/admin/challenges",
    access: "employee",
    summary: "The latest 200 challenges",
    reads: ["challenge"],
    response: z.array(Challenge),
  }),

  createChallenge: route({
    method: "POST",
    path: "/api/admin/challenges",
    access: "employee",
    summary: "Creates a challenge",
    changes: ["challenge"],
    errors: ["conflict"],
    body: ChallengeFields,
    response: Challenge,
  }),

  updateChallenge: route({
    method: "PUT",
    path: "/api/admin/challenges/:challengeId",
    access: "employee",
    summary: "Changes a challenge; it cannot become harder once it has participants",
    changes: ["challenge"],
    errors: ["conflict"],
    params: challengeParams,
    body: ChallengeFields,
    response: Challenge,
  }),

  deleteChallenge: route({
    method: "DELETE",
    path: "/api/admin/challenges/:challengeId",
    access: "admin",
    summary: "Deletes a challenge",
    changes: ["challenge"],
    params: challengeParams,
    response: JobResult,
  }),
};
