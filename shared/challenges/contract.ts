import * as z from "zod/mini";
import { route } from "#shared/kernel/contract.ts";
import { Instant } from "#shared/kernel/values.ts";

export const ChallengeId = z.uuid().brand<"ChallengeId">();
export type ChallengeId = z.infer<typeof ChallengeId>;

export const GoalType = z.enum(["books", "pages", "minutes", "chapters", "days"]);
export type GoalType = z.infer<typeof GoalType>;

export const Challenge = z.object({
  id: ChallengeId,
  title: z.string(),
  description: z.string(),
  goal: z.int(),
  goalType: GoalType,
  participantCount: z.int(),
  startsAt: Instant,
  endsAt: Instant,
});
export type Challenge = z.infer<typeof Challenge>;

/** A challenge this reader takes part in. */
export const UserChallenge = z.object({
  challenge: Challenge,
  joinedAt: Instant,
  /** Set by the server when the goal is reached. */
  completedAt: z.nullable(Instant),
});
export type UserChallenge = z.infer<typeof UserChallenge>;

export const challengesContract = {
  listActive: route({
    method: "GET",
    path: "/api/challenges/active",
    access: "guest",
    summary: "Challenges that run now",
    reply: z.array(Challenge),
  }),

  listMine: route({
    method: "GET",
    path: "/api/user/challenges",
    access: "reader",
    summary: "Challenges this reader has joined",
    reply: z.array(UserChallenge),
  }),
};
