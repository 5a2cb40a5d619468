import { and, asc, eq, gt, inArray, lt, ne, type SQL, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { CommunityId, MemberState, Membership } from "#shared/community/community.ts";
import type { Person } from "#shared/people/person.ts";
import type { Database } from "#server/db/client.ts";
import { escapeLike } from "#server/db/escape-like.ts";
import { getPerson, isBlocked } from "#server/db/person.ts";
import { pick } from "#server/db/pick.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import {
  communities,
  communityBooks,
  communityInvites,
  communityMembers,
} from "#server/db/schema/community/communities.ts";
import { sharedMarks } from "#server/db/schema/community/margin.ts";
import { bookReach } from "#server/db/schema/reading/reading-activity.ts";
import type { TimeAndId } from "#server/http/api/cursor.ts";

const isMemberRow = (communityId: CommunityId, userId: UserId) =>
  and(eq(communityMembers.communityId, communityId), eq(communityMembers.userId, userId));

/** Locks the rows of communities, so that counts and roles change one after the other. */
export async function lockCommunities(tx: Database, ids: readonly CommunityId[]): Promise<void> {
  await tx
    .select({ id: communities.id })
    .from(communities)
    .where(inArray(communities.id, [...ids]))
    .orderBy(asc(communities.id))
    // A plain `update` lock waits for every transaction that inserted a row with this community.
    .for("no key update");
}

export const lockCommunity = (tx: Database, id: CommunityId): Promise<void> => lockCommunities(tx, [id]);

export async function findMember(
  db: Database,
  communityId: CommunityId,
  userId: UserId,
): Promise<Membership | null> {
  const [row] = await db
    .select(pick(communityMembers, "role", "state", "mutedUntil"))
    .from(communityMembers)
    .where(isMemberRow(communityId, userId));
  return row ?? null;
}

export async function saveMember(tx: Database, row: typeof communityMembers.$inferInsert): Promise<void> {
  const { communityId, userId: _userId, ...changes } = row;
  await tx
    .insert(communityMembers)
    .values(row)
    .onConflictDoUpdate({ target: [communityMembers.communityId, communityMembers.userId], set: changes });
  await countMembers(tx, communityId);
}

export async function updateMemberRow(
  tx: Database,
  communityId: CommunityId,
  userId: UserId,
  changes: Partial<typeof communityMembers.$inferInsert>,
): Promise<void> {
  await tx.update(communityMembers).set(changes).where(isMemberRow(communityId, userId));
  await countMembers(tx, communityId);
}

export async function deleteMember(tx: Database, communityId: CommunityId, userId: UserId): Promise<void> {
  await tx.delete(communityMembers).where(isMemberRow(communityId, userId));
  // Marks that moderators removed stay, so that a member who comes back does not share them again.
  await tx
    .delete(sharedMarks)
    .where(
      and(
        eq(sharedMarks.communityId, communityId),
        eq(sharedMarks.userId, userId),
        ne(sharedMarks.state, "removed"),
      ),
    );
  await countMembers(tx, communityId);
}

async function countMembers(tx: Database, communityId: CommunityId): Promise<void> {
  const active = sql`(select count(*) from ${communityMembers}
    where ${communityMembers.communityId} = ${communityId} and ${communityMembers.state} = 'active')`;
  await tx.update(communities).set({ memberCount: active }).where(eq(communities.id, communityId));
}

/** Corrects the member counts of all communities, which change when accounts are erased. */
export async function recountMembers(db: Database): Promise<void> {
  const { rows } = await db.execute<{ id: CommunityId }>(sql`
    select c.id from ${communities} c
    left join ${communityMembers} m on m.community_id = c.id and m.state = 'active'
    group by c.id having c.member_count <> count(m.user_id)`);
  for (const { id } of rows) {
    await db.transaction(async (tx) => {
      await lockCommunity(tx, id);
      await countMembers(tx, id);
    });
  }
}

export async function countPending(db: Database, communityId: CommunityId): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(communityMembers)
    .where(and(eq(communityMembers.communityId, communityId), eq(communityMembers.state, "pending")));
  return row?.count ?? 0;
}

interface MemberFilter {
  readonly viewerId: UserId;
  /** Whether the viewer is an active member. */
  readonly seesProgress: boolean;
  readonly state: MemberState;
  /** In lower case. */
  readonly search: string;
  readonly after: TimeAndId | undefined;
}

/** How far a member who shares it has come in the current book of a community. */
const selectSharedProgress = (communityId: CommunityId): SQL<number | null> => sql<number | null>`(
  select greatest(r.text_reach, r.audio_reach) from ${communityBooks} b
  join ${bookReach} r on r.book_id = b.book_id and r.user_id = ${users.id}
  where b.community_id = ${communityId} and b.is_current
    and ${users.preferences} @> '{"showsProgressInCommunities": true}')`;

