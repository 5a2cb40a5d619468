import type { User } from "#shared/accounts/user.ts";
import type { Challenge, ChallengeId, Participant } from "#shared/challenges/contract.ts";
import type { ChallengeFields } from "#shared/challenges/staff.ts";
import type { Database } from "#server/db/client.ts";
import { writeAudit } from "#server/features/accounts/service.ts";
import { conflict, invalid, notFound } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { completeChallenges } from "./complete-challenges.ts";
import { findByTitle, findChallenge, insertChallenge, type NewChallenge } from "./queries.ts";
import {
  findGenreId,
  listChallengeMembers,
  listLatest,
  lockChallenge,
  removeChallenge,
  updateChallenge,
} from "./staff-queries.ts";

const dayMs = 86_400_000;

export const listAllChallenges = ({ db }: Pick<Services, "db">): Promise<Challenge[]> => listLatest(db);

async function toRow(db: Database, fields: ChallengeFields): Promise<NewChallenge> {
  const { startsOn, endsOn, genre, ...rest } = fields;
  if (endsOn < startsOn) throw invalid({ endsOn: "ends_before_start" });
  const genreId = genre === null ? null : await findGenreId(db, genre);
  if (genreId === undefined) throw invalid({ genre: "check_fields" });
  const endsAt = new Date(Date.parse(endsOn) + dayMs);
  return { ...rest, genreId, startsAt: new Date(startsOn), endsAt };
}

async function requireChallenge(db: Database, id: ChallengeId): Promise<Challenge> {
  const found = await findChallenge(db, id);
  if (!found) throw notFound("challenge");
  return found;
}

/** @throws {ProblemError} `conflict` for a taken title; `invalid_input` */
export async function createChallenge(
  services: Services,
  user: User,
  fields: ChallengeFields,
): Promise<Challenge> {
  const { db, clock } = services;
  const row = await toRow(db, fields);
  const id = await db.transaction(async (tx) => {
    if (await findByTitle(tx, fields.title))
      throw conflict("challenge_title_taken", { title: "challenge_title_taken" });
    const id = await insertChallenge(tx, row, clock());
    await writeAudit(services, "challenge.created", user.id, id, {}, tx);
    return id;
  });
  return requireChallenge(db, id);
}

/**
 * Changes a challenge. Once someone has joined, its goal does not rise, its kind stays, and its days do not become fewer.
 *
 * @throws {ProblemError} `not_found`; `conflict`; `invalid_input`
 */
export async function changeChallenge(
  services: Services,
  user: User,
  id: ChallengeId,
  fields: ChallengeFields,
): Promise<Challenge> {
  const { db } = services;
  const row = await toRow(db, fields);
  await db.transaction(async (tx) => {
    const before = await lockChallenge(tx, id);
    if (!before) throw notFound("challenge");
    const other = await findByTitle(tx, fields.title);
    if (other && other !== id) throw conflict("challenge_title_taken", { title: "challenge_title_taken" });
    const { participantCount } = await requireChallenge(tx, id);
    const isHarder =
      row.goal > before.goal ||
      row.goalType !== before.goalType ||
      row.startsAt > before.startsAt ||
      row.endsAt < before.endsAt ||
      (row.genreId !== before.genreId && row.genreId !== null);
    if (participantCount > 0 && isHarder) throw conflict("challenge_joined");
    await updateChallenge(tx, id, row);
    await writeAudit(services, "challenge.changed", user.id, id, {}, tx);
  });
  await completeChallenges(services, null);
  return requireChallenge(db, id);
}

/** @throws {ProblemError} `not_found` */
export async function deleteChallenge(services: Services, user: User, id: ChallengeId): Promise<void> {
  await services.db.transaction(async (tx) => {
    if (!(await removeChallenge(tx, id))) throw notFound("challenge");
    await writeAudit(services, "challenge.deleted", user.id, id, {}, tx);
  });
}

/** @throws {ProblemError} `not_found` */
export async function listParticipants(
  { db }: Pick<Services, "db">,
  user: User,
  id: ChallengeId,
): Promise<Participant[]> {
  await requireChallenge(db, id);
  const members = await listChallengeMembers(db, id, user.id);
  return members.map(({ person, hasCompleted }) => ({
    ...{ name: person?.name ?? null, profileImageUrl: person?.profileImageUrl ?? "", hasCompleted },
    username: person?.hasProfile ? person.username : null,
  }));
}
