import { getShortName } from "#shared/accounts/short-name.ts";
import type { User, UserId } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type { peopleContract, Relation } from "#shared/people/contract.ts";
import type { Person } from "#shared/people/person.ts";
import type { Database } from "#server/db/client.ts";
import { type NotificationEvent, notifyAll, withdraw } from "#server/features/notifications/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { notFound } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import {
  claimFriendNotice,
  deleteFriendship,
  insertFriendRequest,
  setRequestState,
} from "./friendship-queries.ts";
import {
  filterListeners,
  findPeople,
  findPerson,
  getRelationRow,
  isFindable,
  listRelatedPeople,
  lockPair,
  setBlocked,
  setFollowing,
  setMuted,
} from "./queries.ts";

const defaultSearchLimit = 8;

/** Readers by the beginning of a name or username; those of one community with `communityId`. */
export function searchPeople(
  { db, clock, user }: Context,
  { query: { search, communityId, limit = defaultSearchLimit } }: InputOf<typeof peopleContract.searchPeople>,
): Promise<Person[]> {
  const text = search.replace(/^@/, "").toLowerCase();
  if (text === "") return Promise.resolve([]);
  return findPeople(db, user.id, { text, communityId, limit }, clock());
}

export const listRelated = (
  { db, user }: Context,
  { params: { kind } }: InputOf<typeof peopleContract.listRelated>,
): Promise<Person[]> => listRelatedPeople(db, user.id, kind);

/** @throws {ProblemError} `not_found` for oneself, unknown people and those who blocked the caller */
async function requirePerson({ db, clock }: Pick<Services, "db" | "clock">, user: User, otherId: UserId) {
  const [found, relation] = await Promise.all([
    findPerson(db, otherId, clock()),
    getRelationRow(db, user.id, otherId),
  ]);
  if (!found || otherId === user.id || relation.isBlockedBy) throw notFound("reader");
  return { ...found, relation };
}

function toRelation({
  sent,
  received,
  isFollowing,
  isBlocked,
  isMuted,
}: Awaited<ReturnType<typeof getRelationRow>>): Relation {
  const areFriends = sent === "accepted" || received === "accepted";
  const requested = sent ? "requested" : received === "requested" ? "received" : "none";
  return { friend: areFriends ? "friends" : requested, isFollowing, isBlocked, isMuted };
}

/** @throws {ProblemError} `not_found` */
export async function getRelation(
  context: Context,
  { params: { userId } }: InputOf<typeof peopleContract.getRelation>,
): Promise<Relation> {
  return toRelation((await requirePerson(context, context.user, userId)).relation);
}

const friendEvents = ["requested", "accepted"] as const;
type FriendEvent = (typeof friendEvents)[number];

/** The key of the notification about a friend request or its acceptance. */
const getFriendKey = (userId: UserId, event: FriendEvent): string => `friend:${userId}:${event}`;

/**
 * Asks to be friends, or accepts the other's request. Idempotent. Requests that are withdrawn and repeated send one
 * email a day.
 *
 * @throws {ProblemError} `not_found`
 */
export async function requestFriend(
  context: Context,
  { params: { userId } }: InputOf<typeof peopleContract.requestFriend>,
): Promise<Relation> {
  const { user } = context;
  await context.db.transaction(async (tx) => {
    await lockPair(tx, user.id, userId);
    const { relation } = await requirePerson({ ...context, db: tx }, user, userId);
    if (relation.isBlocked || toRelation(relation).friend === "friends") return;
    const isAccepted = await setRequestState(tx, user.id, userId, "accepted");
    const isNew = isAccepted || (await insertFriendRequest(tx, user.id, userId, context.clock()));
    if (!isNew) return;
    const name = getShortName(user.firstName, user.lastName);
    const event = isAccepted ? "accepted" : "requested";
    await notifyFrom(
      context,
      user.id,
      [userId],
      {
        type: isAccepted ? "friend_accepted" : "friend_request",
        params: { name },
        key: getFriendKey(user.id, event),
        subject: `user:${user.id}`,
        isQuiet: !(await claimFriendNotice(tx, user.id, userId, context.clock())),
      },
      tx,
    );
  });
  return getRelation(context, { params: { userId } });
}

