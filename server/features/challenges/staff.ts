import type { User } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type { BookId } from "#shared/books/book.ts";
import type { Challenge, ChallengeId, challengesContract, Participant } from "#shared/challenges/contract.ts";
import type { ChallengeFields, challengesStaffContract } from "#shared/challenges/staff.ts";
import type { CommunityId } from "#shared/community/community.ts";
import type { Database } from "#server/db/client.ts";
import { writeAudit } from "#server/features/accounts/service.ts";
import { findGenreId, getAccess } from "#server/features/books/service.ts";
import { withdrawSubject } from "#server/features/notifications/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { conflict, invalid, notFound, ProblemError } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { completeChallenges } from "./complete-challenges.ts";
import { notifyNewChallenge } from "./notify-new-challenge.ts";
import { findChallenge, findChallengeId, insertChallenge, type NewChallenge } from "./queries.ts";
import { requireVisibleChallenge } from "./service.ts";
import {
  deleteChallengeRow,
  listChallengeMembers,
  listLatest,
  lockChallenge,
  lockTitles,
  updateChallengeRow,
} from "./staff-queries.ts";
import { listUpdateIds } from "./update-queries.ts";
import { updateSubject } from "./updates.ts";

const dayMs = 86_400_000;

export const listAllChallenges = ({ db }: Context): Promise<Challenge[]> => listLatest(db);

async function toRow(services: Services, user: User, fields: ChallengeFields): Promise<ChallengeRow> {
  const { startsOn, endsOn, genre, bookIds, ...rest } = fields;
  if (endsOn < startsOn) throw invalid({ endsOn: "ends_before_start" });
  const genreId = genre === null ? null : await findGenreId(services.db, genre);
  if (genre !== null && genreId === null) throw invalid({ genre: "check_fields" });
  const bookIdSet = new Set(bookIds);
  for (const bookId of bookIdSet) {
    await getAccess(services, user, bookId).catch((error: unknown) => {
      const isUnknown = error instanceof ProblemError && error.code === "not_found";
      throw isUnknown ? invalid({ bookIds: "check_fields" }) : error;
    });
  }
  if (fields.goalType === "books" && bookIdSet.size > 0 && fields.goal > bookIdSet.size) {
    throw invalid({ goal: "goal_above_books" });
  }
  const endsAt = new Date(Date.parse(endsOn) + dayMs);
  return { ...rest, genreId, startsAt: new Date(startsOn), endsAt, bookIds: [...bookIdSet] };
}

type ChallengeRow = NewChallenge & { readonly bookIds: readonly BookId[] };

async function requireChallenge(db: Database, id: ChallengeId): Promise<Challenge> {
  const found = await findChallenge(db, id);
  if (!found) throw notFound("challenge");
  return found;
}

/**
 * @param communityId null for a challenge of the site
 * @throws {ProblemError} `conflict` for a taken title; `invalid_input`
 */
export async function createChallenge(
  context: Context,
  { body: fields }: InputOf<typeof challengesStaffContract.createChallenge>,
  communityId: CommunityId | null = null,
): Promise<Challenge> {
  const { db, clock, jobs, user } = context;
  const row = { ...(await toRow(context, user, fields)), communityId };
  const id = await db.transaction(async (tx) => {
    await lockTitles(tx, communityId);
    if (await findChallengeId(tx, fields.title, communityId))
      throw conflict("challenge_title_taken", { title: "challenge_title_taken" });
    const id = await insertChallenge(tx, row, clock());
    await writeAudit(context, "challenge.created", user.id, id, {}, tx);
    await jobs.add(notifyNewChallenge, { challengeId: id }, { db: tx });
    return id;
  });
  return requireChallenge(db, id);
}

type LockedChallenge = NonNullable<Awaited<ReturnType<typeof lockChallenge>>>;

function isStricter(before: LockedChallenge, row: ChallengeRow): boolean {
  const isNarrower =
    row.bookIds.length > 0 &&
    (before.bookIds.length === 0 || before.bookIds.some((id) => !row.bookIds.includes(id)));
  return (
    row.goal > before.goal ||
    row.goalType !== before.goalType ||
    row.startsAt > before.startsAt ||
    row.endsAt < before.endsAt ||
    (row.genreId !== before.genreId && row.genreId !== null) ||
    isNarrower
  );
}

/**
 * Changes a challenge. After the first participant has joined, the goal cannot be raised, its type cannot
 * change, and days and books cannot be removed.
 *
 * @param communityId null for a challenge of the site
 * @throws {ProblemError} `not_found`; `conflict`; `invalid_input`
 */
export async function updateChallenge(
  context: Context,
  { params: { challengeId: id }, body: fields }: InputOf<typeof challengesStaffContract.updateChallenge>,
  communityId: CommunityId | null = null,
): Promise<Challenge> {
  const { db, user } = context;
  const row = await toRow(context, user, fields);
  await db.transaction(async (tx) => {
    await lockTitles(tx, communityId);
    const before = await lockChallenge(tx, id);
    if (before?.communityId !== communityId) throw notFound("challenge");
    const other = await findChallengeId(tx, fields.title, communityId);
    if (other && other !== id) throw conflict("challenge_title_taken", { title: "challenge_title_taken" });
    const { participantCount } = await requireChallenge(tx, id);
    if (participantCount > 0 && isStricter(before, row)) throw conflict("challenge_joined");
    await updateChallengeRow(tx, id, row);
    await writeAudit(context, "challenge.changed", user.id, id, {}, tx);
  });
  await completeChallenges(context, null);
  return requireChallenge(db, id);
}

/**
 * @param communityId null for a challenge of the site
 * @throws {ProblemError} `not_found`
 */
export async function deleteChallenge(
  context: Context,
  { params: { challengeId: id } }: InputOf<typeof challengesStaffContract.deleteChallenge>,
  communityId: CommunityId | null = null,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const before = await lockChallenge(tx, id);
    if (before?.communityId !== communityId) throw notFound("challenge");
    for (const updateId of await listUpdateIds(tx, id)) await withdrawSubject(tx, updateSubject(updateId));
    await deleteChallengeRow(tx, id);
    await withdrawSubject(tx, `challenge:${id}`);
    await writeAudit(context, "challenge.deleted", context.user.id, id, {}, tx);
  });
}

/** @throws {ProblemError} `not_found` */
export async function listParticipants(
  context: Context,
  { params: { challengeId } }: InputOf<typeof challengesContract.listParticipants>,
): Promise<Participant[]> {
  const { db, user } = context;
  await requireVisibleChallenge(context, user, challengeId);
  const members = await listChallengeMembers(db, challengeId, user.id);
  return members.map(({ person, hasCompleted }) => ({
    name: person?.name ?? null,
    profileImageUrl: person?.profileImageUrl ?? "",
    hasCompleted,
    username: person?.hasProfile ? person.username : null,
  }));
}
