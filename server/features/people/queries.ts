import { and, asc, desc, eq, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { CommunityId } from "#shared/community/community.ts";
import type { Person } from "#shared/people/person.ts";
import type { Database } from "#server/db/client.ts";
import { escapeLike } from "#server/db/escape-like.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { getPerson, isBlocked } from "#server/db/person.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { blocks, friendships, mutes, userFollows } from "#server/db/schema/accounts/people.ts";
import { communities, communityMembers } from "#server/db/schema/community/communities.ts";

const person = getPerson() as SQL<Person>;

const isActive = (now: Date) =>
  and(
    isNull(users.deletionRequestedAt),
    or(isNull(users.suspendedUntil), sql`${users.suspendedUntil} <= ${now.toISOString()}::timestamptz`),
  );

/** The normalized name of a user, as compared in searches. */
const nameOfUser = sql`lower(${users.firstName} || ' ' || ${users.lastName})`;

/** An accepted friendship in either direction. */
const areFriends = (a: UserId, b: SQL | typeof users.id) =>
  sql`exists (select 1 from ${friendships} where ${friendships.state} = 'accepted'
    and ((${friendships.userId} = ${a} and ${friendships.friendId} = ${b})
      or (${friendships.userId} = ${b} and ${friendships.friendId} = ${a})))`;

/** Members of a community by request are found only by its members. */
const canSeeMembers = (viewerId: UserId, communityId: CommunityId) =>
  sql`exists (select 1 from ${communities} c where c.id = ${communityId} and c.deleted_at is null
    and (c.visibility = 'public' or exists (select 1 from ${communityMembers} own
      where own.community_id = c.id and own.user_id = ${viewerId} and own.state = 'active')))`;

const findable = sql`coalesce(${users.preferences} ->> 'findableBy', 'everyone')`;

/** Whether a user lets a viewer find them. */
const isFindableBy = (viewerId: UserId) =>
  sql`(${findable} = 'everyone' or (${findable} = 'friends' and ${areFriends(viewerId, users.id)}))`;

interface PeopleSearch {
  readonly text: string;
  readonly communityId: CommunityId | undefined;
  readonly limit: number;
}

/** Readers whose name has words that begin so; whether they allow it decides each reader. */
export function findPeople(
  db: Database,
  viewerId: UserId,
  { text, communityId, limit }: PeopleSearch,
  now: Date,
) {
  const start = `${escapeLike(text)}%`;
  const isFindable = communityId
    ? sql`exists (select 1 from ${communityMembers} where ${communityMembers.communityId} = ${communityId}
        and ${communityMembers.userId} = ${users.id} and ${communityMembers.state} = 'active')
        and ${canSeeMembers(viewerId, communityId)}`
    : isFindableBy(viewerId);
  return db
    .select({ person })
    .from(users)
    .where(
      and(
        ne(users.id, viewerId),
        isActive(now),
        sql`(lower(${users.username}) like ${start} or ${nameOfUser} like ${start} or ${nameOfUser} like ${`% ${start}`})`,
        isFindable,
        sql`not ${isBlocked(viewerId, users.id)}`,
      ),
    )
    .orderBy(asc(users.username))
    .limit(limit)
    .then((rows) => rows.map((row) => row.person));
}

/** Whether people search finds a user by name. */
export async function isFindable(
  db: Database,
  viewerId: UserId,
  userId: UserId,
  now: Date,
): Promise<boolean> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.id, userId),
        isActive(now),
        isFindableBy(viewerId),
        sql`not ${isBlocked(viewerId, users.id)}`,
      ),
    );
  return found.length > 0;
}

/** Null for unknown users, and for users who are suspended or leaving. */
export async function findPerson(db: Database, userId: UserId, now: Date) {
  const [row] = await db
    .select({ person, bio: users.bio, preferences: users.preferences })
    .from(users)
    .where(and(eq(users.id, userId), isActive(now)));
  return row ?? null;
}

/** The relation of two users. A declined request still looks sent. */
export async function getRelationRow(db: Database, userId: UserId, otherId: UserId) {
  const result = await db.execute<{
    sent: "requested" | "accepted" | "declined" | null;
    received: "requested" | "accepted" | "declined" | null;
    isFollowing: boolean;
    isFollowed: boolean;
    isBlocked: boolean;
    isBlockedBy: boolean;
    isMuted: boolean;
  }>(sql`select
    (select state from ${friendships} where user_id = ${userId} and friend_id = ${otherId}) as sent,
    (select state from ${friendships} where user_id = ${otherId} and friend_id = ${userId}) as received,
    exists (select 1 from ${userFollows} where user_id = ${userId} and followed_id = ${otherId}) as "isFollowing",
    exists (select 1 from ${userFollows} where user_id = ${otherId} and followed_id = ${userId}) as "isFollowed",
    exists (select 1 from ${blocks} where user_id = ${userId} and blocked_id = ${otherId}) as "isBlocked",
    exists (select 1 from ${blocks} where user_id = ${otherId} and blocked_id = ${userId}) as "isBlockedBy",
    exists (select 1 from ${mutes} where user_id = ${userId} and muted_id = ${otherId}) as "isMuted"`);
  return expectOneRow(result.rows);
}

