import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { UserId } from "#shared/accounts/user.ts";
import type { ConversationId, MessageId, PictureId } from "#shared/messages/message.ts";
import type { Person } from "#shared/people/person.ts";
import type { RichText } from "#shared/rich-text/rich-text.ts";
import type { Database } from "#server/db/client.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { getPerson, isBlocked } from "#server/db/person.ts";
import { pick } from "#server/db/pick.ts";
import { runNamedQuery } from "#server/db/prepared-statements.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import {
  conversationMembers,
  messagePictures,
  messageReactions,
  messages,
} from "#server/db/schema/community/messages.ts";
import { isReadable, isSentTo, isSentToMember, isUnhidden } from "#server/db/visible-messages.ts";

export async function findByClientId(db: Database, senderId: UserId, clientId: string) {
  const [row] = await db
    .select({ id: messages.id, conversationId: messages.conversationId })
    .from(messages)
    .where(and(eq(messages.senderId, senderId), eq(messages.clientId, clientId)));
  return row ?? null;
}

export async function insertMessage(tx: Database, message: typeof messages.$inferInsert): Promise<void> {
  await tx.insert(messages).values(message);
}

const replied = alias(messages, "replied");
const repliedSenders = alias(users, "replied_senders");

const selectMessages = (db: Database, viewerId: UserId) =>
  db
    .select({
      ...pick(messages, "id", "conversationId", "number", "clientId"),
      sender: getPerson(),
      ...pick(messages, "senderId", "content", "source"),
      isHidden: isBlocked(viewerId, messages.senderId),
      isReadable: isReadable(viewerId, messages),
      replyTo: {
        id: sql<MessageId | null>`case when ${isSentTo(viewerId, replied)} then ${replied.id} end`,
        content: sql<RichText | null>`case when ${isReadable(viewerId, replied)} then ${replied.content} end`,
        hasPicture: sql<boolean>`exists (select from ${messagePictures} where ${messagePictures.messageId} = ${replied.id})`,
        person: sql<Person | null>`case when not ${isBlocked(viewerId, replied.senderId)} then ${getPerson(sql`replied_senders`)} end`,
      },
      reactions: sql<{ emoji: string; count: number; isMine: boolean }[]>`coalesce((
        select json_agg(json_build_object('emoji', r.emoji, 'count', r.count, 'isMine', r.is_mine) order by r.count desc, r.emoji)
        from (select emoji, count(*) as count, bool_or(user_id = ${viewerId}) as is_mine from ${messageReactions}
          where message_id = ${messages.id} and not ${isBlocked(viewerId, sql`${messageReactions}.user_id`)} group by emoji) r), '[]'::json)`,
      ...pick(messages, "createdAt", "editedAt", "deletedAt"),
      pictures: sql<{ id: PictureId; width: number; height: number }[]>`coalesce((
        select json_agg(json_build_object('id', p.id, 'width', p.width, 'height', p.height) order by p.position)
        from ${messagePictures} p where p.message_id = ${messages.id}), '[]'::json)`,
    })
    .from(messages)
    .leftJoin(users, eq(users.id, messages.senderId))
    .leftJoin(replied, eq(replied.id, messages.replyToId))
    .leftJoin(repliedSenders, eq(repliedSenders.id, replied.senderId));

export type MessageRow = Awaited<ReturnType<typeof selectMessages>>[number];

/** In order: those after a number, or the last before another. */
export async function listMessageRows(
  db: Database,
  viewerId: UserId,
  id: ConversationId,
  {
    before,
    after,
    isForward,
  }: { readonly before: number | undefined; readonly after: number | undefined; readonly isForward: boolean },
  limit: number,
): Promise<MessageRow[]> {
  const rows = await selectMessages(db, viewerId)
    .where(
      and(
        eq(messages.conversationId, id),
        isSentTo(viewerId, messages),
        before === undefined ? undefined : lt(messages.number, before),
        after === undefined ? undefined : gt(messages.number, after),
      ),
    )
    .orderBy(isForward ? asc(messages.number) : desc(messages.number))
    .limit(limit);
  return isForward ? rows : rows.reverse();
}

const viewer = sql.placeholder("viewerId") as unknown as UserId;

/** Null unless the viewer may know of it. */
export async function findMessageRow(db: Database, viewerId: UserId, id: MessageId) {
  const build = () =>
    selectMessages(db, viewer).where(and(eq(messages.id, sql.placeholder("id")), isSentTo(viewer, messages)));
  const [row] = await runNamedQuery(db, "message", build, { viewerId, id });
  return row ?? null;
}

export async function lockMessage(tx: Database, id: MessageId) {
  const [row] = await tx.select().from(messages).where(eq(messages.id, id)).for("update");
  return row ?? null;
}

export async function updateMessageRow(
  tx: Database,
  id: MessageId,
  changes: Partial<typeof messages.$inferInsert>,
): Promise<void> {
  await tx.update(messages).set(changes).where(eq(messages.id, id));
}

export async function setReaction(
  db: Database,
  messageId: MessageId,
  userId: UserId,
  emoji: string | null,
): Promise<void> {
  if (emoji === null) {
    await db
      .delete(messageReactions)
      .where(and(eq(messageReactions.messageId, messageId), eq(messageReactions.userId, userId)));
    return;
  }
  await db
    .insert(messageReactions)
    .values({ messageId, userId, emoji })
    .onConflictDoUpdate({ target: [messageReactions.messageId, messageReactions.userId], set: { emoji } });
}

