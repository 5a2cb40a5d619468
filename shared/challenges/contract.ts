import * as z from "zod/mini";
import { UserId } from "#shared/accounts/user.ts";
import { route } from "#shared/api/contract.ts";
import { Cursor, Instant, queryInt } from "#shared/api/schemas.ts";
import { BookId } from "#shared/books/book.ts";

export const ChallengeId = z.uuid().brand<"ChallengeId">();
export type ChallengeId = z.infer<typeof ChallengeId>;

export const GoalType = z.enum(["books", "pages", "minutes", "chapters", "days"]);
export type GoalType = z.infer<typeof GoalType>;

export const Challenge = z.object({
  id: ChallengeId,
  title: z.string(),
  description: z.string(),
  /** For the Arabic interface; empty for none. */
  titleArabic: z.string(),
  descriptionArabic: z.string(),
  goal: z.int(),
  goalType: GoalType,
  participantCount: z.int(),
  startsAt: Instant,
  endsAt: Instant,
  /** Only books of this genre count; null for all. */
  genre: z.nullable(z.string()),
  /** The only books that count; empty for all. */
  books: z.array(z.object({ id: BookId, title: z.string() })),
  /** Null for challenges of the site. */
  communityId: z.nullable(z.uuid()),
});
export type Challenge = z.infer<typeof Challenge>;

export const Participation = z.object({
  joinedAt: Instant,
  /** Set by the server when the goal is reached. */
  completedAt: z.nullable(Instant),
  progress: z.int(),
});
export type Participation = z.infer<typeof Participation>;

export const UserChallenge = z.extend(Participation, { challenge: Challenge });
export type UserChallenge = z.infer<typeof UserChallenge>;

export const ChallengeDetail = z.extend(Challenge, {
  /** Null for guests and non-participants. */
  participation: z.nullable(Participation),
  /** Participants who reached the goal. */
  completedCount: z.int(),
});
export type ChallengeDetail = z.infer<typeof ChallengeDetail>;

/** Periods for champions: UTC for books, the reader's calendar days for measured activity. */
export const ChampionPeriod = z.enum(["month", "year", "all"]);
export type ChampionPeriod = z.infer<typeof ChampionPeriod>;

export const ChampionKind = z.enum(["books", "minutes", "pages", "streak"]);
export type ChampionKind = z.infer<typeof ChampionKind>;

export const Champion = z.object({
  rank: z.int(),
  name: z.string(),
  profileImageUrl: z.string(),
  /** The username for a link; null for hidden profiles and for guests. */
  username: z.nullable(z.string()),
  /** Books, minutes, pages, or days of the longest streak. */
  amount: z.int(),
  isMe: z.boolean(),
  /** For staff; null for others. */
  userId: z.nullable(UserId),
});
export type Champion = z.infer<typeof Champion>;

/** Unnamed where the reader opted out of champions. */
export const Participant = z.object({
  name: z.nullable(z.string()),
  username: z.nullable(z.string()),
  profileImageUrl: z.string(),
  hasCompleted: z.boolean(),
});
export type Participant = z.infer<typeof Participant>;

const challengeParams = z.strictObject({ challengeId: ChallengeId });

export const challengesContract = {
  listActive: route({
    method: "GET",
    path: "/api/challenges/active",
    access: "guest",
    summary: "Active challenges",
    reads: ["challenge", "activity"],
    response: z.array(Challenge),
  }),

  listMine: route({
    method: "GET",
    path: "/api/user/challenges",
    access: "reader",
    summary: "Challenges the user has joined",
    reads: ["challenge", "activity"],
    response: z.array(UserChallenge),
  }),

  listUpcoming: route({
    method: "GET",
    path: "/api/challenges/upcoming",
    access: "guest",
    summary: "Upcoming challenges",
    reads: ["challenge"],
    response: z.array(Challenge),
  }),

  listPast: route({
    method: "GET",
    path: "/api/challenges/past",
    access: "guest",
    summary: "Past challenges, latest first",
    reads: ["challenge"],
    query: z.strictObject({ limit: queryInt(1, 50), cursor: z.optional(Cursor) }),
    rows: "challenges",
    response: z.object({ challenges: z.array(Challenge), nextCursor: z.nullable(Cursor) }),
  }),

  getChallenge: route({
    method: "GET",
    path: "/api/challenges/:challengeId",
    access: "guest",
    summary: "A challenge with the caller's progress",
    reads: ["challenge", "activity"],
    params: challengeParams,
    response: ChallengeDetail,
  }),

  listParticipants: route({
    method: "GET",
    path: "/api/challenges/:challengeId/participants",
    access: "reader",
    summary: "The first participants, completed ones first",
    reads: ["challenge"],
    params: challengeParams,
    response: z.array(Participant),
  }),

  /** Idempotent. */
  join: route({
    method: "POST",
    path: "/api/challenges/:challengeId/join",
    access: "reader",
    summary: "Joins a challenge",
    changes: ["challenge"],
    params: challengeParams,
    response: ChallengeDetail,
  }),

  /** At most a hundred; readers who opted out are not listed. */
  listChampions: route({
    method: "GET",
    path: "/api/champions",
    access: "guest",
    summary: "The champions by books, minutes, pages or streak",
    reads: ["champion", "preferences"],
    query: z.strictObject({ period: z.optional(ChampionPeriod), kind: z.optional(ChampionKind) }),
    response: z.object({
      champions: z.array(Champion),
      /** The caller; null for guests. */
      me: z.nullable(
        z.object({
          amount: z.int(),
          /** Null for none, and for readers who opted out. */
          rank: z.nullable(z.int()),
          participates: z.boolean(),
        }),
      ),
    }),
  }),

  /** Idempotent. */
  leave: route({
    method: "POST",
    path: "/api/challenges/:challengeId/leave",
    access: "reader",
    summary: "Leaves a challenge",
    changes: ["challenge"],
    params: challengeParams,
    response: ChallengeDetail,
  }),
};