/** Until the transaction ends, other changes of the relation of two users wait. */
export async function lockPair(tx: Database, userId: UserId, otherId: UserId): Promise<void> {
  const pair = [userId, otherId].sort().join(" ");
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('pair'), hashtext(${pair}))`);
}

export async function setFollowing(
  db: Database,
  userId: UserId,
  followedId: UserId,
  isFollowing: boolean,
  createdAt: Date,
): Promise<void> {
  if (isFollowing) {
    await db.insert(userFollows).values({ userId, followedId, createdAt }).onConflictDoNothing();
    return;
  }
  await db
    .delete(userFollows)
    .where(and(eq(userFollows.userId, userId), eq(userFollows.followedId, followedId)));
}

export async function setMuted(
  db: Database,
  userId: UserId,
  mutedId: UserId,
  isMuted: boolean,
  createdAt: Date,
): Promise<void> {
  if (isMuted) await db.insert(mutes).values({ userId, mutedId, createdAt }).onConflictDoNothing();
  else await db.delete(mutes).where(and(eq(mutes.userId, userId), eq(mutes.mutedId, mutedId)));
}

/** A block ends what connects the two. */
export async function setBlocked(
  db: Database,
  userId: UserId,
  blockedId: UserId,
  isBlocking: boolean,
  createdAt: Date,
): Promise<void> {
  if (!isBlocking) {
    await db.delete(blocks).where(and(eq(blocks.userId, userId), eq(blocks.blockedId, blockedId)));
    return;
  }
  await db.insert(blocks).values({ userId, blockedId, createdAt }).onConflictDoNothing();
  const pair = [userId, blockedId];
  await db
    .delete(friendships)
    .where(and(inArray(friendships.userId, pair), inArray(friendships.friendId, pair)));
  await db
    .delete(userFollows)
    .where(and(inArray(userFollows.userId, pair), inArray(userFollows.followedId, pair)));
}

const maxRelated = 500;

export type RelatedKind = "friends" | "requests" | "sent" | "following" | "blocked" | "muted";

/** The newest first. */
export async function listRelatedPeople(db: Database, userId: UserId, kind: RelatedKind): Promise<Person[]> {
  const { source, condition, other, at } = selectRelated(kind, userId);
  const rows = await db
    .select({ person })
    .from(source)
    .innerJoin(users, eq(users.id, other))
    .where(condition)
    .orderBy(desc(at))
    .limit(maxRelated);
  return rows.map((row) => row.person);
}

function selectRelated(kind: RelatedKind, userId: UserId) {
  if (kind === "blocked") {
    return {
      source: blocks,
      condition: eq(blocks.userId, userId),
      other: sql`${blocks.blockedId}`,
      at: blocks.createdAt,
    };
  }
  if (kind === "muted") {
    return {
      source: mutes,
      condition: eq(mutes.userId, userId),
      other: sql`${mutes.mutedId}`,
      at: mutes.createdAt,
    };
  }
  if (kind === "following") {
    return {
      source: userFollows,
      condition: eq(userFollows.userId, userId),
      other: sql`${userFollows.followedId}`,
      at: userFollows.createdAt,
    };
  }
  const { userId: from, friendId: to, state, createdAt: at } = friendships;
  const source = friendships;
  if (kind === "requests") {
    return { source, condition: and(eq(to, userId), eq(state, "requested")), other: sql`${from}`, at };
  }
  if (kind === "sent") {
    const condition = and(eq(from, userId), inArray(state, ["requested", "declined"]));
    return { source, condition, other: sql`${to}`, at };
  }
  const condition = and(eq(state, "accepted"), or(eq(from, userId), eq(to, userId)));
  return { source, condition, other: sql`case when ${from} = ${userId} then ${to} else ${from} end`, at };
}

/** The users of a list who neither blocked nor muted an actor, nor were blocked by them. */
export async function filterListeners(
  db: Database,
  actorId: UserId,
  userIds: readonly UserId[],
): Promise<UserId[]> {
  if (userIds.length === 0) return [];
  const result = await db.execute<{ id: UserId }>(sql`
    select u.id from unnest(array[${sql.join(
      userIds.map((id) => sql`${id}::uuid`),
      sql`, `,
    )}]) as u(id)
    where u.id <> ${actorId}
      and not exists (select 1 from ${blocks} b where (b.user_id = u.id and b.blocked_id = ${actorId}) or (b.user_id = ${actorId} and b.blocked_id = u.id))
      and not exists (select 1 from ${mutes} m where m.user_id = u.id and m.muted_id = ${actorId})`);
  return result.rows.map(({ id }) => id);
}
