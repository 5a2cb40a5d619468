import type { UserId } from "#shared/accounts/user.ts";
import type { Challenge, ChallengeId, UserChallenge } from "#shared/challenges/contract.ts";
import type { Services } from "#server/services.ts";
import {
  findByTitle,
  insertChallenge,
  insertMember,
  listJoined,
  listRunning,
  type NewChallenge,
} from "./queries.ts";

type Needed = Pick<Services, "db" | "clock">;

/** Challenges that run now. */
export function listActive({ db, clock }: Needed): Promise<Challenge[]> {
  return listRunning(db, clock());
}

/** Challenges this reader has joined. */
export function listMine({ db }: Needed, userId: UserId): Promise<UserChallenge[]> {
  return listJoined(db, userId);
}

/** Sets up a challenge; one of the same title stays as it is. @returns its id. */
export async function addChallenge({ db, clock }: Needed, challenge: NewChallenge): Promise<ChallengeId> {
  return (await findByTitle(db, challenge.title)) ?? insertChallenge(db, challenge, clock());
}

/** Makes a reader take part in a challenge; twice is once. */
export async function addMember(
  { db, clock }: Needed,
  challengeId: ChallengeId,
  userId: UserId,
): Promise<void> {
  await insertMember(db, challengeId, userId, clock());
}
