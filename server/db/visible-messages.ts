import { and, eq, gt, inArray, isNull, not, type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, alias } from "drizzle-orm/pg-core";
import type { UserId } from "#shared/accounts/user.ts";
import { isBlocked } from "./person.ts";
import { conversationMembers } from "./schema/community/messages.ts";

type MemberColumns = Readonly<Record<"conversationId" | "state" | "fromNumber", AnyPgColumn>>;
type MessageColumns = Readonly<Record<"conversationId" | "number" | "senderId" | "deletedAt", AnyPgColumn>>;

const recipients = alias(conversationMembers, "recipients");

/** Whether a message was sent while a member was in its conversation, and they have not left since. */
export const isSentToMember = (member: MemberColumns, message: MessageColumns) =>
  and(
    eq(member.conversationId, message.conversationId),
    inArray(member.state, ["active", "request"]),
    gt(message.number, member.fromNumber),
  );

/** Whether a user may know of a message: its number in the conversation, its sender and its time. */
export const isSentTo = (userId: UserId, message: MessageColumns): SQL<boolean> =>
  sql<boolean>`exists (select from ${conversationMembers} recipients
    where ${recipients.userId} = ${userId} and ${isSentToMember(recipients, message)})`;

/** Whether a message still has its content, and no block is between a user and its sender. */
export const isUnhidden = (userId: UserId, message: MessageColumns) =>
  and(isNull(message.deletedAt), not(isBlocked(userId, message.senderId)));

/** Whether a user may read the text, the pictures and the reactions of a message. */
export const isReadable = (userId: UserId, message: MessageColumns): SQL<boolean> =>
  sql<boolean>`(${isSentTo(userId, message)} and ${isUnhidden(userId, message)})`;
