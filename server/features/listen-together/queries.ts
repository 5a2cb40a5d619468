import { and, asc, desc, eq, gt, inArray, isNull, lt, not, notExists, or, type SQL, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { ListenerStatus, SharedPlayback, TogetherSessionId } from "#shared/listen-together/contract.ts";
import type { ConversationId } from "#shared/messages/message.ts";
import type { Person } from "#shared/people/person.ts";
import type { Database } from "#server/db/client.ts";
import { getPerson, isBlocked } from "#server/db/person.ts";
import { pick } from "#server/db/pick.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { books } from "#server/db/schema/books/books.ts";
import { conversationMembers } from "#server/db/schema/community/messages.ts";
import { togetherMembers, togetherSessions } from "#server/db/schema/community/together-sessions.ts";

const maxSessions = 20;

/** Of conversations that the user is in, without those of a host with a block between the two. */
function selectVisible(db: Database, userId: UserId) {
  return db
    .select({ ...pick(togetherSessions, ...sessionColumns), title: books.title })
    .from(togetherSessions)
    .innerJoin(books, eq(books.id, togetherSessions.bookId))
    .innerJoin(
      conversationMembers,
      and(
        eq(conversationMembers.conversationId, togetherSessions.conversationId),
        eq(conversationMembers.userId, userId),
        eq(conversationMembers.state, "active"),
      ),
    )
    .$dynamic();
}

const sessionColumns = [
  ...(["id", "conversationId", "bookId", "hostId", "version"] as const),
  ...(["chapterNumber", "offset", "rate", "isPlaying", "at"] as const),
] as const;

export type SessionRow = Awaited<ReturnType<typeof listVisibleSessions>>[number];

export function listVisibleSessions(db: Database, userId: UserId) {
  return selectVisible(db, userId)
    .where(not(isBlocked(userId, togetherSessions.hostId)))
    .orderBy(desc(togetherSessions.createdAt))
    .limit(maxSessions);
}

export async function findVisibleSession(
  db: Database,
  userId: UserId,
  id: TogetherSessionId,
): Promise<SessionRow | null> {
  const [row] = await selectVisible(db, userId).where(
    and(eq(togetherSessions.id, id), not(isBlocked(userId, togetherSessions.hostId))),
  );
  return row ?? null;
}

/** In the order in which they joined. */
export function listMembers(db: Database, ids: readonly TogetherSessionId[], viewerId: UserId) {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .select({
      person: sql<Person | null>`case when not ${isBlocked(viewerId, users.id)} then ${getPerson()} end`,
      ...pick(togetherMembers, "userId", "sessionId", "device", "status", "seenAt"),
    })
    .from(togetherMembers)
    .innerJoin(users, eq(users.id, togetherMembers.userId))
    .where(inArray(togetherMembers.sessionId, [...ids]))
    .orderBy(asc(togetherMembers.joinedAt), asc(togetherMembers.userId));
}

export type MemberRow = Awaited<ReturnType<typeof listMembers>>[number];

/** Changes of a session wait for each other. */
export async function lockSession(tx: Database, id: TogetherSessionId) {
  const [row] = await tx
    .select(pick(togetherSessions, "id", "conversationId", "hostId", "version"))
    .from(togetherSessions)
    .where(eq(togetherSessions.id, id))
    .for("update");
  return row ?? null;
}

/** @returns false when the conversation has a session, or the id is taken */
export async function insertSession(
  tx: Database,
  session: typeof togetherSessions.$inferInsert,
): Promise<boolean> {
  const { rowCount } = await tx.insert(togetherSessions).values(session).onConflictDoNothing();
  return rowCount === 1;
}

export async function updatePlayback(
  tx: Database,
  id: TogetherSessionId,
  playback: SharedPlayback,
): Promise<void> {
  await tx
    .update(togetherSessions)
    .set({ ...playback, version: sql`${togetherSessions.version} + 1` })
    .where(eq(togetherSessions.id, id));
}

export async function updateHost(tx: Database, id: TogetherSessionId, hostId: UserId): Promise<void> {
  await tx
    .update(togetherSessions)
    .set({ hostId, version: sql`${togetherSessions.version} + 1` })
    .where(eq(togetherSessions.id, id));
}

export async function deleteSession(tx: Database, id: TogetherSessionId): Promise<void> {
  await tx.delete(togetherSessions).where(eq(togetherSessions.id, id));
}

export async function upsertMember(tx: Database, member: typeof togetherMembers.$inferInsert): Promise<void> {
  const { sessionId, device, seenAt, status } = member;
  await tx
    .insert(togetherMembers)
    .values(member)
    .onConflictDoUpdate({ target: togetherMembers.userId, set: { sessionId, device, seenAt, status } });
}

export async function updateStatus(
  tx: Database,
  userId: UserId,
  status: ListenerStatus,
  seenAt: Date,
): Promise<void> {
  await tx.update(togetherMembers).set({ status, seenAt }).where(eq(togetherMembers.userId, userId));
}

/** @returns whether the user was in it */
export async function deleteMember(tx: Database, id: TogetherSessionId, userId: UserId): Promise<boolean> {
  const { rowCount } = await tx.delete(togetherMembers).where(isMember(id, userId));
  return rowCount === 1;
}

const isMember = (id: TogetherSessionId, userId: UserId): SQL | undefined =>
  and(eq(togetherMembers.sessionId, id), eq(togetherMembers.userId, userId));

/** The session that a user listens in; null for none. */
export async function findSessionOf(db: Database, userId: UserId): Promise<TogetherSessionId | null> {
  const [row] = await db
    .select(pick(togetherMembers, "sessionId"))
    .from(togetherMembers)
    .where(eq(togetherMembers.userId, userId));
  return row?.sessionId ?? null;
}

/** The member who joined first of those who were heard of since a time. */
export async function findNextHost(tx: Database, id: TogetherSessionId, since: Date): Promise<UserId | null> {
  const [row] = await tx
    .select(pick(togetherMembers, "userId"))
    .from(togetherMembers)
    .where(and(eq(togetherMembers.sessionId, id), gt(togetherMembers.seenAt, since)))
    .orderBy(asc(togetherMembers.joinedAt), asc(togetherMembers.userId))
    .limit(1);
  return row?.userId ?? null;
}

/** Sessions whose host was not heard of since a time. */
export async function listHostless(db: Database, since: Date): Promise<TogetherSessionId[]> {
  const rows = await db
    .select(pick(togetherSessions, "id"))
    .from(togetherSessions)
    .leftJoin(
      togetherMembers,
      and(
        eq(togetherMembers.sessionId, togetherSessions.id),
        eq(togetherMembers.userId, togetherSessions.hostId),
      ),
    )
    .where(or(isNull(togetherMembers.userId), lt(togetherMembers.seenAt, since)));
  return rows.map(({ id }) => id);
}

/** Ends the sessions of which nobody was heard since a time. */
export async function deleteSilent(db: Database, since: Date) {
  const isHeard = db
    .select({ one: sql`1` })
    .from(togetherMembers)
    .where(and(eq(togetherMembers.sessionId, togetherSessions.id), gt(togetherMembers.seenAt, since)));
  return db
    .delete(togetherSessions)
    .where(and(lt(togetherSessions.createdAt, since), notExists(isHeard)))
    .returning(pick(togetherSessions, "conversationId"));
}

export async function listListeners(db: Database, id: TogetherSessionId): Promise<UserId[]> {
  const rows = await db
    .select(pick(togetherMembers, "userId"))
    .from(togetherMembers)
    .where(eq(togetherMembers.sessionId, id));
  return rows.map(({ userId }) => userId);
}

/** Those who can see the sessions of a conversation. */
export async function listConversationMembers(db: Database, id: ConversationId): Promise<UserId[]> {
  const rows = await db
    .select(pick(conversationMembers, "userId"))
    .from(conversationMembers)
    .where(and(eq(conversationMembers.conversationId, id), eq(conversationMembers.state, "active")));
  return rows.map(({ userId }) => userId);
}
