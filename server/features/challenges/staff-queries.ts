import { and, desc, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { Challenge, ChallengeId } from "#shared/challenges/contract.ts";
import type { CommunityId } from "#shared/community/community.ts";
import type { Person } from "#shared/people/person.ts";
import type { Database } from "#server/db/client.ts";
import { getPerson, isBlocked } from "#server/db/person.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { communityMembers } from "#server/db/schema/community/communities.ts";
import {
  challengeBooks,
  challengeMembers,
  challenges,
  championExclusions,
} from "#server/db/schema/reading/challenges.ts";
import { challengeColumns, type NewChallenge, saveBooks } from "./queries.ts";

const maxListed = 200;
const maxParticipants = 50;

export function listLatest(db: Database): Promise<Challenge[]> {
  return db
    .select(challengeColumns)
    .from(challenges)
    .where(isNull(challenges.communityId))
    .orderBy(desc(challenges.startsAt))
    .limit(maxListed);
}

/** Until the transaction ends, other changes of titles on the site, or in the community, wait. */
export async function lockTitles(tx: Database, communityId: CommunityId | null): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtext('challenge-titles'), hashtext(${communityId ?? "site"}))`,
  );
}

export async function lockChallenge(tx: Database, id: ChallengeId) {
  const [row] = await tx.select().from(challenges).where(eq(challenges.id, id)).for("update");
  if (!row) return null;
  const rows = await tx
    .select({ id: challengeBooks.bookId })
    .from(challengeBooks)
    .where(eq(challengeBooks.challengeId, id));
  return { ...row, bookIds: rows.map(({ id }) => id) };
}

export async function updateChallengeRow(
  tx: Database,
  id: ChallengeId,
  { bookIds = [], ...row }: NewChallenge,
): Promise<void> {
  await tx.update(challenges).set(row).where(eq(challenges.id, id));
  await saveBooks(tx, id, bookIds);
}

const maxCommunityChallenges = 50;

export function listCommunityChallengeRows(db: Database, communityId: CommunityId): Promise<Challenge[]> {
  return db
    .select(challengeColumns)
    .from(challenges)
    .where(eq(challenges.communityId, communityId))
    .orderBy(desc(challenges.endsAt), challenges.id)
    .limit(maxCommunityChallenges);
}

/**
 * The members of the community of a new challenge, or readers who took part in another challenge of the
 * site.
 */
export async function listFormerParticipants(
  db: Database,
  { id, communityId }: Pick<Challenge, "id"> & { readonly communityId: CommunityId | null },
  after: UserId | undefined,
  limit: number,
): Promise<UserId[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        after ? gt(users.id, after) : undefined,
        isNull(users.deletionRequestedAt),
        communityId
          ? sql`exists (select from ${communityMembers} m
              where m.community_id = ${communityId} and m.user_id = users.id and m.state = 'active')`
          : sql`exists (select from ${challengeMembers} m where m.user_id = users.id and m.challenge_id <> ${id})`,
      ),
    )
    .orderBy(users.id)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** @returns whether there was such a challenge */
export async function deleteChallengeRow(db: Database, id: ChallengeId): Promise<boolean> {
  const removed = await db.delete(challenges).where(eq(challenges.id, id)).returning({ id: challenges.id });
  return removed.length > 0;
}

const isShown = sql`coalesce((${users.preferences} ->> 'showsAmongChampions')::boolean, true)
  and not exists (select 1 from ${championExclusions} x where x.user_id = ${users.id})`;

/** Those who completed it first, then by the time of joining. */
export function listChallengeMembers(db: Database, id: ChallengeId, viewerId: UserId) {
  return db
    .select({
      person:
        sql<Person | null>`case when ${isShown} and not ${isBlocked(viewerId, users.id)} then ${getPerson()} end` as SQL<Person | null>,
      hasCompleted: sql<boolean>`${challengeMembers.completedAt} is not null`,
    })
    .from(challengeMembers)
    .innerJoin(users, eq(users.id, challengeMembers.userId))
    .where(and(eq(challengeMembers.challengeId, id), sql`${users.deletionRequestedAt} is null`))
    .orderBy(sql`${challengeMembers.completedAt} asc nulls last`, challengeMembers.joinedAt)
    .limit(maxParticipants);
}
