import { and, desc, eq, gt, gte, inArray, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { ConversationId } from "#shared/messages/message.ts";
import type { RichText } from "#shared/rich-text/rich-text.ts";
import type { Database } from "#server/db/client.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { isBlocked } from "#server/db/person.ts";
import { pick } from "#server/db/pick.ts";
import { blocks } from "#server/db/schema/accounts/people.ts";
import {
  conversationMembers,
  conversations,
  messagePictures,
  messages,
} from "#server/db/schema/community/messages.ts";
import { isReadable } from "#server/db/visible-messages.ts";
import type { TimeAndId } from "#server/http/api/cursor.ts";

const membership = conversationMembers;

/** One of the two directions of a block, seen from the viewer. */
const hasBlocked = (viewerId: UserId) =>
  sql<boolean>`exists (select 1 from ${blocks} b join ${conversationMembers} o on o.user_id = b.blocked_id
    where b.user_id = ${viewerId} and o.conversation_id = ${conversations.id} and ${conversations.pair} is not null)`;

interface NewestMessage {
  readonly content: RichText;
  readonly hasPicture: boolean;
}

/** The newest message that the viewer may read. */
const selectNewest = (viewerId: UserId) =>
  sql<NewestMessage | null>`(select json_build_object('content', ${messages.content}, 'hasPicture',
      exists (select from ${messagePictures} where ${messagePictures.messageId} = ${messages.id}))
    from ${messages} where ${messages.conversationId} = ${conversations.id}
    and ${isReadable(viewerId, messages)} order by ${messages.number} desc limit 1)`;

/** The messages of others after the member's read mark that they may read. */
const selectUnread = (viewerId: UserId) =>
  sql`select from ${messages} where ${messages.conversationId} = ${conversations.id}
    and ${messages.number} > ${membership.readNumber} and ${messages.senderId} is distinct from ${viewerId}
    and ${isReadable(viewerId, messages)}`;

/** Unread messages are counted up to this. */
const maxUnread = 99;

const getColumns = (viewerId: UserId) => ({
  ...pick(conversations, "id", "title", "pair", "lastNumber", "activeAt"),
  activeText: sql<string>`${conversations.activeAt}::text`,
  state: membership.state,
  readNumber: membership.readNumber,
  mutedUntil: membership.mutedUntil,
  isBlocked: hasBlocked(viewerId),
  newest: selectNewest(viewerId),
  unreadCount: sql<number>`(select count(*) from (${selectUnread(viewerId)} limit ${maxUnread}) unread)::int`,
});

export type ConversationRow = Awaited<ReturnType<typeof listConversationRows>>[number];

/** The latest first. */
export function listConversationRows(
  db: Database,
  userId: UserId,
  state: "active" | "request",
  after: TimeAndId | undefined,
  limit: number,
) {
  return db
    .select(getColumns(userId))
    .from(membership)
    .innerJoin(conversations, eq(conversations.id, membership.conversationId))
    .where(
      and(
        eq(membership.userId, userId),
        eq(membership.state, state),
        // Requests between users with a block are not shown.
        state === "request" ? sql`not ${isAnyBlocked(userId)}` : undefined,
        after
          ? sql`(${conversations.activeAt}, ${conversations.id}) < (${after[0]}::timestamptz, ${after[1]}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(conversations.activeAt), desc(conversations.id))
    .limit(limit);
}

const isAnyBlocked = (userId: UserId) =>
  sql`(${conversations.pair} is not null and exists (select 1 from ${conversationMembers} o
    where o.conversation_id = ${conversations.id} and o.user_id <> ${userId} and ${isBlocked(userId, sql`o.user_id`)}))`;

/** Null unless the user is in it or was asked to be. */
export async function findConversationRow(db: Database, userId: UserId, id: ConversationId) {
  const [row] = await db
    .select(getColumns(userId))
    .from(membership)
    .innerJoin(conversations, eq(conversations.id, membership.conversationId))
    .where(isMember(userId, id));
  return row ?? null;
}

const isMember = (userId: UserId, id: ConversationId) =>
  and(
    eq(membership.userId, userId),
    eq(membership.conversationId, id),
    inArray(membership.state, ["active", "request"]),
  );

/** Null unless the user is in it or was asked to be. */
export async function findMembership(db: Database, userId: UserId, id: ConversationId) {
  const [row] = await db
    .select({
      id: conversations.id,
      state: membership.state,
      pair: conversations.pair,
      fromNumber: membership.fromNumber,
    })
    .from(membership)
    .innerJoin(conversations, eq(conversations.id, membership.conversationId))
    .where(isMember(userId, id));
  return row ?? null;
}

export type FoundMembership = NonNullable<Awaited<ReturnType<typeof findMembership>>>;

export async function countRequests(db: Database, userId: UserId): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(membership)
    .innerJoin(conversations, eq(conversations.id, membership.conversationId))
    .where(
      and(eq(membership.userId, userId), eq(membership.state, "request"), sql`not ${isAnyBlocked(userId)}`),
    );
  return row?.count ?? 0;
}

/** Without those that are muted at this time. */
export async function countUnreadConversations(db: Database, userId: UserId, at: Date): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(membership)
    .innerJoin(conversations, eq(conversations.id, membership.conversationId))
    .where(
      and(
        eq(membership.userId, userId),
        eq(membership.state, "active"),
        sql`(${membership.mutedUntil} is null or ${membership.mutedUntil} <= ${at.toISOString()}::timestamptz)`,
        gt(conversations.lastNumber, membership.readNumber),
        sql`exists (${selectUnread(userId)})`,
      ),
    );
  return row?.count ?? 0;
}

/** The conversation of two people, created when there is none. */
export async function findOrCreateConversation(
  tx: Database,
  pair: string,
  at: Date,
): Promise<ConversationId> {
  await tx
    .insert(conversations)
    .values({ pair, activeAt: at, createdAt: at })
    .onConflictDoNothing({ target: conversations.pair });
  return expectOneRow(
    await tx.select({ id: conversations.id }).from(conversations).where(eq(conversations.pair, pair)),
  ).id;
}

export async function insertGroup(tx: Database, title: string, at: Date): Promise<ConversationId> {
  return expectOneRow(
    await tx
      .insert(conversations)
      .values({ title, activeAt: at, createdAt: at })
      .returning({ id: conversations.id }),
  ).id;
}

export async function countStarted(db: Database, userId: UserId, since: Date): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(distinct ${messages.conversationId})::int` })
    .from(messages)
    .where(and(eq(messages.senderId, userId), eq(messages.number, 1), gte(messages.createdAt, since)));
  return row?.count ?? 0;
}

/** Locks a conversation, so that its messages are numbered one after the other. */
export async function lockConversation(tx: Database, id: ConversationId) {
  const [row] = await tx
    .select({ lastNumber: conversations.lastNumber, pair: conversations.pair })
    .from(conversations)
    .where(eq(conversations.id, id))
    .for("update");
  return row ?? null;
}

/** The number of a new message; the row stays locked until the transaction ends. */
export async function claimNumber(tx: Database, id: ConversationId, activeAt: Date): Promise<number> {
  const [claimed] = await tx
    .update(conversations)
    .set({ lastNumber: sql`${conversations.lastNumber} + 1`, activeAt })
    .where(eq(conversations.id, id))
    .returning({ number: conversations.lastNumber });
  if (!claimed) throw new Error("A message has a conversation.");
  return claimed.number;
}

export async function updateTitle(db: Database, id: ConversationId, title: string): Promise<void> {
  await db.update(conversations).set({ title }).where(eq(conversations.id, id));
}
