import { getShortName } from "#shared/accounts/short-name.ts";
import type { User, UserId } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type { peopleContract, Relation } from "#shared/people/contract.ts";
import type { Person } from "#shared/people/person.ts";
import type { Database } from "#server/db/client.ts";
import { type NotificationEvent, notifyAll, withdraw } from "#server/features/notifications/service.ts";
import { notFound } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { type FriendEvent, friendEvents, getFriendTexts } from "./friend-texts.ts";
import {
  claimFriendNotice,
  deleteFriendship,
  filterListeners,
  findPeople,
  findPerson,
  insertFriendRequest,
  isFindable,
  listRelatedPeople,
  lockPair,
  type RelatedKind,
  readRelation,
  setBlocked,
  setFollowing,
  setMuted,
  setRequestState,
} from "./queries.ts";

type Contract = typeof peopleContract;

const defaultSearchLimit = 8;

/** Readers by the beginning of a name or username; those of one community with `communityId`. */
export function searchPeople(
  { db, clock }: Pick<Services, "db" | "clock">,
  user: User,
  { search, communityId, limit = defaultSearchLimit }: InputOf<Contract["searchPeople"]>["query"],
): Promise<Person[]> {
  const text = search.replace(/^@/, "").toLowerCase();
  if (text === "") return Promise.resolve([]);
  return findPeople(db, user.id, { text, communityId, limit }, clock());
}

export const listRelated = (db: Database, userId: UserId, kind: RelatedKind): Promise<Person[]> =>
  listRelatedPeople(db, userId, kind);

/** @throws {ProblemError} `not_found` for oneself, unknown people and those who blocked the caller */
async function requirePerson({ db, clock }: Pick<Services, "db" | "clock">, user: User, otherId: UserId) {
  const [found, relation] = await Promise.all([
    findPerson(db, otherId, clock()),
    readRelation(db, user.id, otherId),
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
}: Awaited<ReturnType<typeof readRelation>>): Relation {
  const areFriends = sent === "accepted" || received === "accepted";
  const requested = sent ? "requested" : received === "requested" ? "received" : "none";
  return { friend: areFriends ? "friends" : requested, isFollowing, isBlocked, isMuted };
}

/** @throws {ProblemError} `not_found` */
export async function getRelation(services: Services, user: User, otherId: UserId): Promise<Relation> {
  return toRelation((await requirePerson(services, user, otherId)).relation);
}

/** The key of the notification about a friend request or its acceptance. */
const getFriendKey = (userId: UserId, event: FriendEvent): string => `friend:${userId}:${event}`;

/**
 * Asks to be friends, or accepts the other's request. Idempotent. Requests that are withdrawn and repeated send one
 * email a day.
 *
 * @throws {ProblemError} `not_found`
 */
export async function requestFriend(services: Services, user: User, otherId: UserId): Promise<Relation> {
  await services.db.transaction(async (tx) => {
    await lockPair(tx, user.id, otherId);
    const { relation } = await requirePerson({ ...services, db: tx }, user, otherId);
    if (relation.isBlocked || toRelation(relation).friend === "friends") return;
    const isAccepted = await setRequestState(tx, user.id, otherId, "accepted");
    const isNew = isAccepted || (await insertFriendRequest(tx, user.id, otherId, services.clock()));
    if (!isNew) return;
    const name = getShortName(user.firstName, user.lastName);
    const event = isAccepted ? "accepted" : "requested";
    await notifyFrom(
      services,
      user.id,
      [otherId],
      {
        type: "friend_request",
        texts: (language) => getFriendTexts(language, event, name),
        actionUrl: "/profile",
        key: getFriendKey(user.id, event),
        subject: `user:${user.id}`,
        isQuiet: !(await claimFriendNotice(tx, user.id, otherId, services.clock())),
      },
      tx,
    );
  });
  return getRelation(services, user, otherId);
}

/**
 * Ends a friendship, withdraws a request, or declines one without telling the other.
 *
 * @throws {ProblemError} `not_found`
 */
export async function removeFriend(services: Services, user: User, otherId: UserId): Promise<Relation> {
  await requirePerson(services, user, otherId);
  await services.db.transaction(async (tx) => {
    await lockPair(tx, user.id, otherId);
    await setRequestState(tx, user.id, otherId, "declined");
    await deleteFriendship(tx, user.id, otherId);
    for (const event of friendEvents) {
      await withdraw(tx, otherId, getFriendKey(user.id, event));
      await withdraw(tx, user.id, getFriendKey(otherId, event));
    }
  });
  return getRelation(services, user, otherId);
}

/** @throws {ProblemError} `not_found` */
export async function updateRelation(
  services: Services,
  user: User,
  otherId: UserId,
  { isFollowing, isBlocked, isMuted }: InputOf<Contract["updateRelation"]>["body"],
): Promise<Relation> {
  const { relation } = await requirePerson(services, user, otherId);
  const now = services.clock();
  await services.db.transaction(async (tx) => {
    if (isBlocked !== undefined) await lockPair(tx, user.id, otherId);
    if (isBlocked !== undefined) await setBlocked(tx, user.id, otherId, isBlocked, now);
    if (isMuted !== undefined) await setMuted(tx, user.id, otherId, isMuted, now);
    const isNowBlocked = isBlocked ?? relation.isBlocked;
    if (isFollowing !== undefined && !isNowBlocked)
      await setFollowing(tx, user.id, otherId, isFollowing, now);
    if (isMuted !== undefined) await services.live.publish(user.id, { topic: "person" }, tx);
    if (isBlocked !== undefined) {
      for (const id of [user.id, otherId]) await services.live.publish(id, { topic: "person" }, tx);
    }
  });
  return getRelation(services, user, otherId);
}

/** Whether people search finds the other user by name. */
export const isFindablePerson = (
  { db, clock }: Pick<Services, "db" | "clock">,
  userId: UserId,
  otherId: UserId,
): Promise<boolean> => isFindable(db, userId, otherId, clock());

/** Whether the other user blocked a user. Blocking somebody does not hide their profile from the blocker. */
export const isBlockedBy = async (db: Database, userId: UserId, otherId: UserId): Promise<boolean> =>
  (await readRelation(db, userId, otherId)).isBlockedBy;

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
    readRelation(db, userId, otherId),
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