/** The owner first, then by the time of joining. */
export async function listMemberRows(
  db: Database,
  communityId: CommunityId,
  { viewerId, seesProgress, state, search, after }: MemberFilter,
  limit: number,
) {
  const start = `${escapeLike(search)}%`;
  const { since, userId } = communityMembers;
  return db
    .select({
      person: getPerson() as SQL<Person>,
      ...pick(communityMembers, "role", "state", "message", "mutedUntil"),
      since,
      progress: seesProgress ? selectSharedProgress(communityId) : sql<number | null>`null`,
      sinceText: sql<string>`${since}::text`,
    })
    .from(communityMembers)
    .innerJoin(users, eq(users.id, userId))
    .where(
      and(
        eq(communityMembers.communityId, communityId),
        eq(communityMembers.state, state),
        sql`not ${isBlocked(viewerId, userId)}`,
        search
          ? sql`(lower(${users.username}) like ${start} or lower(${users.firstName} || ' ' || ${users.lastName}) like ${start})`
          : undefined,
        after ? sql`(${since}, ${userId}) > (${after[0]}::timestamptz, ${after[1]}::uuid)` : undefined,
      ),
    )
    .orderBy(asc(since), asc(userId))
    .limit(limit);
}

export async function listModerators(db: Database, communityId: CommunityId): Promise<UserId[]> {
  const found = await db
    .select({ userId: communityMembers.userId })
    .from(communityMembers)
    .where(
      and(
        eq(communityMembers.communityId, communityId),
        eq(communityMembers.state, "active"),
        inArray(communityMembers.role, ["owner", "moderator"]),
      ),
    );
  return found.map(({ userId }) => userId);
}

const isUsable = (now: Date) =>
  and(gt(communityInvites.expiresAt, now), lt(communityInvites.uses, communityInvites.maxUses));

export function listUsableInvites(db: Database, communityId: CommunityId, now: Date) {
  return db
    .select(pick(communityInvites, "id", "uses", "maxUses", "expiresAt"))
    .from(communityInvites)
    .where(and(eq(communityInvites.communityId, communityId), isUsable(now)))
    .orderBy(asc(communityInvites.expiresAt));
}

export async function insertInvite(
  db: Database,
  invite: typeof communityInvites.$inferInsert,
): Promise<void> {
  await db.insert(communityInvites).values(invite);
}

export async function deleteInviteRow(db: Database, communityId: CommunityId, id: string): Promise<void> {
  await db
    .delete(communityInvites)
    .where(and(eq(communityInvites.id, id), eq(communityInvites.communityId, communityId)));
}

export async function isInvited(
  db: Database,
  communityId: CommunityId,
  tokenHash: string,
  now: Date,
): Promise<boolean> {
  const [row] = await db
    .select({ id: communityInvites.id })
    .from(communityInvites)
    .where(
      and(
        eq(communityInvites.communityId, communityId),
        eq(communityInvites.tokenHash, tokenHash),
        isUsable(now),
      ),
    );
  return row !== undefined;
}

/** @returns false when the invitation is used up or expired */
export async function redeemInvite(
  tx: Database,
  communityId: CommunityId,
  tokenHash: string,
  now: Date,
): Promise<boolean> {
  const changed = await tx
    .update(communityInvites)
    .set({ uses: sql`${communityInvites.uses} + 1` })
    .where(
      and(
        eq(communityInvites.communityId, communityId),
        eq(communityInvites.tokenHash, tokenHash),
        isUsable(now),
      ),
    )
    .returning({ id: communityInvites.id });
  return changed.length > 0;
}

/** The longest-serving moderator or else member becomes the owner; a community without members is deleted. */
export async function assignOwners(db: Database, now: Date): Promise<void> {
  const isOwned = sql`exists (select 1 from ${communityMembers} o where o.community_id = c.id and o.role = 'owner')`;
  await db.execute(sql`
    update ${communityMembers} set role = 'owner'
    from (select distinct on (m.community_id) m.community_id, m.user_id
      from ${communityMembers} m join ${communities} c on c.id = m.community_id
      where m.state = 'active' and not ${isOwned}
      order by m.community_id, (m.role = 'moderator') desc, m.since) successor
    where ${communityMembers.communityId} = successor.community_id and ${communityMembers.userId} = successor.user_id`);
  await db.execute(sql`
    update ${communities} c set deleted_at = ${now.toISOString()}::timestamptz
    where deleted_at is null and not ${isOwned}`);
}
