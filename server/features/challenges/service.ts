import * as z from "zod/mini";
import type { User, UserId } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import {
  type Challenge,
  type ChallengeDetail,
  ChallengeId,
  type challengesContract,
  type UserChallenge,
} from "#shared/challenges/contract.ts";
import { CommunityId } from "#shared/community/community.ts";
import { getReadableMembership } from "#server/features/community/service.ts";
import type { Context, GuestContext } from "#server/http/api/context.ts";
import { decodeCursor, microseconds, toPage } from "#server/http/api/cursor.ts";
import { conflict, forbidden, notFound } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { completeChallenges } from "./complete-challenges.ts";
import {
  countCompleted,
  deleteMember,
  findChallenge,
  findChallengeId,
  findParticipation,
  insertChallenge,
  insertMember,
  listCompletedChallenges,
  listEndedChallenges,
  listJoined,
  listRunning,
  listUpcomingChallenges,
  type NewChallenge,
} from "./queries.ts";

export { listCompletedChallenges };

type Deps = Pick<Services, "db" | "clock">;

const defaultPage = 20;

/** Running challenges. */
export function listActive({ db, clock }: GuestContext): Promise<Challenge[]> {
  return listRunning(db, clock());
}

/** Upcoming challenges. */
export function listUpcoming({ db, clock }: GuestContext): Promise<Challenge[]> {
  return listUpcomingChallenges(db, clock());
}

/**
 * A page of past challenges, latest first.
 *
 * @throws {ProblemError} `invalid_input` for an unknown cursor
 */
export async function listPast(
  { db, clock }: GuestContext,
  { query: { limit = defaultPage, cursor } }: InputOf<typeof challengesContract.listPast>,
): Promise<{ challenges: Challenge[]; nextCursor: string | null }> {
  const [ended, id] = decodeCursor(cursor, z.tuple([microseconds, ChallengeId])) ?? [];
  const after = ended === undefined || id === undefined ? null : { ended, id };
  const rows = await listEndedChallenges(db, clock(), after, limit + 1);
  const { shown, nextCursor } = toPage(rows, limit, (last) => [last.ended, last.id]);
  return { challenges: shown, nextCursor };
}

/** Challenges that this reader has joined. */
export function listMine({ db, user }: Context): Promise<UserChallenge[]> {
  return listJoined(db, user.id);
}

/** @throws {ProblemError} `not_found`, also for challenges of a community that the viewer cannot read */
export async function requireVisibleChallenge(
  services: Deps,
  user: User | null,
  id: ChallengeId,
): Promise<{ challenge: Challenge; isMember: boolean; isModerator: boolean }> {
  const challenge = await findChallenge(services.db, id);
  if (!challenge) throw notFound("challenge");
  if (!challenge.communityId) return { challenge, isMember: true, isModerator: false };
  const membership = await getReadableMembership(services, user, CommunityId.parse(challenge.communityId));
  if (!membership) throw notFound("challenge");
  return { challenge, ...membership };
}

/** @throws {ProblemError} `not_found` */
export async function getChallenge(
  context: GuestContext,
  { params: { challengeId } }: InputOf<typeof challengesContract.getChallenge>,
): Promise<ChallengeDetail> {
  const { user } = context;
  const [{ challenge }, participation, completedCount] = await Promise.all([
    requireVisibleChallenge(context, user, challengeId),
    user && findParticipation(context.db, challengeId, user.id),
    countCompleted(context.db, challengeId),
  ]);
  return { ...challenge, participation, completedCount };
}

/**
 * Joins a challenge; activity since its start counts. Idempotent.
 *
 * @throws {ProblemError} `not_found`; `forbidden` outside its community; `conflict` when it is over
 */
export async function join(
  context: Context,
  { params: { challengeId } }: InputOf<typeof challengesContract.join>,
): Promise<ChallengeDetail> {
  const { db, clock, user } = context;
  const { challenge, isMember } = await requireVisibleChallenge(context, user, challengeId);
  if (!isMember) throw forbidden("members_only");
  if (!(await findParticipation(db, challengeId, user.id))) {
    if (challenge.endsAt <= clock()) throw conflict("challenge_over");
    await insertMember(db, challengeId, user.id, clock());
    await completeChallenges(context, user.id);
  }
  return getChallenge(context, { params: { challengeId } });
}

/**
 * Leaves a challenge. Idempotent.
 *
 * @throws {ProblemError} `not_found`
 */
export async function leave(
  context: Context,
  { params: { challengeId } }: InputOf<typeof challengesContract.leave>,
): Promise<ChallengeDetail> {
  const { user } = context;
  await requireVisibleChallenge(context, user, challengeId);
  await deleteMember(context.db, challengeId, user.id);
  return getChallenge(context, { params: { challengeId } });
}

/**
 * Creates a challenge unless one with the same title exists.
 *
 * @returns its id
 */
export async function addChallenge({ db, clock }: Deps, challenge: NewChallenge): Promise<ChallengeId> {
  return (await findChallengeId(db, challenge.title)) ?? insertChallenge(db, challenge, clock());
}

/** Adds a participant. Idempotent. */
export async function addMember(
  { db, clock }: Deps,
  challengeId: ChallengeId,
  userId: UserId,
): Promise<void> {
  await insertMember(db, challengeId, userId, clock());
}
