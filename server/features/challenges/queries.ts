import { and, desc, eq, gt, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type { Challenge, ChallengeId, Participation, UserChallenge } from "#shared/challenges/contract.ts";
import type { CommunityId } from "#shared/community/community.ts";
import type { Database } from "#server/db/client.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { pick } from "#server/db/pick.ts";
import { communities, communityMembers } from "#server/db/schema/community/communities.ts";
import { challengeBooks, challengeMembers, challenges } from "#server/db/schema/reading/challenges.ts";
import { filterVisible } from "#server/features/books/service.ts";
import { computeProgress } from "./progress-queries.ts";

const maxListed = 100;

export const challengeColumns = {
  ...pick(challenges, "id", "title", "description"),
  ...pick(challenges, "titleArabic", "descriptionArabic", "goal", "goalType", "startsAt", "endsAt"),
  genre: sql<string | null>`(select g.name from genres g where g.id = ${challenges.genreId})`,
  books: sql<Challenge["books"]>`(
    select coalesce(json_agg(json_build_object('id', books.id, 'title', books.title) order by books.title), '[]')
    from challenge_books cb join books on books.id = cb.book_id
    where cb.challenge_id = challenges.id and ${filterVisible(null)})`,
  communityId: challenges.communityId,
  participantCount: sql<number>`(select count(*)::int from challenge_members m where m.challenge_id = ${challenges.id})`,
};

const isSiteChallenge = isNull(challenges.communityId);

const getParticipationColumns = (userId: UserId) => ({
  joinedAt: challengeMembers.joinedAt,
  completedAt: challengeMembers.completedAt,
  progress: computeProgress(sql`${userId}::uuid`),
});

export function listRunning(db: Database, now: Date): Promise<Challenge[]> {
  return db
    .select(challengeColumns)
    .from(challenges)
    .where(and(isSiteChallenge, lte(challenges.startsAt, now), gt(challenges.endsAt, now)))
    .orderBy(challenges.endsAt, challenges.id)
    .limit(maxListed);
}

export function listUpcomingChallenges(db: Database, now: Date): Promise<Challenge[]> {
  return db
    .select(challengeColumns)
    .from(challenges)
    .where(and(isSiteChallenge, gt(challenges.startsAt, now)))
    .orderBy(challenges.startsAt, challenges.id)
    .limit(maxListed);
}

export function countCompleted(db: Database, id: ChallengeId): Promise<number> {
  return db.$count(
    challengeMembers,
    and(eq(challengeMembers.challengeId, id), isNotNull(challengeMembers.completedAt)),
  );
}

export interface ChallengeCursor {
  /** Microseconds since 1970, as precise as the database. */
  readonly ended: string;
  readonly id: ChallengeId;
}

export function listEndedChallenges(
  db: Database,
  now: Date,
  after: ChallengeCursor | null,
  limit: number,
): Promise<(Challenge & { readonly ended: string })[]> {
  const isAfterCursor: SQL | undefined = after
    ? sql`(${challenges.endsAt}, ${challenges.id}) <
        (timestamptz 'epoch' + ${after.ended}::bigint * interval '1 microsecond', ${after.id}::uuid)`
    : undefined;
  return db
    .select({
      ...challengeColumns,
      ended: sql<string>`(extract(epoch from ${challenges.endsAt}) * 1000000)::bigint::text`,
    })
    .from(challenges)
    .where(and(isSiteChallenge, lte(challenges.endsAt, now), isAfterCursor))
    .orderBy(sql`${challenges.endsAt} desc, ${challenges.id} desc`)
    .limit(limit);
}

/** Of the site, or of a community that is not deleted and has the reader as a member. */
export const isOpenTo = (userId: UserId | SQL): SQL => sql`(${challenges.communityId} is null or exists (
  select from ${communityMembers} m join ${communities} c on c.id = m.community_id
  where c.id = ${challenges.communityId} and c.deleted_at is null and m.user_id = ${userId} and m.state = 'active'))`;

/** Joined challenges, latest first. */
export async function listJoined(db: Database, userId: UserId): Promise<UserChallenge[]> {
  const rows = await db
    .select({ ...challengeColumns, ...getParticipationColumns(userId) })
    .from(challengeMembers)
    .innerJoin(challenges, eq(challenges.id, challengeMembers.challengeId))
    .where(and(eq(challengeMembers.userId, userId), isOpenTo(userId)))
    .orderBy(sql`${challengeMembers.joinedAt} desc, ${challenges.id}`)
    .limit(maxListed);
  return rows.map(({ joinedAt, completedAt, progress, ...challenge }) => ({
    challenge,
    joinedAt,
    completedAt,
    progress,
  }));
}

export async function findChallenge(db: Database, id: ChallengeId): Promise<Challenge | null> {
  const [row] = await db.select(challengeColumns).from(challenges).where(eq(challenges.id, id));
  return row ?? null;
}

/** Null for users who do not participate. */
export async function findParticipation(
  db: Database,
  id: ChallengeId,
  userId: UserId,
): Promise<Participation | null> {
  const [row] = await db
    .select(getParticipationColumns(userId))
    .from(challengeMembers)
    .innerJoin(challenges, eq(challenges.id, challengeMembers.challengeId))
    .where(and(eq(challengeMembers.challengeId, id), eq(challengeMembers.userId, userId)));
  return row ?? null;
}

export type NewChallenge = Omit<typeof challenges.$inferInsert, "id" | "createdAt"> & {
  /** The only books that count; none for all. */
  readonly bookIds?: readonly BookId[];
};

export async function insertChallenge(
  db: Database,
  { bookIds = [], ...row }: NewChallenge,
  now: Date,
): Promise<ChallengeId> {
  const added = await db
    .insert(challenges)
    .values({ ...row, createdAt: now })
    .returning({ id: challenges.id });
  const { id } = expectOneRow(added);
  await saveBooks(db, id, bookIds);
  return id;
}

/** Replaces the books that count. */
export async function saveBooks(tx: Database, challengeId: ChallengeId, bookIds: readonly BookId[]) {
  await tx.delete(challengeBooks).where(eq(challengeBooks.challengeId, challengeId));
  if (bookIds.length > 0) {
    await tx.insert(challengeBooks).values(bookIds.map((bookId) => ({ challengeId, bookId })));
  }
}

/** Completed challenges of a reader, the latest first. */
export async function listCompletedChallenges(
  db: Database,
  userId: UserId,
  limit: number,
): Promise<{ title: string; titleArabic: string; completedAt: Date }[]> {
  const rows = await db
    .select({
      title: challenges.title,
      titleArabic: challenges.titleArabic,
      completedAt: challengeMembers.completedAt,
    })
    .from(challengeMembers)
    .innerJoin(challenges, eq(challenges.id, challengeMembers.challengeId))
    .where(and(isSiteChallenge, eq(challengeMembers.userId, userId), isNotNull(challengeMembers.completedAt)))
    .orderBy(desc(challengeMembers.completedAt))
    .limit(limit);
  return rows.flatMap(({ completedAt, ...titles }) => (completedAt ? [{ ...titles, completedAt }] : []));
}

/** Titles are unique on the site and within each community. */
export async function findChallengeId(
  db: Database,
  title: string,
  communityId: CommunityId | null = null,
): Promise<ChallengeId | null> {
  const [row] = await db
    .select({ id: challenges.id })
    .from(challenges)
    .where(
      and(
        eq(challenges.title, title),
        sql`${challenges.communityId} is not distinct from ${communityId}::uuid`,
      ),
    )
    .limit(1);
  return row?.id ?? null;
}

/** Adds a participant. Idempotent. */
export async function insertMember(
  db: Database,
  challengeId: ChallengeId,
  userId: UserId,
  now: Date,
): Promise<void> {
  await db.insert(challengeMembers).values({ challengeId, userId, joinedAt: now }).onConflictDoNothing();
}

/** Removes a participant. */
export async function deleteMember(db: Database, challengeId: ChallengeId, userId: UserId): Promise<void> {
  await db
    .delete(challengeMembers)
    .where(and(eq(challengeMembers.challengeId, challengeId), eq(challengeMembers.userId, userId)));
}
