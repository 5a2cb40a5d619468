import type { User, UserId } from "#shared/accounts/user.ts";
import {
  type Challenge,
  type ChallengeDetail,
  ChallengeId,
  type UserChallenge,
} from "#shared/challenges/contract.ts";
import { CommunityId } from "#shared/community/community.ts";
import { getReadableMembership } from "#server/features/community/service.ts";
import { conflict, forbidden, invalid, notFound } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { completeChallenges } from "./complete-challenges.ts";
import {
  type ChallengeCursor,
  countCompleted,
  deleteMember,
  findByTitle,
  findChallenge,
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
export function listActive({ db, clock }: Deps): Promise<Challenge[]> {
  return listRunning(db, clock());
}

/** Upcoming challenges. */
export function listUpcoming({ db, clock }: Deps): Promise<Challenge[]> {
  return listUpcomingChallenges(db, clock());
}

/**
 * A page of past challenges, latest first.
 *
 * @throws {ProblemError} `invalid_input` for an unknown cursor
 */
export async function listPast(
  { db, clock }: Deps,
  { limit = defaultPage, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<{ challenges: Challenge[]; nextCursor: string | null }> {
  const after = cursor === undefined ? null : readCursor(cursor);
  const rows = await listEndedChallenges(db, clock(), after, limit + 1);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { challenges: page, nextCursor: last ? `${last.ended}_${last.id}` : null };
}

/** Challenges that this reader has joined. */
export function listMine({ db }: Deps, userId: UserId): Promise<UserChallenge[]> {
  return listJoined(db, userId);
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
  services: Deps,
  user: User | null,
  id: ChallengeId,
): Promise<ChallengeDetail> {
  const [{ challenge }, participation, completedCount] = await Promise.all([
    requireVisibleChallenge(services, user, id),
    user && findParticipation(services.db, id, user.id),
    countCompleted(services.db, id),
  ]);
  return { ...challenge, participation, completedCount };
}

/**
 * Joins a challenge; activity since its start counts. Idempotent.
 *
 * @throws {ProblemError} `not_found`; `forbidden` outside its community; `conflict` when it is over
 */
export async function joinChallenge(
  services: Services,
  user: User,
  id: ChallengeId,
): Promise<ChallengeDetail> {
  const { db, clock, live } = services;
  const { challenge, isMember } = await requireVisibleChallenge(services, user, id);
  if (!isMember) throw forbidden("members_only");
  if (!(await findParticipation(db, id, user.id))) {
    if (challenge.endsAt <= clock()) throw conflict("challenge_over");
    await insertMember(db, id, user.id, clock());
    await completeChallenges(services, user.id);
    await live.publish(user.id, { topic: "challenge", id });
  }
  return getChallenge(services, user, id);
}

/**
 * Leaves a challenge. Idempotent.
 *
 * @throws {ProblemError} `not_found`
 */
export async function leaveChallenge(
  services: Services,
  user: User,
  id: ChallengeId,
): Promise<ChallengeDetail> {
  await requireVisibleChallenge(services, user, id);
  await deleteMember(services.db, id, user.id);
  await services.live.publish(user.id, { topic: "challenge", id });
  return getChallenge(services, user, id);
}

/**
 * Creates a challenge unless one with the same title exists.
 *
 * @returns its id
 */
export async function addChallenge({ db, clock }: Deps, challenge: NewChallenge): Promise<ChallengeId> {
  return (await findByTitle(db, challenge.title)) ?? insertChallenge(db, challenge, clock());
}

/** Adds a participant. Idempotent. */
export async function addMember(
  { db, clock }: Deps,
  challengeId: ChallengeId,
  userId: UserId,
): Promise<void> {
  await insertMember(db, challengeId, userId, clock());
}

function readCursor(cursor: string): ChallengeCursor {
  const [ended = "", id] = cursor.split("_");
  const parsed = ChallengeId.safeParse(id);
  if (!parsed.success || !/^-?\d{1,17}$/.test(ended)) {
    throw invalid({ cursor: "unknown_page" });
  }
  return { ended, id: parsed.data };
}