export async function deleteReactions(tx: Database, messageId: MessageId): Promise<void> {
  await tx.delete(messageReactions).where(eq(messageReactions.messageId, messageId));
}

/** Messages with a text in the conversations of a user, newest first. */
export function findMessages(db: Database, userId: UserId, normalizedText: string, limit: number) {
  return db
    .select({
      conversationId: messages.conversationId,
      number: messages.number,
      person: getPerson(),
      content: messages.content,
      createdAt: messages.createdAt,
    })
    .from(conversationMembers)
    .innerJoin(messages, isSentToMember(conversationMembers, messages))
    .leftJoin(users, eq(users.id, messages.senderId))
    .where(
      and(
        eq(conversationMembers.userId, userId),
        sql`${messages.normalizedText} like ${`%${normalizedText}%`}`,
        isUnhidden(userId, messages),
      ),
    )
    .orderBy(desc(messages.createdAt))
    .limit(limit);
}

/** The data of a notification about a message. */
export async function findNotifiable(db: Database, id: MessageId) {
  const [row] = await db
    .select({
      conversationId: messages.conversationId,
      senderId: messages.senderId,
      sender: getPerson(),
    })
    .from(messages)
    .leftJoin(users, eq(users.id, messages.senderId))
    .where(and(eq(messages.id, id), sql`${messages.deletedAt} is null`));
  return row ?? null;
}

/** The messages of a conversation among these that a member has read. */
export async function filterReadMessages(
  db: Database,
  userId: UserId,
  conversationId: ConversationId,
  ids: readonly string[],
): Promise<MessageId[]> {
  const found = await db
    .select({ id: messages.id })
    .from(messages)
    .innerJoin(
      conversationMembers,
      and(
        eq(conversationMembers.conversationId, messages.conversationId),
        eq(conversationMembers.userId, userId),
      ),
    )
    .where(
      and(
        inArray(messages.id, ids as MessageId[]),
        eq(messages.conversationId, conversationId),
        lte(messages.number, conversationMembers.readNumber),
      ),
    );
  return found.map(({ id }) => id);
}

/** Members to whom a message was sent and who have not read it, without those who muted the conversation. */
export function listUnreadRecipients(db: Database, id: MessageId, now: Date) {
  const { mutedUntil, readNumber } = conversationMembers;
  return db
    .select({ userId: conversationMembers.userId, state: conversationMembers.state })
    .from(messages)
    .innerJoin(conversationMembers, isSentToMember(conversationMembers, messages))
    .where(
      and(eq(messages.id, id), gt(messages.number, readNumber), or(isNull(mutedUntil), lte(mutedUntil, now))),
    );
}

export async function insertPicture(
  db: Database,
  picture: typeof messagePictures.$inferInsert,
): Promise<{ id: PictureId; width: number; height: number }> {
  return expectOneRow(
    await db
      .insert(messagePictures)
      .values(picture)
      .returning({
        ...pick(messagePictures, "id", "width", "height"),
      }),
  );
}

/**
 * Puts unsent pictures of a user into a message of the same conversation, in their order.
 *
 * @returns how many there were
 */
export async function attachPictures(
  tx: Database,
  { id, conversationId, senderId }: { id: MessageId; conversationId: ConversationId; senderId: UserId },
  pictureIds: readonly PictureId[],
): Promise<number> {
  if (pictureIds.length === 0) return 0;
  const order = sql`array_position(array[${sql.join(
    pictureIds.map((pictureId) => sql`${pictureId}::uuid`),
    sql`, `,
  )}], ${messagePictures.id})`;
  const attached = await tx
    .update(messagePictures)
    .set({ messageId: id, position: order })
    .where(
      and(
        inArray(messagePictures.id, [...pictureIds]),
        eq(messagePictures.conversationId, conversationId),
        eq(messagePictures.uploaderId, senderId),
        isNull(messagePictures.messageId),
      ),
    )
    .returning({ id: messagePictures.id });
  return attached.length;
}

/** Without a check of rights; unsent pictures have no message. */
export async function findPicture(db: Database, id: PictureId) {
  const [row] = await db
    .select(pick(messagePictures, "storageKey", "messageId", "uploaderId"))
    .from(messagePictures)
    .where(eq(messagePictures.id, id));
  return row ?? null;
}

/** @returns the storage keys of the deleted pictures */
export async function deleteMessagePictures(tx: Database, messageId: MessageId): Promise<string[]> {
  const deleted = await tx
    .delete(messagePictures)
    .where(eq(messagePictures.messageId, messageId))
    .returning({ storageKey: messagePictures.storageKey });
  return deleted.map(({ storageKey }) => storageKey);
}

export async function deleteUnsentPictures(db: Database, before: Date): Promise<void> {
  await db
    .delete(messagePictures)
    .where(and(isNull(messagePictures.messageId), lt(messagePictures.createdAt, before)));
}

/** Those of some storage keys that have a row. */
export async function listStoredKeys(db: Database, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await db
    .select({ storageKey: messagePictures.storageKey })
    .from(messagePictures)
    .where(inArray(messagePictures.storageKey, [...keys]));
  return new Set(rows.map(({ storageKey }) => storageKey));
}