/**
 * Ends a friendship, withdraws a request, or declines one without telling the other.
 *
 * @throws {ProblemError} `not_found`
 */
export async function removeFriend(
  context: Context,
  { params: { userId } }: InputOf<typeof peopleContract.removeFriend>,
): Promise<Relation> {
  const { user } = context;
  await requirePerson(context, user, userId);
  await context.db.transaction(async (tx) => {
    await lockPair(tx, user.id, userId);
    await setRequestState(tx, user.id, userId, "declined");
    await deleteFriendship(tx, user.id, userId);
    for (const event of friendEvents) {
      await withdraw(tx, userId, getFriendKey(user.id, event));
      await withdraw(tx, user.id, getFriendKey(userId, event));
    }
  });
  return getRelation(context, { params: { userId } });
}

/** @throws {ProblemError} `not_found` */
export async function updateRelation(
  context: Context,
  {
    params: { userId },
    body: { isFollowing, isBlocked, isMuted },
  }: InputOf<typeof peopleContract.updateRelation>,
): Promise<Relation> {
  const { user } = context;
  const { relation } = await requirePerson(context, user, userId);
  const now = context.clock();
  await context.db.transaction(async (tx) => {
    if (isBlocked !== undefined) await lockPair(tx, user.id, userId);
    if (isBlocked !== undefined) await setBlocked(tx, user.id, userId, isBlocked, now);
    if (isMuted !== undefined) await setMuted(tx, user.id, userId, isMuted, now);
    const isNowBlocked = isBlocked ?? relation.isBlocked;
    if (isFollowing !== undefined && !isNowBlocked) await setFollowing(tx, user.id, userId, isFollowing, now);
    if (isBlocked !== undefined) await context.live.publish(userId, { topics: ["person"] }, tx);
  });
  return getRelation(context, { params: { userId } });
}

/** Whether people search finds the other user by name. */
export const isFindablePerson = (
  { db, clock }: Pick<Services, "db" | "clock">,
  userId: UserId,
  otherId: UserId,
): Promise<boolean> => isFindable(db, userId, otherId, clock());

/** Whether the other user blocked a user. Blocking somebody does not hide their profile from the blocker. */
export const isBlockedBy = async (db: Database, userId: UserId, otherId: UserId): Promise<boolean> =>
  (await getRelationRow(db, userId, otherId)).isBlockedBy;

export const areFriends = async (db: Database, userId: UserId, otherId: UserId): Promise<boolean> =>
  toRelation(await getRelationRow(db, userId, otherId)).friend === "friends";

/** @throws {ProblemError} `not_found` for unknown people and those who blocked the caller */
export async function requireVisiblePerson(services: Services, user: User, otherId: UserId) {
  const { person, bio } = await requirePerson(services, user, otherId);
  return { person, bio };
}

/** Whether a user may message another one, and whether it would be a message request. */
export async function getMessageRights(
  { db, clock }: Pick<Services, "db" | "clock">,
  userId: UserId,
  otherId: UserId,
): Promise<"allowed" | "request" | "refused"> {
  const [found, relation] = await Promise.all([
    findPerson(db, otherId, clock()),
    getRelationRow(db, userId, otherId),
  ]);
  if (!found || relation.isBlocked || relation.isBlockedBy) return "refused";
  const areFriends = toRelation(relation).friend === "friends";
  const isKnown = areFriends || relation.isFollowed;
  const { messagesFrom = "everyone" } = found.preferences;
  if (messagesFrom === "nobody" || (messagesFrom === "friends" && !areFriends)) return "refused";
  if (messagesFrom === "followed" && !isKnown) return "refused";
  return isKnown ? "allowed" : "request";
}

/** Notifies users about an action of another user, except those who blocked or muted that user. */
export async function notifyFrom(
  services: Services,
  actorId: UserId,
  userIds: readonly UserId[],
  event: NotificationEvent,
  db: Database = services.db,
): Promise<void> {
  await notifyAll(services, await filterListeners(db, actorId, userIds), event, db);
}
